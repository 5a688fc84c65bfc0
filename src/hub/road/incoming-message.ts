import type { Address, Quoted, RemoteFile } from "#domain/channel";
import type { Language } from "#domain/command";
import type { NewRecord } from "#domain/audit";
import type { MessageId, SessionId, ThreadId, TurnId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { whoIs, type Account, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { NewSession } from "#domain/session";
import type { NewThread } from "#domain/store";
import type { Priority, Surface } from "#domain/thread";
import type { HandedUpload } from "#hub/files/handed-upload";

/** Words on their way in, in the same shape from every entrance. Who speaks was proven at the entrance. */
export interface Spoken {
  readonly by: Actor;
  readonly surface: Surface;
  readonly where: SpokenWhere;
  readonly text: string;
  /** Of the sentences that the speaker gets back. */
  readonly language: Language;
  /** The same key is the same event. Scoped by the entrance, so that two of them cannot collide. */
  readonly key?: string;
  /** Which of the thread's sessions is meant; its default one otherwise. */
  readonly session?: SessionId;
  readonly replyTo?: MessageId;
  /** The text that they reply to, where the thread does not have it. */
  readonly quoted?: Quoted;
  /** They reply to the message that shows this question, perhaps of another thread. */
  readonly replyToQuestion?: Question;
  /** Files that are still at the chat's platform. */
  readonly files?: readonly RemoteFile[];
  /** Files that were uploaded for it before. Words that bring some are never a command or an answer. */
  readonly uploads?: readonly HandedUpload[];
  /** How many more files came than one message may bring. */
  readonly filesOver?: number;
  readonly priority?: Priority;
  readonly meta?: JsonObject;
  /** Work that interrupts the session's turn under way and goes before what is queued. Never a command or an answer. */
  readonly isUrgent?: boolean;
  /** Said at another time than it was written: work for a session, whatever the words look like now. Never a command or an answer. */
  readonly isPromptOnly?: boolean;
  /** Present when it came over the bus, where lines are filtered and can be held to what their author has read. */
  readonly inStep?: InStep;
}

export type SpokenWhere =
  | { readonly kind: "thread"; readonly thread: ThreadId }
  /** The chat shows its thread, so anyone who may speak there sees it. `reach`: the account can be reached alone in this chat. */
  | { readonly kind: "chat"; readonly address: Address; readonly direct: boolean; readonly ref?: string; readonly roomName?: string; readonly reach?: Account }
  /** A connection that a session or an agent opened by a command. Its words are for the holder alone. */
  | { readonly kind: "link"; readonly thread: ThreadId }
  | AllowedWork;

/**
 * Work that was allowed before it came here: by the right to deliver, or by a person whom a session's tool asked. It goes where it was allowed
 * to go, so neither the place nor the right to prompt is decided on again. Everything else is.
 */
export interface AllowedWork {
  readonly kind: "work";
  readonly thread: ThreadId;
  /** What is made together with it, where it is not there yet. */
  readonly born?: NewThread;
  readonly bind?: Address;
  readonly newSession?: NewSession;
  /** Whose turn it becomes, if not the speaker's. */
  readonly beganBy?: string;
  /** The chats of the thread are shown the words too. */
  readonly fan?: boolean;
  /** What goes on record with it. */
  readonly record: (turn: TurnId) => Omit<NewRecord, "at" | "who">;
}

/** What a post must follow. Without both fields an agent is refused unless it is `unsynced`. */
export interface InStep {
  readonly expectedLastSeq?: number;
  readonly replyToken?: string;
  /** An agent may leave both out, and the line is posted after whatever is there: REST, whose callers do not wait. */
  readonly unsynced?: boolean;
  /** The actor that this agent belongs to, where it speaks under that actor's own bearer: what was shown to one was shown to the other. */
  readonly under?: Actor;
}

/** People type commands and answers. Everybody else's words are lines, or prompts for a session that they name. */
export function isPersonal({ kind }: Actor): boolean {
  return kind === "person" || kind === "operator" || kind === "guest";
}

/** One request is one message, whether it came over the page's route or the bus. */
export function requestKey(by: Actor, thread: ThreadId, key: string): string {
  return `${whoIs(by)}:${thread}:${key}`;
}
