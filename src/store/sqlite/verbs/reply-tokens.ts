import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Acceptance, SyncCheck } from "#domain/store";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

/**
 * Why the post does not directly follow what its author has read; undefined if it does. Nothing was written, so the refusal is
 * returned instead of thrown, and the batch does not have to run again.
 */
export function outOfStep(tx: Tx, { thread, message, sync }: Acceptance): ParleyError | undefined {
  if (message === undefined || sync === undefined) return undefined;
  const head = thread?.id === message.thread ? undefined : tx.heads.of(message.thread);
  const seq = head?.seq ?? 0;
  if (seq === sync.lastSeq) return undefined;
  const used = head && usedAt(tx.db, head.n, sync);
  // Out of step because this token was already used: report that instead.
  if (used !== undefined)
    return new ParleyError(
      "ReplyTokenReplay",
      "This reply token was used by an earlier post. Read the new messages, which gives you a new token, and post with that one.",
      { data: { used_at: used } },
    );
  return new ParleyError(
    "SeqMismatch",
    `The thread is at message ${seq}, but this post follows message ${sync.lastSeq}, so it was rejected. Read the new messages, then decide whether to post.`,
    { data: { expected_last_seq: sync.lastSeq, current_seq: seq } },
  );
}

export function replyTokenUsedAt({ db, heads }: Pick<Tx, "db" | "heads">, thread: ThreadId, token: SyncCheck): number | undefined {
  return usedAt(db, heads.of(thread).n, token);
}

/** A token is valid for one position: only the message at that position can have used it. */
function usedAt(db: Db, thread: number, { lastSeq, tokenHash }: SyncCheck): number | undefined {
  return db.get<{ at: number }>("SELECT at FROM messages WHERE thread = ? AND seq = ? AND reply_token = ?", thread, lastSeq + 1, tokenHash)?.at;
}
