import type { SeatFacts } from "#domain/agent";
import type { SessionId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { LinkStatus, Status } from "#domain/status";
import type { WorkStatus } from "#domain/work";
import type { HubDeps } from "#hub/deps";

export interface StatusParts {
  readonly links: () => readonly LinkStatus[];
  readonly facts: (session: SessionId) => Promise<SeatFacts | undefined>;
  readonly statuses: () => ReadonlyMap<SessionId, WorkStatus>;
  readonly startedAt: number;
}

/** What `status` shows: of sessions and questions, those that the actor sees. */
export function createStatus(deps: Pick<HubDeps, "store" | "policy" | "settings" | "redLines"> & StatusParts): (by: Actor) => Promise<Status> {
  const { store, policy, settings } = deps;
  return async (by) => {
    const reader = policy.reader(by);
    const [sessions, open, dueDeliveries, people] = await Promise.all([
      store.sessions(reader),
      store.questions(reader, { state: "open" }),
      store.countDue(),
      store.people(),
    ]);
    return {
      version: settings.version,
      startedAt: deps.startedAt,
      links: deps.links(),
      sessions,
      statuses: deps.statuses(),
      openQuestions: open.length,
      dueDeliveries,
      redLines: deps.redLines(),
      facts: new Map(
        (await Promise.all(sessions.map(async ({ id }) => [id, await deps.facts(id)] as const))).flatMap(([id, facts]) =>
          facts === undefined ? [] : [[id, facts]],
        ),
      ),
      hasOwner: people.some((person) => person.role === "owner"),
    };
  };
}
