import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { invitingTexts } from "#hub/inviting/texts";
import { say } from "#lib/words/words";
import { command, openThread, withAgents, writeAgents } from "#test/scenarios/invitations";
import { Parley } from "#test/scenarios/parley";
import { en } from "#web/words/en.ts";
import { signInWords } from "#web/words/sign-in.ts";
import { openBrowser } from "./browser.ts";
import { expectGone, expectShown, expectText } from "./page-stage.ts";

const root = dirname(dirname(import.meta.dirname));
const people = 'people: [{ name: Ola, role: owner, accounts: ["chat:ola"] }]\n';
const longMs = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The built page as a real hub serves it, at a thread, signed in as the owner. */
async function open(parley: Parley, thread: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Ola" })).body);
  await page.goto(url);
  await page.getByRole("button", { name: signInWords.en.signIn }).click();
  await expectShown(page.getByRole("navigation", { name: en.threads }));
  await page.goto(`${parley.url}/#thread=${thread}`);
  await expectShown(page.getByRole("log"));
  return page;
}

async function openList(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: en.inviteAgent }).click();
  return page.getByRole("dialog", { name: en.inviteAgent });
}

describe("the hub's own question, on the real page of a real hub", () => {
  it(
    "says in the hub's words what is granted until when, and is answered with a number key",
    async () => {
      const talker = { name: "Talker", invoke_command: command("talk") };
      await using parley = await withAgents({ talker });
      await writeAgents(parley, JSON.stringify({ talker: { ...talker, invoke_command: command("stay") } }));
      const asked = await parley.openQuestion();
      const page = await open(parley, asked.thread);
      const card = page.getByRole("log").locator(`[data-question="${asked.id}"]`);

      const title = say("en", invitingTexts.titleNewAgent, { agent: "talker" });
      const file = join(parley.home, "config", "available-agents.json");
      await expectText(card.locator(".question-head b"), title);
      await expectShown(card.getByText(say("en", invitingTexts.askNewAgent, { agent: "talker", file })));
      await expectShown(card.getByRole("button", { name: say("en", invitingTexts.allowUntilChanged) }));
      await expectGone(card.getByText(en.inWordsOf(asked.session_name)));
      // The list of threads says the same as the card, not the command alone.
      await expectShown(page.getByRole("navigation", { name: en.threads }).getByText(title));

      const list = await openList(page);
      await expectShown(list.getByText(say("en", invitingTexts.askNewAgent, { agent: "talker", file })));
      await page.keyboard.press("Escape");

      const warning = page.getByRole("complementary", { name: en.panel }).getByText("agents.talker");
      await expectShown(warning);
      // In its first moment the card takes no key.
      await page.getByRole("heading", { level: 1 }).click();
      const press = async (): Promise<string> => {
        await page.keyboard.press("1");
        return (await parley.question(asked.id)).state;
      };
      await expect.poll(press, { timeout: 10_000 }).toBe("answered");
      expect(await parley.question(asked.id)).toMatchObject({ answer: { option: "allow", by: "Ola", surface: "page" } });
      await expectShown(card.getByText(en.allowed, { exact: true }));
      await page.getByRole("button", { name: en.inviteAgent }).click();
      await expectShown(list.getByRole("button", { name: en.inviteWhom("Talker") }));
      await expectGone(warning);
      await expect.poll(async () => JSON.stringify((await parley.api("GET", "/api/agents/invitable")).body)).toContain("stay");
    },
    longMs,
  );
});

describe("inviting where no agent is set up", () => {
  it(
    "gives the path of the file, and a command that copies the example there",
    async () => {
      await using parley = await Parley.start({ yaml: people });
      const page = await open(parley, await openThread(parley, "Plans"));
      const list = await openList(page);
      const file = join(parley.home, "config", "available-agents.json");
      await expectShown(list.getByText(file));
      await list.getByRole("button", { name: en.copyCommand }).click();
      await expectShown(list.getByText(en.copied));
      const copied = z.string().parse(await page.evaluate("navigator.clipboard.readText()"));
      await expectText(list.locator(".command"), copied);

      execFileSync("sh", ["-c", copied], { cwd: root });
      expect(readFileSync(file, "utf8")).toBe(readFileSync(join(root, "config", "available-agents.example.json"), "utf8"));
      await expect.poll(async () => (await parley.questions()).filter(({ state }) => state === "open").length, { timeout: 20_000 }).toBeGreaterThan(0);
      await expectShown(list.getByText("Claude Code", { exact: true }));
      await expectGone(list.locator(".command"));
    },
    longMs,
  );
});

describe("an agent that joined", () => {
  it(
    "is marked as one wherever its name is shown",
    async () => {
      await using parley = await withAgents({ talker: { name: "Talker", invoke_command: command("stay") } });
      const thread = await openThread(parley, "Plans");
      const page = await open(parley, thread);
      const list = await openList(page);
      await list.getByRole("button", { name: en.inviteWhom("Talker") }).click();
      await page.keyboard.press("Escape");
      const message = page.getByRole("article").filter({ hasText: "Talker" });
      await expectShown(message.locator(".message-head .tag", { hasText: en.agentMark }));

      const threads = page.getByRole("navigation", { name: en.threads });
      await expectShown(threads.getByText(en.lastLine(en.agentNamed("Talker"), "here")));
      await expectShown(page.getByRole("img", { name: en.hereNow(en.agentNamed("Talker")) }));
      await expectShown(page.getByText(en.presentHere(["Talker"], 0)));

      await message.getByRole("button", { name: en.reply }).click();
      await expectShown(page.locator(".aim").getByText(en.agentNamed("Talker")));
      await page.getByRole("textbox", { name: en.message }).fill("welcome");
      await page.keyboard.press("Enter");
      await expectShown(page.getByRole("log").locator(".reply", { hasText: en.agentNamed("Talker") }));

      await page.getByRole("searchbox").fill("here");
      const found = page.locator(".found", { hasText: "Talker" });
      await expectShown(found.locator(".tag", { hasText: en.agentMark }));
      // Invited processes outlive their hub, and this one waits for it.
      await writeFile(join(parley.home, "leave"), "");
      await expect.poll(async () => (await parley.messages(thread)).some(({ content }) => content === "leaving")).toBe(true);
    },
    longMs,
  );
});
