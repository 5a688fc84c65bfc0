import type { Tx } from "./tx.ts";

const dayMs = 86_400_000;
const stride = 1000;

/** One stride of each: true while there may be more. What is kept of an open question are the receipts of its copies, for their update. */
export function sweep({ db }: Tx, now: number): boolean {
  const removed = [
    db.run("DELETE FROM event_keys WHERE key IN (SELECT key FROM event_keys WHERE at < ? LIMIT ?)", now - dayMs, stride),
    db.run("DELETE FROM links WHERE expires_at < ?", now - dayMs),
    db.run("DELETE FROM drafts WHERE NOT EXISTS (SELECT 1 FROM turns u WHERE u.id = drafts.turn AND (u.state <> 'ended' OR u.ended_at > ?))", now - dayMs),
    db.run(
      `DELETE FROM outbox WHERE n IN (SELECT o.n FROM outbox o LEFT JOIN questions q ON q.id = o.question
         WHERE o.state = 'sent' AND o.at < ? AND (q.state IS NULL OR q.state <> 'open') LIMIT ?)`,
      now - 7 * dayMs,
      stride,
    ),
  ];
  return removed.some((count) => count >= stride);
}
