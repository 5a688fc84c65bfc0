import { expect } from "vitest";
import { reportLack } from "#test/contracts/lacks";
import { verifies } from "#test/verifies";
import { CaseScript, streamedLines } from "./case-script.ts";
import type { DeskCli } from "./desk-clis.ts";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

/** Cases that need a hub of their own. */
export function cliStartCases(cli: DeskCli): void {
  verifies(
    ["C-5.2-5"],
    "two sessions in one directory never mix",
    async () => {
      const other = new CaseScript(cli);
      await using both = await DeskStage.start({
        cli,
        sessions: { work: { dir: "shared" }, other: { dir: "shared", more: ", auto_start: false" } },
        answer: (asked) => other.answer(asked),
      });
      await both.prompt("hold on");
      await both.until(async () => both.model.prompts.includes("hold on"), cli.startMs);
      await both.prompt("for the other", "other");
      await both.until(async () => (await both.answers("other")).some((text) => text.includes(": for the other")), cli.startMs);
      other.release("hold on");
      await both.answered(streamedLines.at(-1) ?? "");
      expect([await both.answers(), (await both.answers("other")).length]).toEqual([[streamedLines.join("\n")], 1]);
    },
    installMs,
  );

  if (cli.lacks["start-up dialog"] !== undefined) return reportLack("a start-up dialog, asked with a picture", cli.lacks["start-up dialog"]);
  verifies(
    ["C-3.1-5"],
    "a start-up dialog, asked with a picture",
    async () => {
      const { trust } = cli;
      if (trust === undefined) throw new Error(`${cli.name} has no dialog, and does not say why under lacks`);
      const first = new CaseScript(cli);
      await using fresh = await DeskStage.start({ cli, isTrusted: false, answer: (asked) => first.answer(asked) });
      await fresh.prompt("hello");
      const asked = await fresh.openQuestion();
      expect([asked.guessed, asked.prompt]).toEqual([true, expect.stringContaining(trust.shows)]);
      const { thread } = await fresh.session();
      expect(JSON.stringify((await fresh.api("GET", `/api/threads/${thread}/entries?limit=100`)).body)).toContain(`${cli.name}-screen.`);
      await fresh.answer(asked.id, asked.options.find(({ label }) => trust.yes.test(label))?.id ?? "");
      await fresh.answered(": hello");
    },
    installMs,
  );
}
