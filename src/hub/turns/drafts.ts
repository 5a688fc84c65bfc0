import type { Step } from "#domain/agent";
import type { SessionId, ThreadId, TurnId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import type { WorkPlan, WorkStatus } from "#domain/work";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";

/** The answer while it grows. Latest wins; lost on a kill. */
export interface Draft {
  readonly thread: ThreadId;
  readonly session: SessionId;
  readonly sessionName: string;
  readonly turn: TurnId;
  readonly beganAt: number;
  readonly text: string;
  readonly steps: readonly Step[];
  /** What the agent says it is doing. */
  readonly status?: WorkStatus;
  /** Its todo list. */
  readonly plan?: WorkPlan;
}

export interface Drafts {
  open(turn: Turn, session: Session): void;
  delta(turn: TurnId, text: string): void;
  step(turn: TurnId, step: Step): void;
  status(turn: TurnId, status: WorkStatus): void;
  plan(turn: TurnId, plan: WorkPlan): void;
  get(turn: TurnId): Draft | undefined;
  end(turn: TurnId): void;
  all(): readonly Draft[];
  /** What the agents of the sessions at work say they are doing. */
  statuses(): ReadonlyMap<SessionId, WorkStatus>;
}

/** Readers look at the latest a few times a second, however small the chunks are. */
const tellEveryMs = 40;
const maxChars = 1_000_000;
const maxSteps = 500;
const maxPlanItems = 100;
const maxItemChars = 500;

export function createDrafts(clock: Clock, tell: { opened(draft: Draft): void; grew(draft: Draft): void; ended(draft: Draft): void }): Drafts {
  const drafts = new Map<TurnId, Draft>();
  const timers = new Map<TurnId, () => void>();

  const changed = (draft: Draft): void => {
    drafts.set(draft.turn, draft);
    if (timers.has(draft.turn)) return;
    timers.set(
      draft.turn,
      clock.after(tellEveryMs, () => {
        timers.delete(draft.turn);
        const latest = drafts.get(draft.turn);
        if (latest !== undefined) tell.grew(latest);
      }),
    );
  };

  return {
    open: (turn, session) => {
      const draft = { thread: turn.thread, session: session.id, sessionName: session.name, turn: turn.id, beganAt: clock.now(), text: "", steps: [] };
      changed(draft);
      tell.opened(draft);
    },
    delta: (turn, text) => {
      const draft = drafts.get(turn);
      if (draft !== undefined && draft.text.length < maxChars) changed({ ...draft, text: draft.text + text });
    },
    step: (turn, step) => {
      const draft = drafts.get(turn);
      if (draft === undefined) return;
      const known = draft.steps.some((one) => one.id === step.id);
      const steps = known ? draft.steps.map((one) => (one.id === step.id ? step : one)) : [...draft.steps, step].slice(-maxSteps);
      changed({ ...draft, steps });
    },
    status: (turn, status) => {
      const draft = drafts.get(turn);
      if (draft !== undefined) changed({ ...draft, status: { ...status, ...defined({ what: status.what?.slice(0, maxItemChars) }) } });
    },
    plan: (turn, plan) => {
      const draft = drafts.get(turn);
      const items = plan.slice(0, maxPlanItems).map((item) => ({ ...item, text: item.text.slice(0, maxItemChars) }));
      if (draft !== undefined) changed({ ...draft, plan: items });
    },
    get: (turn) => drafts.get(turn),
    end: (turn) => {
      const draft = drafts.get(turn);
      timers.get(turn)?.();
      timers.delete(turn);
      drafts.delete(turn);
      if (draft !== undefined) tell.ended(draft);
    },
    all: () => [...drafts.values()],
    statuses: () => new Map([...drafts.values()].flatMap(({ session, status }) => (status === undefined ? [] : [[session, status]]))),
  };
}
