import { ParleyError } from "#domain/errors";
import type { MessageId } from "#domain/ids";
import type { Message } from "#domain/thread";
import type { MessageState, Reaction } from "#domain/thread-details";
import { editedRow, standing } from "./edits.ts";
import { addChange } from "./entries.ts";
import { messageById } from "./messages.ts";
import { keepReaction, reactionBy, reactionsTo } from "./reactions.ts";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";

/** Undefined if the text is unchanged. */
export function editMessage(tx: Tx, id: MessageId, text: string, by: string, at: number): { readonly version: number } | undefined {
  const { thread } = mustFind(tx, id);
  if (standing(tx, id)?.text === text) return undefined;
  addChange(tx, thread, at, { kind: "edited", message: id, text, by });
  return { version: editedRow(tx.db, id)?.version ?? 0 };
}

export interface NewReaction {
  readonly reaction: string;
  readonly by: string;
  readonly name: string;
  readonly at: number;
}

export function react(tx: Tx, id: MessageId, { reaction, by, name, at }: NewReaction): Reaction {
  const { thread } = mustFind(tx, id);
  const given = { message: id, reaction, by, name };
  const known = reactionBy(tx.db, given);
  if (known !== undefined) return known;
  keepReaction(tx.db, given, at);
  addChange(tx, thread, at, { kind: "reacted", message: id, reaction, by, removed: false });
  return reactionBy(tx.db, given) ?? { id: "", ...given, at };
}

/** False when there was none. */
export function unreact(tx: Tx, id: MessageId, reaction: string, by: string, at: number): boolean {
  if (reactionBy(tx.db, { message: id, reaction, by }) === undefined) return false;
  addChange(tx, mustFind(tx, id).thread, at, { kind: "reacted", message: id, reaction, by, removed: true });
  return true;
}

export function messageStates(look: ReadTx, ids: readonly MessageId[]): ReadonlyMap<MessageId, MessageState> {
  const states = new Map<MessageId, MessageState>();
  const { db } = look;
  for (const message of ids) {
    const edited = editedRow(db, message);
    const reactions = reactionsTo(db, message);
    if (edited === undefined && reactions.length === 0) continue;
    const text = edited?.text ?? messageById(look, message)?.message.text ?? "";
    states.set(message, { message, text, version: edited?.version ?? 0, ...(edited && { editedAt: edited.at }), reactions });
  }
  return states;
}

function mustFind(look: ReadTx, id: MessageId): Message {
  const found = messageById(look, id);
  if (found === undefined) throw new ParleyError("NotFound", `There is no message ${id}.`);
  return found.message;
}
