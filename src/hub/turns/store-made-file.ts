import type { AgentEvent } from "#domain/agent";
import type { ArtifactId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { FileNotKept, keepArtifact } from "#hub/files/artifacts";
import type { HubDeps } from "#hub/deps";
import { clip } from "#hub/outbox/chat-parts";
import { hubLine, sessionAuthor } from "#hub/authors";
import { turnTexts } from "./texts.ts";

/** A file that cannot be stored does not end the turn; the thread is told why it is missing. Undefined for such a file. */
export async function keepMade(
  deps: HubDeps,
  turn: Turn,
  session: Session,
  { key, file }: Extract<AgentEvent, { kind: "made" }>,
): Promise<ArtifactId | undefined> {
  const { store, clock, newId, log, settings } = deps;
  try {
    const { id, description } = await keepArtifact(deps, turn, key, file);
    if (file.isShownNow === true) await show(deps, turn, session, { key, artifact: id, text: description });
    return id;
  } catch (cause) {
    if (!(cause instanceof FileNotKept)) throw cause;
    log.warn({ cause, session: session.name, turn: turn.id }, "failed to store a file that an agent made");
    const at = clock.now();
    const text = say(settings.language, turnTexts.fileNotKept, { session: session.name, name: clip(showHidden(file.name)), reason: cause.message });
    await store.accept({ key: `not-kept:${turn.id}:${key}`, at, message: hubLine(newId, turn.thread, at, text, turn.id), fan: true });
    return undefined;
  }
}

/** Once, also if it is reported again. */
async function show(
  { store, clock, newId }: Pick<HubDeps, "store" | "clock" | "newId">,
  turn: Turn,
  session: Session,
  { key, artifact, text }: { readonly key: string; readonly artifact: ArtifactId; readonly text: string },
): Promise<void> {
  const at = clock.now();
  const by = { author: sessionAuthor(session), role: "assistant" as const, surface: "hub" as const };
  await store.accept({
    key: `shown:${turn.id}:${key}`,
    at,
    message: { id: newId("msg"), thread: turn.thread, at, ...by, text, artifacts: [artifact] },
    fan: true,
  });
}
