import type { AgentEvent } from "#domain/agent";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import { showHidden } from "#lib/visible";
import { say } from "#lib/words";
import { FileNotKept, keepArtifact } from "./artifacts.ts";
import type { HubDeps } from "./deps.ts";
import { clip } from "./show.ts";
import { hubLine } from "./speech.ts";

/** A file that cannot be kept ends no turn, and is not passed over either: everybody who waits for it is told. */
export async function keepMade(deps: HubDeps, turn: Turn, session: Session, { key, file }: Extract<AgentEvent, { kind: "made" }>): Promise<void> {
  const { store, clock, newId, log, settings } = deps;
  try {
    await keepArtifact(deps, turn, key, file);
  } catch (cause) {
    if (!(cause instanceof FileNotKept)) throw cause;
    log.warn({ cause, session: session.name, turn: turn.id }, "a file was not kept");
    const at = clock.now();
    const text = say(settings.language ?? "en", "fileNotKept", { session: session.name, name: clip(showHidden(file.name)), reason: cause.message });
    await store.accept({ key: `not-kept:${turn.id}:${key}`, at, message: hubLine(newId, turn.thread, at, text, turn.id), fan: true });
  }
}
