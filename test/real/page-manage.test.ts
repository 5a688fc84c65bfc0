import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { talk } from "#test/scenarios/talk";
import { verifies } from "#test/verifies";
import { routingWords } from "#web/words/routing.ts";
import { openBrowser } from "./browser.ts";
import { hostileTexts } from "./hostile-text.ts";
import { faultless, faultsOf } from "./page-looks.ts";
import { expectGone, expectShown, expectText } from "./page-stage.ts";

const words = routingWords.en;
const yaml = `
people:
  - { name: Ana, role: owner }
  - { name: Ada, role: admin }
  - { name: Bo, role: member }
sessions:
  - { name: demo, cli_type: scripted }
  - { name: reviewer, cli_type: scripted, thread_of: demo }
default_session: demo
routing:
  rules:
    - { name: '<img src=x onerror="window.ran=1">', keywords: ["<svg/onload=window.ran=1>"], session: nobody }
    # reviews
    - { name: reviews, kinds: [review], session: reviewer }
    - { mention: true, invite: claude }
model: { provider: anthropic, name: big, api_key: sk-in-the-file-12345678 }
`;

describe("what owners and admins look after in the page", () => {
  let browser: Browser;
  let parley: Parley;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser.close());
  beforeEach(async () => {
    parley = await Parley.start({ yaml });
    complaints.length = 0;
    page = await signedIn("Ana");
  }, 60_000);
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await parley[Symbol.asyncDispose]();
    expect(complaints).toEqual([]);
  });

  async function signedIn(name: string, { locale = "en-GB" }: { readonly locale?: "en-GB" | "zh-CN" } = {}): Promise<Page> {
    const context = await browser.newContext({ locale, viewport: { width: 1440, height: 1000 } });
    const opened = await context.newPage();
    opened.on("pageerror", (error) => complaints.push(error.message));
    opened.on("console", (said) => {
      if (said.type() === "error" && !/Failed to load resource|ERR_/.test(said.text())) complaints.push(said.text());
    });
    await opened.goto(z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name })).body).url);
    await opened.getByRole("button", { name: /Sign in|登录/ }).click();
    await opened.getByRole("navigation").first().waitFor();
    return opened;
  }

  const goTo = async (part: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#${part}`)}`);
    await page.locator(".section-in").waitFor();
  };

  verifies("C-14.2-3", "people: adds, promotes, links, unlinks and removes somebody; a pairing request is approved there", async () => {
    const eve = talk(parley, "eve");
    eve.say("hello");
    await eve.hears("pairing code");
    await goTo("settings=people");
    const form = page.getByRole("form", { name: "chat:eve" });
    await form.getByLabel("Person").fill("Eve");
    await form.getByRole("button", { name: "Approve chat:eve" }).click();
    const row = page.getByRole("article", { name: "Eve" });
    await expectText(row.locator(".chip"), "chat:eve");
    await row.getByLabel("Role of Eve").selectOption("admin");
    await expect.poll(async () => (await parley.api("GET", "/api/people")).body).toContainEqual(expect.objectContaining({ name: "Eve", role: "admin" }));
    await row.getByRole("button", { name: "Unlink chat:eve" }).click();
    await expectShown(row.getByText("no linked account"));
    await row.getByRole("button", { name: "Link account… Eve" }).click();
    await row.getByLabel("Account, as platform:id").fill("irc:eve");
    await row.getByRole("button", { name: "Link", exact: true }).click();
    await expectText(row.locator(".chip"), "irc:eve");
    await row.getByRole("button", { name: "Login link for Eve" }).click();
    await expectShown(row.getByText(/#login=/));
    await row.getByRole("button", { name: "Remove… Eve" }).click();
    await row.getByRole("button", { name: "Remove", exact: true }).click();
    await expectGone(row);
    await expectShown(page.getByRole("article", { name: "Ana" }).getByText("from the configuration file"));
  });

  it("tokens: shows a new one once, and ends it; a browser's sign-in is ended from another one", async () => {
    await goTo("settings=tokens");
    const form = page.getByRole("form", { name: "New token" });
    await form.getByLabel("Name").fill("builder");
    await page.getByLabel("may give sessions work").check();
    await form.getByRole("button", { name: "Create" }).click();
    const secret = await page.locator(".command").innerText();
    expect((await parley.api("GET", "/api/me", undefined, secret)).body).toMatchObject({ name: "builder", kind: "agent" });
    await page.getByRole("button", { name: "Revoke the token of builder" }).click();
    await expectGone(page.getByRole("article", { name: "builder" }));
    expect((await parley.api("GET", "/api/me", undefined, secret)).status).toBe(401);
    const other = await signedIn("Ana");
    await goTo("settings=you");
    await expectShown(page.getByText("this browser", { exact: true }));
    await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await expectShown(other.getByText(/signed out|sign in/i).first());
  });

  verifies("C-14.2-1", "configuration: shows where values come from, refuses what the next start would, and saves the rest", async () => {
    await goTo("settings=config");
    const port = page.getByRole("article", { name: "server.port" });
    await expectShown(port.getByText("file, line 1"));
    const key = page.getByRole("article", { name: "model.api_key" });
    await expectShown(key.getByText("not shown"));
    expect(await page.content()).not.toContain("sk-in-the-file");
    await page.getByLabel("Find a key").fill("limits.queue");
    const queue = page.getByRole("article", { name: "limits.queue" });
    await expectShown(queue.getByText("default", { exact: true }));
    await queue.getByRole("button", { name: "Edit limits.queue" }).click();
    await queue.getByLabel("Value of limits.queue").fill("0");
    await queue.getByRole("button", { name: "Save" }).click();
    await expectShown(queue.getByRole("alert").getByText(/limits\.queue/));
    await queue.getByLabel("Value of limits.queue").fill("7");
    await queue.getByRole("button", { name: "Check" }).click();
    await expectShown(queue.getByText("This is valid."));
    expect(await readFile(join(parley.home, "parley.yaml"), "utf8")).not.toContain("queue");
    await queue.getByRole("button", { name: "Save" }).click();
    await expectShown(page.getByText("Restart the hub to put it in force"));
    expect(await readFile(join(parley.home, "parley.yaml"), "utf8")).toContain("queue: 7");
    const records = (await parley.api("GET", "/api/audit?kind=config")).body;
    expect(records["records"]).toMatchObject([{ data: { did: "configuration changed", keys: ["limits.queue"] } }]);
  });

  it("routing: the owner edits the rules, tries them before they are saved, and comments stay in the file", async () => {
    await goTo("settings=routing");
    await page.getByRole("button", { name: `${words.editRules}…` }).click();
    const rule = (number: number) => page.getByRole("group", { name: words.rule(number) });
    await page.getByRole("button", { name: words.removeRule(1) }).click();
    await page.getByRole("button", { name: words.addRule }).click();
    await rule(3).getByLabel(words.keywords).fill("deploy*, 上线");
    await rule(3).getByRole("combobox", { name: words.session, exact: true }).selectOption("reviewer");
    await page.getByRole("button", { name: words.up(3) }).click();
    await page.getByRole("button", { name: words.up(2) }).click();
    const form = page.getByRole("form", { name: words.tryIt });
    await form.getByLabel(words.text).fill("please deploy it");
    await form.getByRole("button", { name: words.check }).click();
    await expectShown(page.getByText(words.by.rule(1)));
    expect(await readFile(join(parley.home, "parley.yaml"), "utf8")).not.toContain("deploy*");

    await rule(2).getByRole("combobox", { name: words.does }).selectOption("invite");
    await page.getByRole("button", { name: words.checkRules, exact: true }).click();
    await expectShown(page.getByRole("alert").getByText("routing.rules[1]"));
    await rule(2).getByRole("combobox", { name: words.does }).selectOption("session");
    await rule(2).getByRole("combobox", { name: words.session, exact: true }).selectOption("reviewer");
    expect(await faultsOf(page)).toEqual(faultless);
    await page.getByRole("button", { name: words.save }).click();
    await expectShown(page.getByText(words.rulesSaved));
    const saved = await readFile(join(parley.home, "parley.yaml"), "utf8");
    expect(saved).toMatch(/keywords: \[ ?deploy\*, 上线 ?\]/);
    expect(saved).toContain("# reviews");
    expect(saved).not.toContain("onerror");
    const { body } = await parley.api("GET", "/api/audit?kind=config");
    expect(JSON.stringify(body)).toContain("routing.rules");
    page = await signedIn("Ada");
    await goTo("settings=routing");
    await expectShown(page.getByRole("region", { name: words.rules }));
    expect(await page.getByRole("button", { name: `${words.editRules}…` }).count()).toBe(0);
  });

  verifies("C-14.2-4", "routing: lists the rules in order, and shows rule by rule what they would do with a message, without doing it", async () => {
    await goTo("settings=routing");
    const list = page.getByRole("region", { name: "Rules in force, in order" });
    await expectShown(list.getByRole("article", { name: "Rule 2" }).getByText("kind of work: review"));
    const form = page.getByRole("form", { name: "Which session would get a message?" });
    await form.getByLabel("Message").fill("please review <svg/onload=window.ran=1> @claude");
    await form.getByRole("button", { name: "Try" }).click();
    const result = page.getByRole("status").filter({ hasText: "It would go to" });
    await expectText(result.locator("p").first(), "It would go to reviewer. Rule 2 decides.");
    await expectShown(result.getByRole("article", { name: "Rule 1" }).getByText("skipped: the configuration has no such session"));
    await expectShown(result.getByRole("article", { name: "Rule 2" }).getByText("decides"));
    await expectShown(result.getByRole("article", { name: "Rule 3" }).getByText("invitations by rules are off"));
    await form.getByLabel("Message").fill("hello");
    await form.getByLabel("File names").fill("a.txt, fix.patch");
    await form.getByLabel("Written by").fill("Bo");
    await form.getByRole("button", { name: "Try" }).click();
    await expectShown(result.getByRole("article", { name: "Rule 2" }).getByText("kind of work: review (patch)"));
    await form.getByLabel("Written by").fill("Nobody");
    await form.getByRole("button", { name: "Try" }).click();
    await expectShown(page.getByRole("main").getByRole("alert"));
    expect(await parley.messages(await parley.threadOf("demo"))).toEqual([]);
    page = await signedIn("Ada", { locale: "zh-CN" });
    await goTo("settings=routing");
    await page.getByRole("textbox", { name: "消息" }).fill("请评审一下");
    await page.getByRole("button", { name: "试一试" }).click();
    await expectShown(page.getByText("会交给 reviewer。"));
    expect(await page.evaluate("window.ran")).toBeUndefined();
  });

  verifies("C-14.2-2", "statistics and audit: shows the numbers of what was said, filters the records and checks their chain", async () => {
    const thread = await parley.threadOf("demo");
    const ana = await parley.token({ person: "Ana" });
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "hello" }, ana);
    await parley.until(async () => (await parley.messages(thread)).length > 1);
    await goTo("activity=statistics");
    await expect.poll(() => page.getByRole("region", { name: "Messages" }).locator(".figure").innerText()).toMatch(/^[2-9]/);
    await expectShown(page.getByRole("row", { name: /Ana/ }));
    await expectShown(page.getByRole("row", { name: /demo/ }));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^parley-.*\.csv$/);
    await goTo("activity=audit");
    await page.getByRole("button", { name: "Check the chain" }).click();
    await expectShown(page.getByText(/The chain holds/));
    await page.getByLabel("Kind").selectOption("access");
    await page.getByLabel("Who").selectOption("operator");
    await expectShown(page.getByText("token created").first());
    await page.getByText("token created").first().click();
    await expectShown(page.locator(".record-data").first());
  });

  it("offers an admin no people and a member nothing but their own, and the hub refuses both", async () => {
    page = await signedIn("Ada");
    await goTo("settings");
    expect(await page.locator(".section-link").allInnerTexts()).toEqual(["You", "Routing", "Configuration", "Getting started"]);
    await goTo("settings=config");
    await expectShown(page.getByRole("article", { name: "server.port" }));
    expect(await page.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
    page = await signedIn("Bo");
    await goTo("settings");
    expect(await page.locator(".section-link").allInnerTexts()).toEqual(["You"]);
    const bo = await parley.token({ person: "Bo" });
    for (const path of ["/api/config", "/api/routing", "/api/start", "/api/statistics", "/api/people", "/api/tokens", "/api/audit"])
      expect((await parley.api("GET", path, undefined, bo)).status).toBe(403);
    const ada = await parley.token({ person: "Ada" });
    expect((await parley.api("POST", "/api/config", { version: "", save: true, changes: [{ key: "server.port", value: 1 }] }, ada)).status).toBe(403);
  });

  it("runs nothing of what strangers and owners could type into its fields", async () => {
    for (const [i, text] of hostileTexts.entries()) {
      await parley.api("POST", "/api/people", { name: `${i} ${text}`.slice(0, 64), role: "member", accounts: [`irc:${text.replaceAll(/\s/g, "")}`] });
      await parley.api("POST", "/api/tokens", { agent: `${i} ${text}`.slice(0, 64) });
      await parley.api("POST", "/api/config", { version: "x", save: true, changes: [{ key: text, value: text }] });
      await parley.api("GET", `/api/people/${encodeURIComponent(text)}`);
    }
    for (const part of ["settings=people", "settings=tokens", "settings=routing", "settings=config", "activity=audit", "activity=statistics"]) {
      await goTo(part);
      await page.getByRole("main").getByText(/./).first().waitFor();
      await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
    }
    await goTo("settings=people");
    await expectShown(page.getByText("onerror", { exact: false }).first());
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.locator(".section-in img, .section-in script").count()).toBe(0);
  });
});
