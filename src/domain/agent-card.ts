import type { AgentId, PersonId, ThreadId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Proof } from "./people.ts";

/** What an agent that joins over MCP tells of itself. It is metadata: nothing of it is ever run or trusted. */
export interface AgentCard {
  readonly ide: string;
  readonly model: string;
  readonly displayName?: string;
  readonly emoji?: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  readonly skills: readonly JsonObject[];
  /** Kept, shown, never executed. */
  readonly resumeCommand?: string;
}

export interface RegisteredAgent extends AgentCard {
  readonly id: AgentId;
  /** `IDE (Model)`, with a number behind it where that was taken. */
  readonly name: string;
  readonly aliasSource: "user" | "auto";
  /** The person whose token made it. */
  readonly owner?: PersonId;
  /** What that person was known by. */
  readonly madeWith?: Proof;
  /** Of the operator's file, for one that was invited. */
  readonly invitedAs?: string;
  readonly at: number;
  readonly lastHeartbeat: number;
  readonly lastActivity: string;
  readonly lastActivityAt: number;
  /** It said good-bye, or was kicked; its messages keep its name. */
  readonly goneAt?: number;
}

/** Who waits for messages now. Lives in memory: a restart ends every wait, and the waiters come back with their place. */
export interface Wait {
  readonly agent: string;
  /** The name under which it came. */
  readonly name: string;
  readonly thread: ThreadId;
  readonly enteredAt: number;
  readonly timeoutMs: number;
  readonly callId: string;
}
