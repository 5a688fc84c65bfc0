import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, type TestContext } from "vitest";
import { lacks } from "#test/contracts/lacks";
import { verifies } from "#test/verifies";
import { longAnswer, streamedLines } from "./case-script.ts";
import type { CliStagePart } from "./cli-part.ts";
import { installMs } from "./programs.ts";

/** What a CLI is told and what it answers. */
export function cliAnswerCases({ cli, script, stage }: CliStagePart): void {
  verifies(
    ["C-2.2-3", "C-2.2-4", "C-3.1-1", "C-3.1-2", "C-3.1-4", "C-9.1-9", "C-6.1-1", "C-11.2-2"],
    "an answer in Markdown",
    async () => {
      await stage().prompt("hello **there**");
      expect(await stage().answered("hello")).toBe("15 characters: hello **there**");
      await stage().state("idle");
    },
    installMs,
  );

  it("a long answer, complete", { timeout: installMs }, async () => {
    await stage().prompt("be long");
    expect(await stage().answered("Line 399")).toBe(longAnswer);
  });

  it("prompts in CJK, of many lines, of 5,000 characters, and words that look like a command of the shell", { timeout: installMs }, async () => {
    const lines = "第一行：你好\n  second line, indented\n\n第四行 😀 the end";
    await stage().prompt(lines);
    await stage().answered("the end");
    // No two words are the same: some CLIs take repeated ones in an answer for a loop of the model.
    const words = Array.from({ length: 1_500 }, (_none, i) => `w${i}`).join(" ");
    const whole = `${words.slice(0, 4_990)} to the end`;
    await stage().prompt(whole);
    await stage().answered(whole.slice(-40));
    await stage().prompt("!touch banged");
    await stage().answered("!touch banged");
    expect(stage().model.prompts.slice(-3)).toEqual([lines, whole, expect.stringMatching(/^\\?!touch banged$/)]);
    expect(existsSync(join(stage().dir, "work", "banged"))).toBe(false);
  });

  it("streaming, line by line", { timeout: installMs }, async (ctx: TestContext) => {
    if (cli.lacks["streaming"] !== undefined) lacks(ctx, cli.lacks["streaming"]);
    await stage().prompt("hold the stream");
    await stage().until(async () => (await stage().draft()).includes(streamedLines[0] ?? ""));
    expect(await stage().draft()).not.toContain(streamedLines.at(-1));
    script.release("hold the stream");
    expect(await stage().answered(streamedLines.at(-1) ?? "")).toBe(streamedLines.join("\n"));
  });
}
