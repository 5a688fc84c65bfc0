import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words/words";
import { roadTexts } from "./texts.ts";

/** Throws ThreadClosed for one that takes no more lines. */
export function refuseClosed({ status, topic }: Pick<Thread, "status" | "topic">, language: Language): void {
  if (status === "closed" || status === "archived") throw new ParleyError("ThreadClosed", say(language, roadTexts.threadIsClosed, { topic }));
}
