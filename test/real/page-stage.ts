import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { QuestionWire, SnapshotWire } from "#protocol/wire";
import { type PageHub, startPageHub } from "#test/fakes/page-hub";
import { pageScenario } from "#test/fakes/page-scenario";
import { openBrowser } from "./browser.ts";

/** The built page in a real browser, before a hub that does what the test tells it to. Fresh for every test. */
interface Stage {
  hub: PageHub;
  page: Page;
}

/** Sets the stage around the tests of the file that calls it. */
export function setStage(): Stage {
  let web: string;
  let browser: Browser;
  let context: BrowserContext;
  const complaints: string[] = [];
  const stage = {} as Stage;
  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), "parley-page-"));
    await build({ configFile: "vite.config.ts", logLevel: "error", build: { outDir: web } });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await rm(web, { recursive: true });
  });
  beforeEach(async () => {
    stage.hub = await startPageHub({ web, scenario: pageScenario(Date.now()) });
    context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
    stage.page = await context.newPage();
    complaints.length = 0;
    stage.page.on("pageerror", (error) => complaints.push(error.message));
    stage.page.on("console", (said) => {
      if (said.type() === "error" && !/Failed to load resource|ERR_/.test(said.text())) complaints.push(said.text());
    });
  });
  afterEach(async () => {
    await context.close();
    await stage.hub[Symbol.asyncDispose]();
    // A violation of the content security policy, or anything thrown, shows up here.
    expect(complaints).toEqual([]);
  });
  return stage;
}

/** As the scenario's owner, or as whom the test says. */
export async function signIn({ hub, page }: Stage, me: Partial<SnapshotWire["me"]> = {}): Promise<void> {
  hub.become(me);
  await page.goto(`${hub.url}/#login=good`);
  await page.getByRole("button", { name: "Sign in" }).click();
  // Where one column fits, the list comes first.
  if ((page.viewportSize()?.width ?? 0) < 720) await page.getByRole("link", { name: /Bursts get 429/ }).click();
  await page.getByRole("log").getByText("writing for").waitFor();
}

/** Has the gateway's agent ask something. */
export function ask({ hub }: Stage, some: Partial<QuestionWire>): QuestionWire {
  const [open] = (pageScenario(Date.now()).entries["thr_gateway"] ?? []).flatMap((entry) =>
    entry.kind === "change" && entry.change.kind === "asked" && entry.change.question.state === "open" ? [entry.change.question] : [],
  );
  if (open === undefined) throw new Error("the scenario has an open question");
  const question = { ...open, asked_at: new Date().toISOString(), ...some };
  hub.add("thr_gateway", { kind: "change", at: question.asked_at, change: { kind: "asked", question } });
  hub.tell("question", question);
  return question;
}

const patient = { timeout: 10_000 };

export async function expectShown(locator: Locator): Promise<void> {
  await expect.poll(() => locator.isVisible(), patient).toBe(true);
}

export async function expectGone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.count(), patient).toBe(0);
}

export async function expectText(locator: Locator, text: string): Promise<void> {
  await expect.poll(() => locator.first().textContent(), patient).toBe(text);
}

export async function expectValue(locator: Locator, text: string): Promise<void> {
  await expect.poll(() => locator.inputValue(), patient).toBe(text);
}

export async function expectInView(page: Page, text: string): Promise<void> {
  const log = page.getByRole("log");
  const isInView = async (): Promise<boolean> => {
    const [row, box] = await Promise.all([log.getByText(text).first().boundingBox(), log.boundingBox()]);
    return row !== null && box !== null && row.y >= box.y && row.y + row.height <= box.y + box.height;
  };
  await expect.poll(isInView, patient).toBe(true);
}
