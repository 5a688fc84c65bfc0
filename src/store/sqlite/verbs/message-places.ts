import { ParleyError } from "#domain/errors";
import type { MessageId } from "#domain/ids";
import type { StoredPlace } from "#store/sqlite/engine/late-rows";
import type { ReadTx } from "#store/sqlite/engine/tx";

/** Where the message with this id is. */
export function placeOf({ db, heads }: ReadTx, id: MessageId): StoredPlace | undefined {
  return db.get<StoredPlace>("SELECT thread, seq FROM message_ids WHERE id = ?", id) ?? heads.late.placeOf(id);
}

export function refuseKnownId(look: ReadTx, id: MessageId): void {
  if (look.heads.late.isNewest(id) || placeOf(look, id) === undefined) return;
  throw new ParleyError("Internal", `There is a message ${id} already.`);
}
