import { ParleyError } from "#domain/errors";
import type { Acceptance } from "#domain/store";
import type { Db } from "./db.ts";
import type { Tx } from "./tx.ts";

/**
 * Says why the post does not follow what its author has read; undefined when it does. A refusal has written nothing, so it is
 * returned, not thrown: the other verbs of the batch need not run again.
 */
export function outOfStep(tx: Tx, { thread, message, sync }: Acceptance): ParleyError | undefined {
  if (message === undefined || sync === undefined) return undefined;
  const head = thread?.id === message.thread ? undefined : tx.heads.of(message.thread);
  const seq = head?.seq ?? 0;
  if (seq === sync.lastSeq) return undefined;
  const used = head && usedAt(tx.db, head.n, sync.lastSeq + 1, sync.tokenHash);
  // Out of step because of this very token: it is told as what it is.
  if (used !== undefined)
    return new ParleyError(
      "ReplyTokenReplay",
      "This reply token was used by an earlier post. Read what is new, which gives a fresh token, and post with that one.",
      { data: { used_at: used } },
    );
  return new ParleyError(
    "SeqMismatch",
    `The thread stands at message ${seq}, and this post follows message ${sync.lastSeq}, so it was not kept. Read what is new, then decide whether to post.`,
    { data: { expected_last_seq: sync.lastSeq, current_seq: seq } },
  );
}

/** A token is good for one place: only the line that stands there can have used it. */
function usedAt(db: Db, thread: number, seq: number, hash: string): number | undefined {
  return db.get<{ at: number }>("SELECT at FROM messages WHERE thread = ? AND seq = ? AND reply_token = ?", thread, seq, hash)?.at;
}
