import type { EntryWire, SnapshotWire } from "#protocol/wire";
import type { Log } from "#web/state/stream/model.ts";

/** Puts entries where their rev belongs; one that is there already stays as it is. */
export function mergeEntries(have: readonly EntryWire[], more: readonly EntryWire[]): readonly EntryWire[] {
  const last = have.at(-1)?.rev ?? -1;
  if (more.length === 1 && more[0] !== undefined && more[0].rev > last) return [...have, more[0]];
  const known = new Set(have.map((entry) => entry.rev));
  const fresh = more.filter((entry) => !known.has(entry.rev));
  if (fresh.length === 0) return have;
  return [...have, ...fresh].sort((a, b) => a.rev - b.rev);
}

/** A resumed stream brings no entries in its snapshot: what is here stays, and the missed ones follow. */
export function logFromSnapshot(have: Log | undefined, told: NonNullable<SnapshotWire["thread"]>): Log {
  const first = told.entries[0]?.rev;
  if (have !== undefined && first === undefined) return have;
  const rev = told.entries.at(-1)?.rev ?? 0;
  // A gap, or a log that ends before what is here (a hub restored from a backup): begin anew.
  if (have === undefined || first === undefined || first > have.rev + 1 || rev < have.rev) {
    return { entries: told.entries, hasMore: told.has_more, rev };
  }
  return { entries: mergeEntries(have.entries, told.entries), hasMore: have.hasMore, rev: Math.max(have.rev, rev) };
}
