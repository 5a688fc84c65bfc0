import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFailed } from "vitest";
import { tmuxTexts } from "#agents/tmux/texts";
import { say } from "#lib/words/words";
import { seeded } from "#test/scenarios/seeded";
import { verifies } from "#test/verifies";
import { deskClis } from "./desk-clis.ts";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

const kills = 8;

// The kill loop of the spine, with a real CLI in tmux that goes on while the hub is dead.
describe("a hub with a session in tmux that is killed at any moment", () => {
  verifies(
    ["C-9.1-11", "C-11.3-1"],
    "sends no prompt twice, asks what is still asked, and ends every turn once",
    async () => {
      const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
      onTestFailed(() => console.error(`Run it again with KILL_SEED=${seed}.`));
      const chance = seeded(seed);
      const cli = deskClis.codex;
      await using stage = await DeskStage.start({
        cli,
        sessions: { work: { more: `, start_cmd: '${cli.command}'` } },
        answer: ({ prompt, results }) => {
          const word = prompt.split("\n").at(-1) ?? "";
          if (results.length > 0) return { text: `Done with ${word}.` };
          return word.startsWith("remove") ? { text: "I will.", call: cli.run(`rm -rf ./${word}`) } : { text: `An answer to ${word}.` };
        },
      });
      const words = Array.from({ length: kills }, (_none, n) => `${n % 2 === 0 ? "remove" : "tell"}${n}`);
      for (const word of words) {
        mkdirSync(join(stage.dir, "work", word));
        await stage.prompt(word);
        await wait(chance.below(3_000));
        await stage.kill();
        if (chance.in100(50)) await wait(chance.below(1_500));
        await stage.restart();
        await stage.until(async () => {
          for (const { id, state, options } of await stage.questions())
            if (state === "open") await stage.answer(id, options.find(({ grants }) => grants === "allow")?.id ?? "");
          const { state, queue } = await stage.session();
          return queue === 0 && ["idle", "error", "dead"].includes(state);
        });
      }
      const lost = say("en", tmuxTexts.lostPrompt);
      const lines = await stage.messages();
      for (const word of words) {
        const sent = stage.model.prompts.filter((prompt) => prompt.split("\n").at(-1) === word).length;
        const at = lines.findIndex(({ role, content }) => role === "user" && content === word);
        const next = lines.findIndex(({ role }, i) => i > at && role === "user");
        const endings = lines.slice(at + 1, next < 0 ? undefined : next).filter(({ content }) => content.endsWith(`${word}.`) || content.includes(lost));
        expect([word, sent <= 1, endings.length]).toEqual([word, true, 1]);
        const isDone = endings[0]?.content.endsWith(`Done with ${word}.`) === true;
        expect([word, existsSync(join(stage.dir, "work", word))]).toEqual([word, !isDone]);
      }
      const asked = await stage.questions();
      expect(asked.filter(({ state }) => state === "open")).toEqual([]);
      expect(stage.tmux("list-sessions", "-F", "#{session_name}").toSorted()).toEqual(["parley-hub", "work"]);
    },
    installMs,
  );
});
