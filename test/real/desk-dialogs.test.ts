import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tmuxTexts } from "#agents/tmux/texts";
import { say } from "#lib/words/words";
import { CaseScript } from "./case-script.ts";
import { deskClis } from "./desk-clis.ts";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

// What somebody does at the terminal while others write in the chat.
describe.each([
  { cli: deskClis.claude, dialog: /Select model/ },
  { cli: deskClis.codex, dialog: /Select Model and Effort/ },
])("$cli.name at the desk", ({ cli, dialog }) => {
  it("a dialog that was opened there gets no words of a chat, which wait until it is closed", { timeout: installMs }, async () => {
    const script = new CaseScript(cli);
    await using stage = await DeskStage.start({ cli, answer: (asked) => script.answer(asked) });
    await stage.prompt("hello");
    await stage.answered(": hello");
    await stage.state("idle");
    stage.tmux("send-keys", "-t", "=work:", "-l", "/model");
    await stage.until(async () => /[❯›] \/model/.test(stage.screenOf()));
    await stage.key("Enter");
    await stage.until(async () => dialog.test(stage.screenOf()));
    const shown = (): readonly string[] =>
      stage
        .screenOf()
        .split("\n")
        .filter((line) => /^\s*([❯›] )?\d\. /.test(line));
    const before = shown();
    await stage.prompt("no");
    await stage.until(async () => (await stage.messages()).some(({ content }) => content.includes(say("en", tmuxTexts.deskDialog))));
    expect([shown(), stage.model.prompts]).toEqual([before, ["hello"]]);
    await stage.prompt("!!keys esc");
    await stage.until(async () => stage.model.prompts.some((prompt) => prompt.endsWith("no")));
    await stage.state("idle");
  });

  it("a terminal that is closed in the middle of a question takes it along, and nothing was done", { timeout: installMs }, async () => {
    const script = new CaseScript(cli);
    await using stage = await DeskStage.start({ cli, answer: (asked) => script.answer(asked) });
    const victim = join(stage.dir, "work", "victim");
    mkdirSync(victim);
    await stage.prompt("delete it");
    const { id } = await stage.openQuestion(({ guessed }) => guessed !== true);
    stage.tmux("kill-session", "-t", "=work");
    await stage.state("dead");
    expect((await stage.questions()).find((one) => one.id === id)?.state).toBe("withdrawn");
    expect([await stage.answer(id, "allow"), existsSync(victim)]).toEqual([409, true]);
    await stage.prompt("are you back?");
    await stage.answered("are you back?");
  });
});
