import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

const long = ["# A long answer", "", ...Array.from({ length: 400 }, (_none, i) => `Line ${i}: 你好，世界。 **bold** \`code\``)].join("\n");

describe("Claude Code in tmux", () => {
  verifies(
    ["C-2.2-3", "C-2.2-4", "C-3.1-1", "C-3.1-2", "C-3.1-4", "C-6.1-1", "C-11.2-2"],
    "answers what it was asked, whole and in Markdown, however long the prompt or the answer",
    async () => {
      await using stage = await DeskStage.start({
        answer: ({ prompt }) => ({ text: prompt === "be long" ? long : `${prompt.length} characters: ${prompt.slice(-200)}` }),
      });
      await stage.prompt("hello **there**");
      expect(await stage.answered("hello")).toBe("15 characters: hello **there**");
      await stage.prompt("be long");
      expect(await stage.answered("Line 399")).toBe(long);
      const lines = "第一行：你好\n  second line, indented\n\n第四行 😀 the end";
      await stage.prompt(lines);
      await stage.answered("the end");
      const whole = `${"x".repeat(4_990)} to the end`;
      await stage.prompt(whole);
      await stage.answered("x to the end");
      expect(stage.model.prompts).toEqual(["hello **there**", "be long", lines, whole]);
      // A prompt is words, whatever it begins with: nothing runs in a shell behind everybody's back.
      await stage.prompt("!touch banged");
      await stage.answered("!touch banged");
      expect(existsSync(join(stage.dir, "work", "banged"))).toBe(false);
      await stage.state("idle");
    },
    installMs,
  );

  verifies(
    ["C-14.1-2", "C-8.3-3", "C-11.3-1"],
    "shows an answer line by line while it is written, and answers its own commands with what the terminal shows",
    async () => {
      const held = Promise.withResolvers<void>();
      const text = ["The first line is here already.", "The second line follows it.", "The last one comes later."].join("\n");
      await using stage = await DeskStage.start({ answer: () => ({ text, hold: held.promise, holdAt: 60 }) });
      await stage.prompt("tell me");
      await stage.until(async () => (await stage.draft()).includes("The first line is here already."));
      expect(await stage.draft()).not.toContain("The last one");
      held.resolve();
      expect(await stage.answered("The last one")).toBe(text);
      await stage.prompt("/help");
      expect(await stage.answered("Claude understands your codebase")).toContain("```");
      await stage.state("idle");
      await stage.prompt("and again");
      await stage.until(async () => (await stage.answers()).filter((one) => one === text).length === 2);
    },
    installMs,
  );
});
