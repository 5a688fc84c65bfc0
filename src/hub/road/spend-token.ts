import { ParleyError } from "#domain/errors";
import type { Store, SyncCheck } from "#domain/store";
import type { Thread } from "#domain/thread";
import type { Clock } from "#lib/time/clock";

/** A line keeps the token that it was posted with. Words that are no line, a command or an answer, leave theirs under this key. */
export function spentKey(tokenHash: string): string {
  return `reply-token:${tokenHash}`;
}

/** Such words are held to their place as a line is. What the caller is told in the end is the bus's to say. */
export function heldToPlace({ seq }: Thread, sync: SyncCheck | undefined): void {
  if (sync !== undefined && sync.lastSeq !== seq)
    throw new ParleyError("SeqMismatch", `The thread stands at message ${seq}, and these words follow ${sync.lastSeq}.`);
}

/** Of several uses at the same moment one goes on, the others are refused. */
export async function spendToken({ store, clock }: { readonly store: Store; readonly clock: Clock }, sync: SyncCheck | undefined): Promise<void> {
  if (sync === undefined) return;
  const { seen } = await store.accept({ key: spentKey(sync.tokenHash), at: clock.now() });
  if (seen) throw new ParleyError("ReplyTokenReplay", "This reply token was used for a command or an answer.");
}
