import type { MessageId, SessionId, ThreadId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Message } from "./thread.ts";

/** What a thread has beyond its row: shown when it is opened. On the way of a message it is read only where a rule would choose another session. */
export interface ThreadDetails {
  readonly systemPrompt?: string;
  readonly template?: string;
  readonly metadata?: JsonObject;
  readonly summary?: string;
  readonly closedAt?: number;
  /** `whoIs` of the creator, who may close the meeting. */
  readonly admin?: string;
  /** The session that somebody chose for it: while it is the default one, no rule chooses another. Null: the rules choose again. */
  readonly chosenSession?: SessionId | null;
  readonly settings: ThreadSettings;
}

export interface ThreadSettings {
  /** The coordinator that notices that everybody waits for everybody. */
  readonly coordinator: boolean;
  readonly timeoutSeconds: number;
  readonly switchTimeoutSeconds: number;
}

export const usualSettings: ThreadSettings = { coordinator: true, timeoutSeconds: 60, switchTimeoutSeconds: 60 };

export interface ThreadTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly metadata: JsonObject;
  readonly builtin: boolean;
  readonly at: number;
}

/** A message as it stands after its edits and reactions. */
export interface MessageState {
  readonly message: MessageId;
  readonly text: string;
  /** 0 while it was never edited. */
  readonly version: number;
  readonly editedAt?: number;
  readonly reactions: readonly Reaction[];
}

/** A message with its edits and reactions, where it has any. */
export type MessageWithState = Message & { readonly state?: MessageState };

export interface Reaction {
  readonly id: string;
  readonly reaction: string;
  readonly by: string;
  readonly name: string;
  readonly at: number;
}

export interface Edit {
  readonly version: number;
  readonly oldText: string;
  readonly by: string;
  readonly at: number;
}

/** A thread whose topic was searched for. */
export interface FoundThread {
  readonly thread: ThreadId;
  readonly topic: string;
  readonly status: string;
  readonly at: number;
}

/** Which messages a search looks at. All that are given must hold. */
export interface SearchFilter {
  readonly thread?: ThreadId;
  /** Who wrote it, by id. */
  readonly author?: string;
  /** Only messages that bring a file. */
  readonly hasFile?: boolean;
  /** From this moment on, and before that one. */
  readonly since?: number;
  readonly until?: number;
}

export interface FoundMessage {
  readonly message: MessageId;
  readonly thread: ThreadId;
  readonly topic: string;
  readonly author: string;
  readonly authorId: string;
  readonly seq: number;
  readonly at: number;
  /** Of a message that may be for people only. */
  readonly meta?: JsonObject;
  /** Around the first hit, with `<mark>` around each. The text in it is as it was written, not escaped. */
  readonly snippet: string;
  /** The names of its files, which are searched as its words are. */
  readonly files?: readonly string[];
}
