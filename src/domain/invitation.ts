import type { AgentId, InvitationId, QuestionId, ThreadId } from "./ids.ts";

/** An entry of the operator's file that stands. `argv` is split once, when the file is read. */
export interface Invitable {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** With placeholders inside single arguments. */
  readonly argv: readonly string[];
  readonly timeoutSeconds: number;
  readonly maxRuntimeSeconds: number;
  readonly enabled: boolean;
  /** Whether rules of the configuration may invite it. */
  readonly autoInvite?: true;
  readonly runAs?: string;
  /** Names of the hub's variables that it gets beyond the usual few. */
  readonly environment: readonly string[];
}

/** One that cannot be used, and why; or one that waits for an admin's yes because it was changed while the hub ran. */
export interface InvalidEntry {
  readonly name: string;
  readonly why: string;
  /** What would be in force after the yes. */
  readonly waits?: Invitable;
  /** The question whose answer decides; it may be resolved by now. */
  readonly question?: QuestionId;
}

/** The operator's file at one moment. */
export interface AgentsReading {
  readonly entries: readonly Invitable[];
  readonly invalid: readonly InvalidEntry[];
  /** Why nothing of it can be used: half written, writable by others. What was in force before stays. */
  readonly problem?: string;
}

export interface AgentsFile {
  readonly path: string;
  /** A file that is not there is an empty one. */
  read(): Promise<AgentsReading>;
  /** Calls when it has changed since it was last read, once the change has come to rest; returns the way to stop. */
  watch(changed: () => void): () => void;
}

export interface InvitableHealth {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
  readonly checkedAt: number;
}

export type InvitationState = "starting" | "running" | "joined" | "ended" | "refused" | "lost";

/** One process that was started by an invitation, from the word that asked for it to its end. */
export interface Invitation {
  readonly id: InvitationId;
  readonly agentName: string;
  readonly thread: ThreadId;
  readonly by: string;
  readonly byName: string;
  readonly at: number;
  /** As it ran, secrets shown as [secret]. Empty for a refusal. */
  readonly argv: readonly string[];
  readonly state: InvitationState;
  readonly pid?: number;
  /** When the kernel says the process began: a pid alone may be somebody else's by now. */
  readonly pidBegan?: string;
  readonly agent?: AgentId;
  readonly joinedAt?: number;
  readonly endedAt?: number;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly reason: string;
  /** The last lines of what it wrote, bounded and redacted. */
  readonly output: string;
}
