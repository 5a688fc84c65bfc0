import type { Tx } from "#store/sqlite/engine/tx";

const dayMs = 86_400_000;
/** After that nobody replies to what was posted. */
const receiptsMs = 90 * dayMs;
const stride = 1000;

/** One chunk of each: true while there may be more. The receipts of an open question's copies are kept, because they need an update. */
export function sweep({ db }: Tx, now: number): boolean {
  const removed = [
    db.run("DELETE FROM event_keys WHERE key IN (SELECT key FROM event_keys WHERE at < ? LIMIT ?)", now - dayMs, stride),
    db.run("DELETE FROM receipts WHERE (address, receipt) IN (SELECT address, receipt FROM receipts WHERE at < ? LIMIT ?)", now - receiptsMs, stride),
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
