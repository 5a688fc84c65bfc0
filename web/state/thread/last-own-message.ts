import type { ConversationRow, SaidRow } from "./rows.ts";

/** The newest line that this person said, among those that are here. */
export function lastOwn(rows: readonly ConversationRow[], me: string | undefined): SaidRow | undefined {
  return rows.findLast((row): row is SaidRow => row.kind === "said" && row.message.author_id === me);
}
