import type { RunLineWire } from "#protocol/runs";
import type { EntryWire, SnapshotWire, ThreadWire } from "#protocol/wire";

type Me = SnapshotWire["me"] | null;

// What is worth offering. The hub decides each time, and says so when it differs.

export function mayInvite(me: Me): boolean {
  return me !== null && me.role !== "member";
}

/** For what only its creator or an admin does: renaming. */
export function mayLead(me: Me, thread: ThreadWire): boolean {
  return me !== null && (me.role !== "member" || thread.created_by === me.id);
}

/** For what anybody does who takes part: closing, archiving, opening again. */
export function takesPart(me: Me, thread: ThreadWire, entries: readonly EntryWire[]): boolean {
  return mayLead(me, thread) || entries.some((entry) => entry.kind === "message" && entry.message.author_id === me?.id);
}

/** Whoever began it, an admin or the owner. */
export function mayStop(me: Me, run: Pick<RunLineWire, "who">): boolean {
  return me !== null && (me.role !== "member" || me.id === run.who);
}
