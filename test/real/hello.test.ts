import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { z } from "zod";
import { helloCommand } from "#commands/hello/index";
import type { CommandContext } from "#domain/command";
import { Parley } from "#test/scenarios/parley";
import { verifies } from "#test/verifies";
import { openBrowser } from "./browser.ts";
import { expectGone, expectShown, expectText } from "./page-stage.ts";

const yaml = "sessions:\n  - { name: demo, cli_type: scripted }\ndefault_session: demo\n";

async function helloText(): Promise<string> {
  const command = helloCommand();
  return (await command.run({}, {} as CommandContext)).text;
}

describe("hello on the real hub, in a real browser", () => {
  verifies(
    "REQ-0011-021",
    "is run by the line of its skill in the terminal panel and in the chat, and seen in both, whoever ran it",
    async () => {
      await using parley = await Parley.start({ yaml });
      await using browser = await openBrowser();
      const skill = await readFile(join(parley.home, ".agents/skills/hello-world/SKILL.md"), "utf8");
      const { command } = z.object({ command: z.string() }).parse(JSON.parse(/^terminal_exec (.*)$/m.exec(skill)?.[1] ?? "{}"));
      const picture = await helloText();
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
      const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/claim-links", {})).body);
      await page.goto(url);
      await page.getByLabel("Your name").fill("Mara");
      await page.getByRole("button", { name: "Claim this hub" }).click();
      const log = page.getByRole("log");
      const panel = page.getByRole("region", { name: "Terminal" });

      // In the terminal panel, with its name completed from what the hub has.
      await expectShown(page.getByRole("button", { name: "Terminal" }));
      // Nobody has set up or used IRC on a fresh hub.
      await expectGone(page.getByRole("img", { name: /^IRC/ }));
      await page.keyboard.press("Control+Backquote");
      const line = panel.getByRole("textbox", { name: "Command", exact: true });
      await line.pressSequentially("hel");
      await expectShown(panel.locator(".suggestions").getByText("hello", { exact: true }));
      await line.fill(command);
      await line.press("Enter");
      await expectText(panel.locator("pre[aria-label=Output]"), picture);
      await expectShown(panel.getByRole("button", { name: /^done.*You.*hello.*exit 0/ }));

      // The same run, as one line of the chat, which opens.
      const ran = log.getByRole("button", { name: /^done.*You.*hello.*exit 0/ });
      await expectShown(ran);
      expect(await ran.getAttribute("aria-expanded")).toBe("false");
      await ran.click();
      await expectText(log.locator("pre[aria-label=Output]"), picture);

      // Typed as a message.
      await page.getByRole("textbox", { name: "Message" }).fill(`!!exec ${command}`);
      await page.getByRole("textbox", { name: "Message" }).press("Enter");
      await expect.poll(() => ran.count(), { timeout: 10_000 }).toBe(2);
      await expect.poll(() => log.locator("pre[aria-label=Output]").last().textContent(), { timeout: 10_000 }).toBe(picture);

      // From a shell, while somebody looks.
      await parley.api("POST", "/api/exec", { command, thread: await parley.threadOf("demo") });
      await expectShown(log.getByRole("button", { name: /^done.*Operator.*hello.*exit 0/ }));
      await page.reload();
      await expect.poll(() => ran.count(), { timeout: 10_000 }).toBe(2);
      await expectGone(log.locator("pre[aria-label=Output]"));

      // What is wrong with a line is said with its code.
      await line.fill("hello | cat");
      await line.press("Enter");
      await expectShown(panel.getByText(/InvalidCommand/).last());
      expect(complaints).toEqual([]);
    },
    90_000,
  );
});
