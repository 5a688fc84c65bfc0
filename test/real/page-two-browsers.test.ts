import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Desk, desk } from "#test/fakes/program";
import { en as words } from "#web/words/en.ts";
import { signInWords } from "#web/words/sign-in.ts";
import { openBrowser } from "./browser.ts";
import { openPage } from "./page-looks.ts";
import { expectGone, expectShown, expectValue } from "./page-stage.ts";

const yaml = `
people: [{ name: Ana, role: owner }, { name: Bo, role: member }]
sessions: [{ name: demo, cli_type: scripted }]
default_session: demo
`;
const slow = { timeout: 30_000 };

describe("two browsers on one thread", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it("show each other's lines at once; a hub that is killed is said to be gone, and nothing written meanwhile is lost or sent twice", async () => {
    using place = desk();
    const config = join(place.dir, "parley.yaml");
    await writeFile(config, yaml);
    const first = await place.start("--config", config);
    const { url } = first;
    const { id: thread } = z.object({ id: z.string() }).parse(await call(place, url, "/api/threads", { topic: "Two of us" }));
    const [ana, bo] = await Promise.all([opened(place, url, "Ana", thread), opened(place, url, "Bo", thread)]);
    await say(ana, "ana says one");
    await expectShown(line(bo, "ana says one"));
    await say(bo, "bo says two");
    await expectShown(line(ana, "bo says two"));

    await first.stop("SIGKILL");
    for (const page of [ana, bo]) await expect.poll(() => page.locator(".offline").isVisible(), slow).toBe(true);
    await say(ana, "ana says three to nobody");
    await expectShown(ana.getByText(words.offlineKept).first());
    await field(ana).fill("half a thought");
    await field(bo).fill("half of another");

    await using second = await place.start("--config", config, "--port", String(first.port));
    expect(second.url).toBe(url);
    for (const page of [ana, bo]) await expect.poll(() => page.locator(".offline").count(), slow).toBe(0);
    await expect.poll(() => line(bo, "ana says three to nobody").count(), slow).toBe(1);
    await expectGone(ana.getByText(words.offlineKept));
    for (const page of [ana, bo])
      for (const text of ["ana says one", "bo says two", "ana says three to nobody"]) expect(await line(page, text).count()).toBe(1);
    await expectValue(field(ana), "half a thought");
    await expectValue(field(bo), "half of another");
    await field(bo).press("Enter");
    await expectShown(line(ana, "half of another"));
    for (const context of browser.contexts()) await context.close();
  }, 120_000);

  it("what somebody wrote waits for them, whoever signs in in the same browser meanwhile", async () => {
    using place = desk();
    const config = join(place.dir, "parley.yaml");
    await writeFile(config, yaml);
    const first = await place.start("--config", config);
    const { url } = first;
    const { id: thread } = z.object({ id: z.string() }).parse(await call(place, url, "/api/threads", { topic: "Two of us" }));
    const bo = await opened(place, url, "Bo", thread);
    await first.stop("SIGKILL");
    await expect.poll(() => bo.locator(".offline").isVisible(), slow).toBe(true);
    await say(bo, "bo says this himself");
    await expectShown(bo.getByText(words.offlineKept).first());
    await field(bo).fill("bo has not finished");
    // Nothing more is sent from this tab.
    await bo.goto("about:blank");

    await using second = await place.start("--config", config, "--port", String(first.port));
    expect(second.url).toBe(url);
    const ana = bo;
    await signIn(ana, "Ana", { place, url, thread });
    await expectValue(field(ana), "");
    await say(ana, "ana says one");
    // The page shows a line before the hub has it.
    await expect.poll(() => said(place, url, thread), slow).toEqual([["Ana", "ana says one"]]);

    await signIn(bo, "Bo", { place, url, thread });
    await expectValue(field(bo), "bo has not finished");
    await expect
      .poll(() => said(place, url, thread), slow)
      .toEqual([
        ["Ana", "ana says one"],
        ["Bo", "bo says this himself"],
      ]);
    for (const context of browser.contexts()) await context.close();
  }, 120_000);

  it("a tab whose sign-in ends leaves that of another tab alone", async () => {
    using place = desk();
    const config = join(place.dir, "parley.yaml");
    await writeFile(config, yaml);
    await using hub = await place.start("--config", config);
    const { id: thread } = z.object({ id: z.string() }).parse(await call(place, hub.url, "/api/threads", { topic: "Two of us" }));
    const bo = await opened(place, hub.url, "Bo", thread);
    const ana = await bo.context().newPage();
    await signIn(ana, "Ana", { place, url: hub.url, thread });
    await bo.getByRole("button", { name: /^Bo/ }).click();
    await bo.getByRole("button", { name: words.signOut }).click();
    await bo.getByText(signInWords.en.signedOutWhy).waitFor();
    await ana.reload();
    await expectShown(ana.getByRole("heading", { name: "Two of us" }));
    for (const context of browser.contexts()) await context.close();
  }, 120_000);

  async function opened(place: Desk, url: string, name: string, thread: string): Promise<Page> {
    const { page } = await openPage(browser, { width: 1440, colorScheme: "light", locale: "en-GB" });
    await signIn(page, name, { place, url, thread });
    return page;
  }

  async function signIn(
    page: Page,
    name: string,
    { place, url, thread }: { readonly place: Desk; readonly url: string; readonly thread: string },
  ): Promise<void> {
    await page.goto(z.object({ url: z.string() }).parse(await call(place, url, "/api/login-links", { name })).url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".side a").first().waitFor();
    await page.evaluate(`location.hash = "#thread=${thread}"`);
    await page.getByRole("heading", { name: "Two of us" }).waitFor();
  }
});

const field = (page: Page) => page.getByRole("textbox", { name: words.message, exact: true });
const line = (page: Page, text: string) => page.getByRole("log").getByText(text, { exact: true });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

async function call(place: Desk, url: string, path: string, body?: object): Promise<unknown> {
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(place.home, "hub.json"), "utf8")));
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, ...sent });
  expect(response.status).toBeLessThan(300);
  return await response.json();
}

async function said(place: Desk, url: string, thread: string): Promise<readonly (readonly string[])[]> {
  const messages = z.array(z.object({ author: z.string(), content: z.string() })).parse(await call(place, url, `/api/threads/${thread}/messages`));
  return messages.map(({ author, content }) => [author, content]);
}
