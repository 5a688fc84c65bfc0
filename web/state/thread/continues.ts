import type { ConversationRow } from "./rows.ts";
import { originOf } from "./third-party.ts";

const closeMs = 5 * 60_000;

/** Whether a line goes on where the one before it ended: the same author in the same place, shortly afterwards, and nothing to say about it. */
export function continues(before: ConversationRow | undefined, row: ConversationRow): boolean {
  if (before?.kind !== "said" || row.kind !== "said") return false;
  const [last, next] = [before.message, row.message];
  if (next.author_kind !== "person" && next.author_kind !== "agent") return false;
  if (originOf(last) !== null || originOf(next) !== null || next.priority === "urgent" || row.replyTo !== null) return false;
  const isSame = last.author_id === next.author_id && last.author_name === next.author_name && last.surface === next.surface;
  return isSame && Date.parse(next.created_at) - Date.parse(last.created_at) < closeMs;
}
