import type { Answer } from "#domain/question";
import type { TmuxPane } from "#wire/tmux/tmux-pane";
import { printable } from "./compose-prompt.ts";
import { denial, menuKey } from "./screen-question.ts";
import type { Terminal } from "./terminal.ts";
import type { OpenAsk } from "./turn-run.ts";

interface Answered extends Pick<Terminal, "stateNow"> {
  readonly pane: Pick<TmuxPane, "type" | "press"> | undefined;
}

/** Presses what an answer means, if the terminal still shows what was asked. `stop`: the turn is to be stopped instead. */
export async function answerScreen(terminal: Answered, open: OpenAsk, answer: Answer): Promise<"pressed" | "gone" | "stop"> {
  // Only stopping is an answer here: the password itself never comes this way.
  if (open.password !== undefined) return "stop";
  const state = await terminal.stateNow();
  if (open.menu === undefined) {
    // Words go to a prompt that is no menu, and nowhere else; the reason for a denial is not what the prompt asked for.
    if (answer.how === "expired" || answer.text === undefined || answer.option !== undefined) return "stop";
    if (state.kind === "menu" || state.kind === "panel") return "gone";
    await terminal.pane?.type(printable(answer.text).replaceAll("\n", " "));
    // A menu that came up this moment would take Enter for its first option.
    if ((await terminal.stateNow()).kind === "menu") return "gone";
    await terminal.pane?.press(["Enter"]);
    return "pressed";
  }
  if (state.kind !== "menu" || menuKey(state.menu) !== menuKey(open.menu)) return "gone";
  const index = answer.how === "given" && answer.option !== undefined ? Number(/^o(\d+)$/.exec(answer.option.id)?.[1] ?? 0) - 1 : -1;
  // The menu as it stands now: its pointer may have been moved since it was asked.
  const chosen = answer.how === "expired" ? denial(state.menu) : state.menu.options[index];
  if (chosen === undefined) return "stop";
  await terminal.pane?.press(chosen.keys);
  return "pressed";
}
