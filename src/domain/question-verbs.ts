import type { NewRecord } from "./audit.ts";
import type { Address } from "./channel.ts";
import type { Delivery } from "./delivery.ts";
import type { QuestionId, ThreadId, TurnId } from "./ids.ts";
import type { Reader } from "./people.ts";
import type { Given, Question } from "./question.ts";
import type { NewMessage } from "./thread.ts";

export type AnswerOutcome = { readonly won: true; readonly question: Question } | { readonly won: false; readonly question: Question };

/** The store's verbs about questions. */
export interface QuestionVerbs {
  /**
   * Idempotent by turn and key while the digest is the same, for what no turn's agent asks by key among the open ones; another digest
   * withdraws the older question and asks anew. Moves the session to waiting_input and delivers a copy to every bound chat and to `also`.
   * Throws NameTaken for a code that an open question has, NotFound for a turn that is not under way. The run that asks names the question
   * until it is no longer open.
   */
  ask(question: Question, also: readonly Address[]): Promise<{ readonly question: Question; readonly isNew: boolean }>;
  /**
   * First one wins. Copies that are out get an update, the session moves on, the record and the event's key are written: one
   * step. A key that was seen before wins nothing.
   */
  answer(id: QuestionId, given: Given, audit: NewRecord, key?: string): Promise<AnswerOutcome | undefined>;
  /** `message` tells the thread; it is delivered to the bound chats. False when it was not open any more. */
  expire(id: QuestionId, at: number, message: NewMessage): Promise<boolean>;
  /** The session moves on as after an answer. False when it was not open any more. */
  withdraw(id: QuestionId, at: number, reason: string): Promise<boolean>;
  /** The agent has been told. */
  markHanded(id: QuestionId): Promise<void>;
  /** Answered or expired, of open turns, and the agent was not told yet. */
  unhanded(): Promise<readonly Question[]>;
  question(reader: Reader, id: QuestionId): Promise<Question | undefined>;
  questionByCode(reader: Reader, code: string): Promise<Question | undefined>;
  questions(
    reader: Reader,
    which: { readonly state?: "open"; readonly thread?: ThreadId; readonly turn?: TurnId; readonly limit?: number },
  ): Promise<readonly Question[]>;

  /** Its deliveries, whatever their state. */
  copies(id: QuestionId): Promise<readonly Delivery[]>;
}
