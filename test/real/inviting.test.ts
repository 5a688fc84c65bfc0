import { describe, expect } from "vitest";
import { z } from "zod";
import { invitingTexts } from "#hub/inviting/texts";
import { say } from "#lib/words/words";
import { command, openThread, withAgents, writeAgents } from "#test/scenarios/invitations";
import { verifies } from "#test/verifies";
import { openBrowser } from "./browser.ts";
import { en } from "#web/words/en.ts";

describe("inviting from a real browser on the real hub", () => {
  verifies(
    ["FR-2", "FR-2-2"],
    "starts the operator's command with one click; what it says, how it left and what it wrote are in the page",
    async () => {
      await using parley = await withAgents({
        talker: { name: "Talker", description: "Says hello", invoke_command: command("talk") },
        broken: { name: "Broken", invoke_command: command("fail") },
      });
      const thread = await openThread(parley, "Who is there?");
      const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Ola" })).body);
      await using browser = await openBrowser();
      const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(url);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("link", { name: /Who is there\?/ }).click();

      const log = page.getByRole("log");
      await page.getByRole("button", { name: "Invite agent" }).click();
      const list = page.getByRole("dialog", { name: "Invite agent" });
      await list.getByText("Says hello").waitFor();
      await list.getByRole("button", { name: "Invite Talker into this thread" }).click();
      await log.getByText("Ola invited Talker.").waitFor();
      await log.getByRole("article").filter({ hasText: "hello from the invited one" }).locator(".face.agent").waitFor();
      await log.getByText(/Talker left: exit 0/).waitFor();
      await list.getByText(/Last run .*: exit 0/).waitFor();

      await list.getByRole("button", { name: "Invite Broken into this thread" }).click();
      await list.getByText(/Last run .*: exit 3/).waitFor();
      await list.getByText(en.itsOutput).click();
      await list.getByText("cannot find my model").waitFor();
      await page.keyboard.press("Escape");

      const runs = page.getByRole("region", { name: "Runs in this thread" });
      await expect.poll(() => runs.locator(".run-line > .clip").allTextContents()).toEqual(["Broken", "Talker"]);
      expect((await parley.messages(thread)).map((line) => line.author_name)).toEqual(["Parley", "Talker", "Parley", "Parley", "Parley"]);
      expect(complaints).toEqual([]);
    },
    90_000,
  );

  verifies(
    "AW-PRIN-2",
    "an agent that was added to the file is allowed in the list where it is then invited, and the command is shown argument by argument",
    async () => {
      const talker = { name: "Talker", invoke_command: command("talk") };
      await using parley = await withAgents({ talker });
      const thread = await openThread(parley, "Who is there?");
      const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Ola" })).body);
      await using browser = await openBrowser();
      const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
      await page.goto(url);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("link", { name: /Who is there\?/ }).click();
      await writeAgents(parley, JSON.stringify({ talker, fresh: { name: "Fresh", invoke_command: command("talk", '"a b"') } }));
      const question = await parley.openQuestion();

      await page.getByRole("button", { name: "Invite agent" }).click();
      const fresh = page.getByRole("dialog", { name: "Invite agent" }).getByRole("listitem").filter({ hasText: "Fresh" });
      await fresh.getByText(en.waitsForApproval).waitFor();
      await expect.poll(() => fresh.locator(".argv > span").allTextContents()).toEqual([process.execPath, "agent.mjs", "talk", "a b"]);
      const allow = fresh.getByRole("button", { name: say("en", invitingTexts.allowUntilChanged) });
      // A question that has just appeared takes no click for 400 ms: press until one counts.
      const press = async (): Promise<boolean> => {
        if (await allow.isVisible()) await allow.click();
        return (await parley.question(question.id)).state === "answered";
      };
      await expect.poll(press, { timeout: 10_000 }).toBe(true);
      await fresh.getByRole("button", { name: "Invite Fresh into this thread" }).click();
      await page
        .getByRole("log")
        .getByText(/Fresh left: exit 0/)
        .waitFor();
      expect((await parley.question(question.id)).answer).toMatchObject({ option: "allow", by: "Ola", surface: "page" });
      expect((await parley.messages(thread)).map((line) => line.author_name)).toEqual(["Parley", "Fresh", "Parley"]);
    },
    90_000,
  );
});
