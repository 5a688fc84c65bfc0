import type { AgentKind } from "./agent.ts";
import type { SessionId, ThreadId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { SessionUsage } from "./work.ts";

export type SessionState = "idle" | "processing" | "waiting_input" | "error" | "dead";

export type SessionEvent = "taken" | "ended" | "stopped" | "asked" | "answered" | "dropped" | "failed" | "timeout" | "late" | "gone" | "restarted";

/** What is not in the table changes nothing. */
const table: Record<SessionState, Partial<Record<SessionEvent, SessionState>>> = {
  idle: { taken: "processing", gone: "dead" },
  processing: { ended: "idle", stopped: "idle", asked: "waiting_input", failed: "error", timeout: "error", gone: "dead" },
  waiting_input: { answered: "processing", stopped: "idle", ended: "idle", dropped: "idle", failed: "error", gone: "dead" },
  error: { taken: "processing", late: "idle", gone: "dead" },
  dead: { restarted: "idle" },
};

export function stepSession(state: SessionState, event: SessionEvent): SessionState {
  return table[state][event] ?? state;
}

export interface NewSession {
  readonly id: SessionId;
  readonly name: string;
  readonly thread: ThreadId;
  readonly kind: AgentKind;
  readonly cliType: string;
  readonly workDir: string;
  readonly settings: JsonObject;
  readonly source: "config" | "store";
  readonly at: number;
}

/** One agent at work, in exactly one thread. */
export interface Session extends NewSession {
  readonly state: SessionState;
  readonly reason: string;
  /** Prompts that wait behind the one under way. */
  readonly queue: number;
  /** All its turns together; left out until one reports what it used. */
  readonly usage?: SessionUsage;
}
