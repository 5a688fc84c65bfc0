import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Questions } from "#hub/questions/questions";
import type { RunCommand } from "#hub/terminal/run-command";
import type { TurnRunner } from "./run-turn.ts";
import { hubLine } from "#hub/authors";
import { turnTexts } from "./texts.ts";

/** After a kill there are four things to look at: the outbox, cut commands, open turns, open questions. Each is ended or goes on, and says so. */
export async function recover(
  { store, clock, newId, log, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings">,
  parts: { readonly runner: TurnRunner; readonly questions: Questions; readonly runCommand: RunCommand },
): Promise<void> {
  const language = settings.language;
  const unknown = await store.recoverOutbox(clock.now());
  await parts.runCommand.recover();
  const open = await store.openTurns();
  const begun = open.filter((turn) => turn.state === "begun");
  for (const turn of begun) {
    const session = await store.session(turn.session);
    const at = clock.now();
    const line = hubLine(newId, turn.thread, at, say(language, turnTexts.turnResumed, { session: session?.name ?? "" }));
    if (session !== undefined) await store.accept({ at, message: line });
    await parts.runner.resume(turn);
  }
  await parts.questions.recover();
  for (const session of new Set(open.filter((turn) => turn.state === "queued").map((turn) => turn.session))) parts.runner.wake(session);
  if (begun.length > 0 || unknown > 0) log.info({ turns: begun.length, unknown }, "went on after a restart");
}
