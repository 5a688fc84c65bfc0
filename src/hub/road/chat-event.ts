import type { Inbound } from "#domain/channel";
import type { Language } from "#domain/command";
import type { Actor } from "#domain/people";
import type { Surface } from "#domain/thread";

/** Of one message. */
export const maxFiles = 50;
export const maxTextChars = 256 * 1024;

/** An event of a chat and who caused it. */
export interface ChatEvent {
  readonly event: Inbound;
  readonly by: Actor;
  /** Unique over all channels. */
  readonly key: string;
  readonly surface: Surface;
  readonly language: Language;
}

/** How many of its files are left out. */
export function filesOver(what: Inbound["what"]): number {
  return what.kind === "said" ? Math.max(0, (what.files ?? []).length - maxFiles) : 0;
}
