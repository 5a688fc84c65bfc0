import { DatabaseSync } from "node:sqlite";
import type { IdKinds, NewId, ThreadId } from "#domain/ids";
import { sortableIds } from "#lib/sortable-id";
import { openSqliteStore } from "#store/sqlite/store";

const text = "a line that was said long ago, about as long as people write";
const batch = 500;

/** Messages of the past, spread over a few threads, written by the store's own verb. Returns the thread that the bench writes to. */
export async function fillHub(path: string, count: number): Promise<ThreadId> {
  const next = sortableIds(Date.now);
  const newId: NewId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  await using store = await openSqliteStore({ path, newId, now: Date.now });
  const author = { kind: "person", id: "per_bench", name: "bench" } as const;
  const threads = Array.from({ length: 10 }, () => newId("thr"));
  for (const id of threads)
    await store.accept({ at: Date.now(), thread: { id, topic: "bench", access: "open", createdBy: author, at: Date.now(), participants: [] } });
  const [main = newId("thr")] = threads;
  for (let made = 0; made < count; made += batch) {
    // Half of them lie in the thread that is measured.
    const lines = Array.from({ length: Math.min(batch, count - made) }, (_, i) => (i % 2 === 0 ? main : (threads[1 + (i % 9)] ?? main)));
    await Promise.all(
      lines.map((thread) =>
        store.accept({ at: Date.now(), message: { id: newId("msg"), thread, at: Date.now(), author, role: "user", text, surface: "api" } }),
      ),
    );
  }
  return main;
}

export const floorThread = "t";

export function fillFloor(path: string, count: number): void {
  const db = new DatabaseSync(path);
  db.exec(
    "PRAGMA journal_mode=WAL; CREATE TABLE messages (thread TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (thread, seq)) WITHOUT ROWID; BEGIN",
  );
  const insert = db.prepare("INSERT INTO messages (thread, seq, at, text) VALUES (?, ?, ?, ?)");
  for (let seq = 1; seq <= count; seq++) insert.run(floorThread, seq, Date.now(), text);
  db.exec("COMMIT");
  db.close();
}
