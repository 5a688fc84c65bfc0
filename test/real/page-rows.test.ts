import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { helloCommand } from "#commands/hello/index";
import type { CommandContext } from "#domain/command";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { rawIrcServer } from "#test/fakes/irc/raw-server";
import { command, withAgents } from "#test/scenarios/invitations";
import { Parley } from "#test/scenarios/parley";
import { verifies } from "#test/verifies";
import { en } from "#web/words/en.ts";
import { signInWords } from "#web/words/sign-in.ts";
import { terminalWords } from "#web/words/terminal.ts";
import { openBrowser } from "./browser.ts";
import { expectGone, expectShown, expectText } from "./page-stage.ts";

const yaml = "sessions:\n  - { name: demo, cli_type: scripted }\ndefault_session: demo\n";
const secretsFile = ".agents/skills/irc-cli/secrets/.env";
const hidden = { server: "127.0.0.1", channel: "#backroom", nick: "kestrel" };
const env = (port: number): string => `IRC_SERVER=${hidden.server}\nIRC_PORT=${port}\nIRC_TLS=0\nIRC_CHANNEL=${hidden.channel}\nIRC_NICK=${hidden.nick}\n`;
const terminal = terminalWords.en;
const longMs = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The built page as the hub serves it, signed in as the hub's owner. */
async function open(parley: Parley): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/claim-links", {})).body);
  await page.goto(url);
  await page.getByLabel(signInWords.en.yourName).fill("Mara");
  await page.getByRole("button", { name: signInWords.en.claim }).click();
  await expectShown(page.getByRole("button", { name: en.terminal }));
  return page;
}

const panelOf = (page: Page): Locator => page.getByRole("region", { name: en.terminal });
const logOf = (page: Page): Locator => page.getByRole("log");
const lightOf = (page: Page): Locator => page.getByRole("img", { name: /^IRC/ });
const printed = (within: Locator, label: string): Locator => within.locator(`pre[aria-label="${label}"]`);
/** A run's line: its state, who ran what, and how it ended. */
const runLine = (within: Locator, state: keyof typeof en.standing, line: string): Locator =>
  within.getByRole("button", { name: new RegExp(`^${en.standing[state]}.*${line}`) });

async function type(page: Page, line: string): Promise<void> {
  const field = panelOf(page).getByRole("textbox", { name: terminal.commandLine, exact: true });
  if (!(await field.isVisible())) await page.getByRole("button", { name: en.terminal }).click();
  await field.fill(line);
  await field.press("Enter");
}

describe("the terminal of the real page on a real hub", () => {
  verifies(
    ["TE-UX-1", "TE-UX-2", "TE-UX-4"],
    "shows commands, output and errors, copies them, and leaves a line in the chat that opens to output and files",
    async () => {
      await using server = await rawIrcServer();
      await using parley = await Parley.start({ yaml, files: { [secretsFile]: env(server.port) } });
      const page = await open(parley);
      const [panel, log] = [panelOf(page), logOf(page)];
      const { text: picture } = await helloCommand().run({}, {} as CommandContext);

      await type(page, "hello");
      await expectShown(runLine(panel, "done", "hello"));
      await expectText(printed(panel, terminal.output), picture);
      await panel.getByRole("button", { name: terminal.copyOutput }).click();
      await expectShown(panel.getByText(terminal.copied));
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(picture);

      await type(page, "doc extract --in nowhere.pdf");
      await expectShown(runLine(panel, "failed", "doc extract"));
      const { body } = await parley.api("GET", "/api/runs?limit=1");
      const [failed] = z.array(z.object({ id: z.string(), exit_code: z.number() })).parse(body);
      const { stderr } = z.object({ stderr: z.string().min(1) }).parse((await parley.api("GET", `/api/runs/${failed?.id ?? ""}`)).body);
      await expectShown(panel.getByText(stderr));

      // The trace in the chat: one line a run, closed, which opens to all of it and hands over its file.
      await type(page, "irc status --out trace.txt");
      const trace = runLine(log, "done", "irc status");
      await expectShown(trace);
      expect(await runLine(log, "done", "hello").getAttribute("aria-expanded")).toBe("false");
      await runLine(log, "done", "hello").click();
      await expectText(printed(log, terminal.output), picture);
      await runLine(log, "done", "hello").click();
      await trace.click();
      const [download] = await Promise.all([page.waitForEvent("download"), log.getByRole("button", { name: new RegExp(`^${en.download}`) }).click()]);
      expect(readFileSync(await download.path(), "utf8")).toBe(readFileSync(join(parley.home, "trace.txt"), "utf8"));
    },
    longMs,
  );

  verifies(
    "TE-UX-3",
    "stops a command that is running, for good",
    async () => {
      // Takes the connection and never says a word.
      await using server = await rawIrcServer();
      await using parley = await Parley.start({ yaml, files: { [secretsFile]: env(server.port) } });
      const page = await open(parley);
      await type(page, "irc connect");
      await server.next();
      await expectShown(runLine(panelOf(page), "running", "irc connect"));
      await panelOf(page)
        .getByRole("button", { name: en.stopRun("irc connect") })
        .click();
      await expectShown(runLine(panelOf(page), "failed", "irc connect"));
      await expectGone(panelOf(page).getByRole("button", { name: en.stopRun("irc connect") }));
      expect((await parley.api("GET", "/api/runs?limit=1")).body).toMatchObject([{ line: "irc connect", code: "Stopped" }]);
    },
    longMs,
  );
});

