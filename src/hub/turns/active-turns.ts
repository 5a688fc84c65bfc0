import type { SessionId, TurnId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import type { Drafts } from "./drafts.ts";
import type { TurnWatch } from "./watchdog.ts";

/** A turn that is under way in this process. */
export interface ActiveTurn {
  readonly turn: Turn;
  overdue: boolean;
  stoppedBy: string | undefined;
  /** Why the hub stopped it, where nobody did. */
  stoppedBecause: string | undefined;
}

/** At most one per session. */
export interface ActiveTurns {
  of(session: SessionId): ActiveTurn | undefined;
  byTurn(turn: TurnId): ActiveTurn | undefined;
  all(): readonly ActiveTurn[];
  /** Opens the draft and starts the watchdog. */
  engage(turn: Turn, session: Session): void;
  /** The opposite. Harmless for a turn that is not under way. */
  release(turn: Turn): void;
}

export function createActiveTurns(parts: {
  readonly drafts: Drafts;
  readonly watch: TurnWatch;
  readonly timeoutMs: (session: SessionId) => number;
}): ActiveTurns {
  const active = new Map<SessionId, ActiveTurn>();
  const { drafts, watch } = parts;

  return {
    of: (session) => active.get(session),
    all: () => [...active.values()],
    byTurn: (turn) => [...active.values()].find((one) => one.turn.id === turn),
    engage: (turn, session) => {
      active.set(session.id, { turn, overdue: turn.overdueAt !== undefined, stoppedBy: undefined, stoppedBecause: undefined });
      drafts.open(turn, session);
      watch.start(turn.id, parts.timeoutMs(session.id));
    },
    release: (turn) => {
      watch.end(turn.id);
      if (active.get(turn.session)?.turn.id === turn.id) active.delete(turn.session);
      drafts.end(turn.id);
    },
  };
}
