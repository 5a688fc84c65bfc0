import type { ChangeBody } from "#domain/thread";
import { keepEdit } from "./edits.ts";
import type { Head } from "#store/sqlite/engine/heads";
import { keepReaction, loseReaction } from "./reactions.ts";
import { keepStatus } from "./thread-status.ts";
import type { Tx } from "#store/sqlite/engine/tx";

/** Side effects of a change beyond its log entry, whether it came from a verb or from a chat. */
export function applyChange(tx: Tx, head: Head, at: number, body: ChangeBody): void {
  switch (body.kind) {
    case "renamed":
      tx.db.run("UPDATE threads SET topic = ? WHERE n = ?", body.topic, head.n);
      head.about = undefined;
      return;
    case "status":
      keepStatus(tx, head, body.status, at);
      return;
    case "edited":
      keepEdit(tx, body, at);
      return;
    case "reacted":
      if (body.removed) loseReaction(tx.db, body);
      else keepReaction(tx.db, body, at);
      return;
    case "asked":
    case "resolved":
    case "delivery":
    case "file":
      return;
  }
}
