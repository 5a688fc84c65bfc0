import type { Run } from "#domain/command";
import type { MessageId, SessionId, ThreadId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Message, Priority, Surface } from "#domain/thread";
import type { HandedUpload } from "#hub/files/handed-upload";

/** What a door may say for an actor whose token or home it has checked. */
export interface DoorMessage {
  readonly by: Actor;
  readonly surface: Surface;
  readonly thread: ThreadId;
  readonly text: string;
  /** The request's Idempotency-Key, if it gave one; scoped to who speaks. */
  readonly key?: string;
  /** Which of the thread's sessions is meant; its default one otherwise. */
  readonly session?: SessionId;
  readonly replyTo?: MessageId;
  /** Files that were uploaded for it before. */
  readonly uploads?: readonly HandedUpload[];
  readonly priority?: Priority;
  readonly meta?: JsonObject;
  /** Interrupts the turn under way and goes before what is queued. */
  readonly isUrgent?: boolean;
}

/** What a door or the bus replies. Only a person's words can be a command or an answer, and then they are not a message. */
export type DoorOutcome =
  /** `seen`: the key was known, this is what it made the first time. `ahead` counts the turns before this one. */
  | { readonly kind: "message"; readonly message: Message; readonly seen: boolean; readonly turn?: string; readonly ahead?: number }
  | { readonly kind: "command"; readonly run: Run }
  | { readonly kind: "answered"; readonly question: Question };
