import type { InvitableWire, InvitationWire } from "#protocol/invitations";
import type { Model } from "#web/state/stream/model.ts";

/** An invitation goes through these in order; none comes back from a later one. */
const order: Readonly<Record<InvitationWire["state"], number>> = { starting: 0, running: 1, joined: 2, ended: 3, refused: 3, lost: 3 };

type OpenRun = InvitationWire & { readonly state: "starting" | "running" | "joined" };

export function isOpen(run: InvitationWire | undefined): run is OpenRun {
  return run !== undefined && order[run.state] < order.ended;
}

/** It started and did not end as it should. */
export function wentWrong(run: InvitationWire): boolean {
  return run.state === "lost" || run.state === "refused" || (run.state === "ended" && (run.exit_code !== 0 || run.signal !== null));
}

/** Every invitation into a thread that is known, newest first. The stream and the route may tell of the same one: the further one counts. */
export function runsIn(model: Pick<Model, "runs" | "invitable">, thread: string): readonly InvitationWire[] {
  const known = new Map<string, InvitationWire>();
  for (const run of [...(model.runs.get(thread) ?? []), ...lastOnes(model.invitable, thread)]) {
    const other = known.get(run.id);
    if (other === undefined || order[run.state] >= order[other.state]) known.set(run.id, run);
  }
  return [...known.values()].sort((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at));
}

function lastOnes(invitable: readonly InvitableWire[], thread: string): readonly InvitationWire[] {
  return invitable.flatMap(({ last }) => (last !== null && last.thread_id === thread ? [last] : []));
}
