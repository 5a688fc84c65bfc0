import type { OpenTurn } from "#domain/agent";
import { screenKey } from "./screen-question.ts";
import type { Terminal } from "./terminal.ts";
import type { TurnRun } from "./turn-run.ts";

/** The hub was restarted while a menu is shown that people were asked about: the question is still that one, and its answer presses a key of this menu. */
export async function restoreAsked(run: TurnRun, { asked }: Pick<OpenTurn, "asked">, terminal: Pick<Terminal, "stateNow">): Promise<void> {
  const state = await terminal.stateNow();
  if (state.kind !== "menu") return;
  const key = screenKey(run.turn, state.menu);
  if (asked.some((one) => one.key === key && one.state === "open")) run.asks.set(key, { menu: state.menu });
}

/** Its questions were taken back before the hub was restarted: somebody had stopped it. */
export function wasStopping({ asked }: Pick<OpenTurn, "asked">): boolean {
  return asked.some(({ state }) => state === "withdrawn") && !asked.some(({ state }) => state === "open");
}
