import type { Actor } from "#domain/people";
import { isPersonal } from "./incoming-message.ts";

/** When an agent may try again: nobody knows when a turn ends, and asking more often would not help. */
export const queueRetrySeconds = 30;

/** How long a session's queue may be for one more prompt of theirs. Half of it is kept for people, however many agents there are. */
export function queueLimitFor(by: Actor, limit: number): number {
  return isPersonal(by) ? limit : Math.floor(limit / 2);
}
