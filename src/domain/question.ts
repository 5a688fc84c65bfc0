import type { QuestionId, RunId, SessionId, ThreadId, TurnId } from "./ids.ts";
import type { Right } from "./policy.ts";
import type { Surface } from "./thread.ts";

export interface Option {
  readonly id: string;
  readonly label: string;
  /** What choosing it means for a permission; other questions leave it out. */
  readonly grants?: "allow" | "deny";
}

/** What is approved is what runs: frozen here, shown whole, handed back with the answer. */
export interface Subject {
  readonly argv?: readonly string[];
  readonly directory?: string;
  /** Names only. */
  readonly environment?: readonly string[];
  /** Anything else that belongs to it, as text: a diff, a file's new content. */
  readonly detail?: string;
}

/**
 * Who asks. `turn`: the agent of a session, in its turn, and the prompt is that agent's own words. `run`: a command that waits for the
 * answer, `needs` being the rights that its caller does not have without asking. `hub`: Parley itself,
 * for somebody who lacks these rights.
 */
export type Asker =
  | { readonly kind: "turn" }
  | { readonly kind: "run"; readonly run: RunId; readonly needs: readonly Right[] }
  | { readonly kind: "hub"; readonly needs?: readonly Right[] };

export interface Ask {
  /** The same key in the same turn is the same question, as long as the subject is the same too. */
  readonly key: string;
  readonly kind: "permission" | "choice" | "text";
  /** What is asked for, in a few words of the hub's own. Without one the heading names who asks. */
  readonly title?: string;
  readonly prompt: string;
  readonly subject?: Subject;
  readonly options: readonly Option[];
  readonly expiresMs?: number;
  /** Read off a screen, not reported by the agent. Never answered by a rule. */
  readonly guessed?: boolean;
}

export type QuestionState = "open" | "answered" | "expired" | "withdrawn";
export type QuestionEvent = "answer" | "expire" | "withdraw";

const table: Record<QuestionState, Partial<Record<QuestionEvent, QuestionState>>> = {
  open: { answer: "answered", expire: "expired", withdraw: "withdrawn" },
  answered: {},
  expired: {},
  withdrawn: {},
};

/** Undefined when the event comes too late. */
export function stepQuestion(state: QuestionState, event: QuestionEvent): QuestionState | undefined {
  return table[state][event];
}

export interface Question extends Ask {
  readonly id: QuestionId;
  /** Five letters without `l`, for people who type. Unique among open questions. */
  readonly code: string;
  readonly thread: ThreadId;
  readonly asker: Asker;
  /** The session that waits for the answer, and its turn: of every question that is asked inside a turn. */
  readonly session?: SessionId;
  readonly turn?: TurnId;
  /** Digest of the subject; an answer is good for this one only. */
  readonly digest: string;
  readonly state: QuestionState;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** `whoIs` of the one who caused it: whose turn asks, who typed the command. Nobody allows what they caused and may not do. */
  readonly beganBy: string;
  readonly given?: Given;
  /** Why it was withdrawn. */
  readonly reason?: string;
}

/** Who answered what, where, when. */
export interface Given {
  readonly option?: string;
  /** What was written; beside an option that denies, the reason for it. */
  readonly text?: string;
  readonly by: string;
  readonly name: string;
  readonly surface: Surface;
  readonly at: number;
}

/** What the agent is handed. An expiry is a denial with its reason, never silence. */
export type Answer =
  | { readonly key: string; readonly digest: string; readonly how: "given"; readonly option?: Option; readonly text?: string; readonly by: string }
  | { readonly key: string; readonly digest: string; readonly how: "expired"; readonly reason: string };
