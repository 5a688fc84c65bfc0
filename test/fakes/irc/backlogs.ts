import type { Backlog } from "#domain/backlog";
import type { IdKinds, NewId } from "#domain/ids";
import { sortableIds } from "#lib/sortable-id";
import { openSqliteStore } from "#store/sqlite/store";

/** The backlogs of one session, in a real store. */
export async function openBacklogs(): Promise<AsyncDisposable & { of(name: string): Backlog }> {
  const next = sortableIds(() => 0);
  const newId: NewId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  const store = await openSqliteStore({ path: ":memory:", newId, now: () => 0 });
  return {
    of: (name) => ({
      add: (entries) => store.addBacklog("ses_1", name, entries),
      read: (how) => store.readBacklog("ses_1", name, how),
      history: (page) => store.backlogHistory("ses_1", name, page),
    }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
