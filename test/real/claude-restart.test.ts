import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

describe("a hub that is killed", () => {
  verifies(
    ["C-9.1-11"],
    "finds the session again and picks the turn up, whether it ended meanwhile or goes on",
    async () => {
      const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await using stage = await DeskStage.start({
        answer: ({ prompt }) => {
          const hold = prompt === "first" ? held[0]?.promise : prompt === "second" ? held[1]?.promise : undefined;
          return { text: `Here is what I found about the ${prompt} one.`, ...(hold !== undefined && { hold }) };
        },
      });
      const pane = () => stage.tmux("list-panes", "-t", "=work:", "-F", "#{pane_pid}");
      await stage.prompt("first");
      await stage.until(async () => stage.model.prompts.includes("first"));
      const before = pane();
      await stage.kill();
      held[0]?.resolve();
      await stage.restart();
      await stage.answered("about the first one.");
      await stage.prompt("second");
      await stage.until(async () => stage.model.prompts.includes("second"));
      await stage.kill();
      await stage.restart();
      expect((await stage.session()).state).toBe("processing");
      held[1]?.resolve();
      await stage.answered("about the second one.");
      await stage.prompt("third");
      await stage.answered("about the third one.");
      expect(pane()).toEqual(before);
      expect(stage.model.prompts).toEqual(["first", "second", "third"]);
      const answers = await stage.answers();
      expect(answers.filter((text) => text.startsWith("Here is"))).toHaveLength(3);
    },
    installMs,
  );

  verifies(
    ["C-11.5-5"],
    "while a question is open: it can still be answered, once, and what was asked happens once",
    async () => {
      await using stage = await DeskStage.start({
        answer: ({ results }) =>
          results.length > 0 ? { text: `It is done: ${results.join()}` } : { call: { tool: "Bash", input: { command: "rm -rf ./victim" } } },
      });
      const victim = join(stage.dir, "work", "victim");
      mkdirSync(victim);
      await stage.prompt("delete it");
      const asked = await stage.openQuestion();
      await stage.kill();
      await stage.restart();
      expect((await stage.openQuestion()).id).toBe(asked.id);
      expect(existsSync(victim)).toBe(true);
      expect(await stage.answer(asked.id, "allow")).toBe(200);
      await stage.answered("It is done");
      expect(existsSync(victim)).toBe(false);
      expect(await stage.answer(asked.id, "deny")).toBe(409);
      await stage.state("idle");
    },
    installMs,
  );
});
