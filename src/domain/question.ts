import type { QuestionId, RunId, SessionId, ThreadId, TurnId } from "./ids.ts";
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

export interface Ask {
  /** The same key in the same turn is the same question, as long as the subject is the same too. */
  readonly key: string;
  readonly kind: "permission" | "choice" | "text";
  readonly prompt: string;
  readonly subject?: Subject;
  readonly options: readonly Option[];
  readonly expiresMs?: number;
  /** The run that waits for the answer: it names this question for as long as it is open. */
  readonly run?: RunId;
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
  readonly session: SessionId;
  readonly turn: TurnId;
  /** Digest of the subject; an answer is good for this one only. */
  readonly digest: string;
  readonly state: QuestionState;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** `whoIs` of the one whose turn asks. */
  readonly beganBy: string;
  readonly given?: Given;
  /** Why it was withdrawn. */
  readonly reason?: string;
}

/** Who answered what, where, when. */
export interface Given {
  readonly option?: string;
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
