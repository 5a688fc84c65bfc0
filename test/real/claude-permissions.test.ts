import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { Reply } from "#test/fakes/model/protocol";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

const rm: Reply = { text: "I will delete it now.", call: { tool: "Bash", input: { command: "rm -rf ./victim", description: "Delete the folder" } } };

function answer({ prompt, results }: { readonly prompt: string; readonly results: readonly string[] }): Reply {
  if (results.length > 0) return { text: `Done with ${prompt}: ${results.join(" | ")}` };
  if (prompt.startsWith("delete")) return rm;
  if (prompt.startsWith("write"))
    return { text: "I will write it.", call: { tool: "Write", input: { file_path: prompt.split(" ")[1] ?? "", content: "one\ntwo\n" } } };
  const options = [
    { label: "Red", description: "the red one" },
    { label: "Blue", description: "the blue one" },
  ];
  if (prompt.startsWith("choose"))
    return { call: { tool: "AskUserQuestion", input: { questions: [{ question: "Which colour?", header: "Colour", multiSelect: false, options }] } } };
  return { text: `You said ${prompt}` };
}

describe("a permission of Claude Code", () => {
  verifies(
    ["C-5.1-6", "C-11.1-1", "C-11.5-4", "C-11.5-5"],
    "is asked with the exact command; “no” typed in the chat leaves the folder, allowing removes it",
    async () => {
      await using stage = await DeskStage.start({ answer });
      const victim = join(stage.dir, "work", "victim");
      mkdirSync(victim);
      await stage.prompt("delete it");
      const asked = await stage.openQuestion();
      expect(asked).toMatchObject({ kind: "permission", subject: { detail: "rm -rf ./victim", directory: join(stage.dir, "work") } });
      expect(asked.guessed ?? false).toBe(false);
      expect((await stage.session()).state).toBe("waiting_input");
      expect(await stage.prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
      await stage.answered("Done with delete it");
      expect(existsSync(victim)).toBe(true);
      await stage.state("idle");
      await stage.prompt("delete it again");
      const again = await stage.openQuestion();
      expect(await stage.answer(again.id, "allow")).toBe(200);
      await stage.answered("Done with delete it again");
      expect(existsSync(victim)).toBe(false);
      expect(await stage.answer(again.id, "deny")).toBe(409);
    },
    installMs,
  );

  verifies(
    ["C-11.1-2"],
    "comes with the new file's lines; a choice with its options; and an answer at the terminal settles it",
    async () => {
      await using stage = await DeskStage.start({ answer });
      const file = join(stage.dir, "work", "new.txt");
      await stage.prompt(`write ${file}`);
      const write = await stage.openQuestion();
      expect(write.subject?.detail).toBe("+one\n+two\n+");
      await stage.answer(write.id, "allow");
      await stage.answered("Done with write");
      expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
      await stage.prompt("choose one");
      const choice = await stage.openQuestion();
      expect([choice.kind, choice.prompt, choice.options.map(({ label }) => label)]).toEqual([
        "choice",
        "Which colour?",
        ["Red (the red one)", "Blue (the blue one)"],
      ]);
      await stage.answer(choice.id, choice.options[1]?.id ?? "");
      expect(await stage.answered("Done with choose one")).toContain('"Which colour?"="Blue"');
      mkdirSync(join(stage.dir, "work", "victim"));
      await stage.prompt("delete it");
      const asked = await stage.openQuestion();
      await stage.until(async () => stage.screenOf().includes("Do you want to proceed?"));
      // A menu that was drawn this moment does not take keys yet.
      await stage.until(async () => {
        stage.tmux("send-keys", "-t", "=work:", "1");
        return !stage.screenOf().includes("Do you want to proceed?");
      });
      await stage.answered("Done with delete it");
      expect((await stage.questions()).find((one) => one.id === asked.id)).toMatchObject({ state: "answered" });
      expect(existsSync(join(stage.dir, "work", "victim"))).toBe(false);
    },
    installMs,
  );
});
