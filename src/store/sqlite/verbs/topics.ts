import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Thread } from "#domain/thread";
import { addChange } from "./entries.ts";
import { readThread, threadNow } from "./threads.ts";
import type { ThreadRow } from "./threads.ts";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";
import { readable } from "./visible.ts";

export interface Rename {
  readonly id: ThreadId;
  readonly topic: string;
  readonly by: string;
  readonly at: number;
}

/** False if the reader cannot see it, or it already has that topic. */
export function rename(tx: Tx, reader: Reader, { id, topic, by, at }: Rename): boolean {
  const thread = readThread(tx, reader, id);
  if (thread === undefined || thread.topic === topic) return false;
  if (threadByTopic(tx, reader, topic) !== undefined)
    throw new ParleyError("NameTaken", "A thread with that topic already exists. Choose another topic, or continue in that thread.");
  addChange(tx, id, at, { kind: "renamed", topic, by });
  return true;
}

export function threadByTopic({ db, heads }: ReadTx, reader: Reader, topic: string): Thread | undefined {
  const right = readable(reader);
  const row = db.get<ThreadRow>(`SELECT t.* FROM threads t WHERE t.topic = ? AND ${right.sql} ORDER BY t.n DESC LIMIT 1`, topic, ...right.values);
  return row && threadNow(heads, row);
}
