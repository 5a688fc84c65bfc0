import { ParleyError } from "#domain/errors";
import type { Acceptance } from "#domain/store";
import type { Db } from "./db.ts";
import type { Tx } from "./tx.ts";

/**
 * Takes the token, or says why the post does not follow what its author has read. A refusal has written nothing, so it is
 * returned, not thrown: the other verbs of the batch need not run again.
 */
export function takeTurnInLine(tx: Tx, { at, thread, message, sync }: Acceptance): ParleyError | undefined {
  if (message === undefined || sync === undefined) return undefined;
  const seq = thread?.id === message.thread ? 0 : tx.heads.of(message.thread).seq;
  // A post moves the seq on, so a replay is nearly always out of step too: it is told as what it is.
  const used = seq === sync.lastSeq ? taken(tx, sync.tokenHash, at) : usedAt(tx.db, sync.tokenHash);
  if (used !== undefined)
    return new ParleyError(
      "ReplyTokenReplay",
      "This reply token was used by an earlier post. Read what is new, which gives a fresh token, and post with that one.",
      {
        data: { used_at: used },
      },
    );
  if (seq === sync.lastSeq) return undefined;
  return new ParleyError(
    "SeqMismatch",
    `The thread stands at message ${seq}, and this post follows message ${sync.lastSeq}, so it was not kept. Read what is new, then decide whether to post.`,
    { data: { expected_last_seq: sync.lastSeq, current_seq: seq } },
  );
}

/** Undefined when it was free and is taken now. */
function taken({ db }: Tx, hash: string, at: number): number | undefined {
  return db.run("INSERT OR IGNORE INTO reply_tokens (hash, at) VALUES (?, ?)", hash, at) > 0 ? undefined : usedAt(db, hash);
}

export function usedAt(db: Db, hash: string): number | undefined {
  return db.get<{ at: number }>("SELECT at FROM reply_tokens WHERE hash = ?", hash)?.at;
}