describe("the light of IRC on a real hub", () => {
  verifies(
    ["IRC-UI-1", "IRC-UI-3", "REQ-0028-031"],
    "is a small word and one lamp at the top right, goes through its three colours with the link, and names nothing",
    async () => {
      await using silent = await rawIrcServer();
      await using server = await startNgircd();
      await using parley = await Parley.start({ yaml, files: { [secretsFile]: env(silent.port) } });
      const page = await open(parley);
      const light = lightOf(page);
      const says = async (color: "green" | "yellow" | "red"): Promise<void> => {
        await expect.poll(() => light.getAttribute("aria-label"), { timeout: 20_000 }).toBe(en.irc[color]);
        expect(await light.locator("use").getAttribute("href")).toBe(`#l-${color}`);
        expect(await light.textContent()).toBe("IRC");
        const words = await light.evaluate((node) => {
          const outer: unknown = Reflect.get(node, "outerHTML");
          return String(outer);
        });
        for (const word of [hidden.server, hidden.channel, hidden.channel.slice(1), hidden.nick, String(server.port), String(silent.port)])
          expect(words).not.toContain(word);
        expect(await page.locator(".head").innerHTML()).not.toMatch(/backroom|kestrel|127\.0\.0\.1/);
      };
      await says("red");
      const [box, head] = await Promise.all([light.boundingBox(), page.locator(".head").boundingBox()]);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan((head?.x ?? 0) + (head?.width ?? 0) * 0.9);
      expect((box?.y ?? 0) - (head?.y ?? 0)).toBeLessThan((head?.height ?? 0) + 1);
      expect(box?.height).toBeLessThan(24);

      await type(page, "irc connect");
      await silent.next();
      await says("yellow");
      await panelOf(page)
        .getByRole("button", { name: en.stopRun("irc connect") })
        .click();
      await parley.api("POST", "/api/exec", { command: "irc disconnect", thread: await parley.threadOf("demo") });
      await says("red");
    },
    longMs,
  );

  verifies(
    ["IRC-UI-1", "REQ-0028-031"],
    "is green while the session is in its channel, and red once it has left",
    async () => {
      await using server = await startNgircd();
      await using parley = await Parley.start({ yaml, files: { [secretsFile]: env(server.port) } });
      const page = await open(parley);
      await type(page, "irc connect");
      await expectShown(runLine(panelOf(page), "done", "irc connect"));
      await expect.poll(() => lightOf(page).getAttribute("aria-label"), { timeout: 20_000 }).toBe(en.irc.green);
      await type(page, "irc disconnect");
      await expect.poll(() => lightOf(page).getAttribute("aria-label"), { timeout: 20_000 }).toBe(en.irc.red);
    },
    longMs,
  );
});

describe("inviting on the real page of a real hub", () => {
  verifies(
    "FR-2-1",
    "has a control at the open thread, whose click starts the agent, which speaks there",
    async () => {
      await using parley = await withAgents({ "talk-cli": { name: "Talker", description: "Says hello", invoke_command: command("talk") } }, { yaml: "" });
      const login = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Ola" })).body);
      const thread = z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic: "Plans" })).body).id;
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
      await page.goto(login.url);
      await page.getByRole("button", { name: signInWords.en.signIn }).click();
      await page.getByRole("link", { name: /Plans/ }).click();
      await page.getByRole("button", { name: en.inviteAgent }).click();
      const list = page.getByRole("dialog", { name: en.inviteAgent });
      await expectShown(list.getByText("Says hello"));
      await list.getByRole("button", { name: en.inviteWhom("Talker") }).click();
      await expectShown(logOf(page).getByText("hello from the invited one"));
      await expect.poll(async () => (await parley.messages(thread)).filter((line) => line.author_kind === "hub").length, { timeout: 20_000 }).toBe(2);
    },
    longMs,
  );
});
