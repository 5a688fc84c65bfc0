import type { MessageId } from "#domain/ids";
import type { Reaction } from "#domain/thread-details";
import type { Db } from "#store/sqlite/engine/db";
import { nameOfWho } from "./who-name.ts";

interface ReactionRow {
  n: number;
  reaction: string;
  who: string;
  name: string;
  at: number;
}

interface Given {
  readonly message: MessageId;
  readonly reaction: string;
  readonly by: string;
  /** Looked up if missing, as for chats. */
  readonly name?: string;
}

const select = "SELECT n, reaction, who, name, at FROM reactions";

/** Repeating a reaction changes nothing. */
export function keepReaction(db: Db, { message, reaction, by, name }: Given, at: number): void {
  db.run("INSERT OR IGNORE INTO reactions (message, reaction, who, name, at) VALUES (?, ?, ?, ?, ?)", message, reaction, by, name ?? nameOfWho(db, by), at);
}

export function loseReaction(db: Db, { message, reaction, by }: Given): void {
  db.run("DELETE FROM reactions WHERE message = ? AND reaction = ? AND who = ?", message, reaction, by);
}

export function reactionBy(db: Db, { message, reaction, by }: Given): Reaction | undefined {
  const row = db.get<ReactionRow>(`${select} WHERE message = ? AND reaction = ? AND who = ?`, message, reaction, by);
  return row && reactionOf(row);
}

/** In the order in which they were added. */
export function reactionsTo(db: Db, message: MessageId): readonly Reaction[] {
  return db.all<ReactionRow>(`${select} WHERE message = ? ORDER BY n`, message).map(reactionOf);
}

function reactionOf({ n, reaction, who, name, at }: ReactionRow): Reaction {
  return { id: `rea_${n}`, reaction, by: who, name, at };
}
