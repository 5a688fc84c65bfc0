import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { type Words, en } from "#web/words/en.ts";
import { type SignInWords, signInWords } from "#web/words/sign-in.ts";
import { openBrowser } from "./browser.ts";
import { expectShown } from "./page-stage.ts";

/** The built page in a real browser before a real hub, with its owner signed in. Fresh for every test. */
export interface RealStage {
  parley: Parley;
  page: Page;
  /** Addresses that the page has asked for. */
  readonly asked: string[];
}

export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const yaml = "sessions:\n  - { name: demo, cli_type: scripted }\ndefault_session: demo\nlimits: { upload_mb: 2 }\n";

/** `more` goes into the config; the words are those of the browser's language. */
export function setRealStage(more = "", locale = "en-US", words: Words = en): RealStage {
  let browser: Browser;
  let context: BrowserContext;
  const complaints: string[] = [];
  const stage = { asked: [] as string[] } as unknown as RealStage;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    stage.parley = await Parley.start({ yaml: yaml + more });
    context = await browser.newContext({ locale, viewport: { width: 1440, height: 1000 }, permissions: ["clipboard-read", "clipboard-write"] });
    stage.page = await context.newPage();
    // From the first moment on: one that is asked for by a key would otherwise open before anybody listens.
    stage.page.on("filechooser", () => {});
    complaints.length = 0;
    stage.asked.length = 0;
    stage.page.on("request", (request) => stage.asked.push(request.url()));
    stage.page.on("pageerror", (error) => complaints.push(error.message));
    stage.page.on("console", (said) => {
      if (said.type() === "error" && !/Failed to load resource/.test(said.text())) complaints.push(said.text());
    });
    await claim(stage, signInWords[locale === "zh-CN" ? "zh-CN" : "en"]);
    await expectShown(stage.page.getByRole("button", { name: words.attach }));
    // The composer takes the focus once it stands there; whoever wants it elsewhere comes after.
    await expect.poll(() => stage.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(words.message);
  });
  afterEach(async () => {
    const { url } = stage.parley;
    await context.close();
    await stage.parley[Symbol.asyncDispose]();
    // Nothing thrown, nothing against the content security policy, and nothing from anywhere else.
    expect(complaints).toEqual([]);
    expect(stage.asked.filter((address) => !address.startsWith(url) && !address.startsWith("blob:"))).toEqual([]);
  });
  return stage;
}

async function claim({ parley, page }: RealStage, words: SignInWords): Promise<void> {
  const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/claim-links", {})).body);
  await page.goto(url);
  await page.getByLabel(words.yourName).fill("Mara");
  await page.getByRole("button", { name: words.claim }).click();
}

/** As a hand does it: drags them over the conversation, then lets go. */
export async function drop(page: Page, files: readonly GivenFile[], { letGo = true, onto = ".middle" } = {}): Promise<void> {
  const dataTransfer = await page.evaluateHandle(transferOf(files));
  await page.dispatchEvent(onto, "dragover", { dataTransfer });
  if (letGo) await page.dispatchEvent(onto, "drop", { dataTransfer });
}

/** Drops them, waits until the hub has them, and sends them without a word. */
export async function give(page: Page, files: readonly GivenFile[], words: Words = en): Promise<void> {
  await drop(page, files);
  await expect.poll(() => page.locator(".file-chip.kept").count(), { timeout: 15_000 }).toBe(files.length);
  await page.getByRole("button", { name: words.send, exact: true }).click();
  await expect.poll(() => page.locator(".file-chip").count()).toBe(0);
}

/** A file of the message that is being written. */
export function chip(page: Page, name: string): Locator {
  return page.locator(".compose").getByRole("listitem", { name, exact: true });
}

/** Into whatever has the focus. */
export async function paste(page: Page, file: GivenFile): Promise<void> {
  await page.evaluate(
    `document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: ${transferOf([file])}, bubbles: true, cancelable: true }))`,
  );
}

/** What a browser hands over with files, in its own words: these tests know nothing of the page's types. */
function transferOf(files: readonly GivenFile[]): string {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString("base64") }));
  return `(() => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64 } of ${JSON.stringify(given)})
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type: mimeType }));
    return transfer;
  })()`;
}

export function card(page: Page, name: string): Locator {
  return page.getByRole("log").getByRole("region", { name, exact: true });
}

/** The line about a file that was added to the thread, with what can be done with it. */
export function added(page: Page, name: string): Locator {
  return page.getByRole("log").getByRole("group", { name, exact: true });
}

/** The text that stands beside the conversation. */
export function pane(page: Page, name: string): Locator {
  return page.getByRole("complementary", { name: `Text of ${name}` });
}
