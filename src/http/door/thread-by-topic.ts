import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { Surface } from "#domain/thread";
import type { Routes } from "#http/routes/route";
import { findThread } from "#hub/road/find-thread";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";

/** Somebody at a shell may name a thread by a topic that only one has. Programs use its id. Throws NotFound or BadRequest. */
export async function threadByTopic({ door, deps }: Routes, by: Actor, surface: Surface, topic: string): Promise<ThreadId> {
  const { store, policy, language } = deps;
  const shown = topic.slice(0, 64);
  if (surface !== "shell") throw await door.notFound(by, `thread ${shown}`);
  const found = await findThread(store, policy.reader(by), topic, true);
  if (found === "several")
    throw new ParleyError("BadRequest", say(language, commonTexts.threadAmbiguous, { thread: shown }), { data: { problem: "threadAmbiguous" } });
  if (found === "none") throw new ParleyError("NotFound", say(language, commonTexts.threadUnknown, { thread: shown }), { data: { problem: "threadUnknown" } });
  return found.id;
}
