import type { Step } from "#domain/agent";
import type { SessionId, ThreadId, TurnId } from "#domain/ids";

/** The answer while it grows. Latest wins; lost on a kill. */
export interface Draft {
  readonly thread: ThreadId;
  readonly session: SessionId;
  readonly sessionName: string;
  readonly turn: TurnId;
  readonly beganAt: number;
  readonly text: string;
  readonly steps: readonly Step[];
}
