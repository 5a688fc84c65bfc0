import type { Address, Quoted } from "./channel.ts";
import type { ArtifactId, DeliveryId, MessageId, QuestionId, SessionId, ThreadId, TurnId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Step } from "./agent.ts";

/** `open`: any member and any agent with a full token. `closed`: its participants. The owner and admins see all. */
export type ThreadAccess = "open" | "closed";
export type ThreadStatus = "discuss" | "implement" | "review" | "done" | "closed" | "archived";

export interface Thread {
  readonly id: ThreadId;
  readonly topic: string;
  readonly access: ThreadAccess;
  readonly status: ThreadStatus;
  readonly createdAt: number;
  readonly createdBy: Author;
  /** Last message's seq; 0 while there is none. */
  readonly seq: number;
  /** Last message's or change's rev. */
  readonly rev: number;
  readonly lastAt: number;
  readonly defaultSession?: SessionId;
  /** A question is open in it. Known of a thread that was asked for by itself, not of rows in a list. */
  readonly asks?: true;
}

/** A row of a thread list: what the reader has not read, and the last line, clipped; none where a third party has the last word. */
export interface ThreadSummary extends Thread {
  readonly unread: number;
  readonly last?: { readonly author: Author; readonly text: string };
}

/** A place in a list of threads, newest first: behind the thread of that id and moment; without an id, behind everything of that moment. */
export interface ThreadPlace {
  readonly at: number;
  readonly id?: ThreadId;
}

/** By the last line, or by when they were made. */
export type ThreadOrder = "last" | "created";

/** `outside` is a third party whose words are data; `hub` is Parley itself. */
export interface Author {
  readonly kind: "person" | "agent" | "outside" | "hub";
  /** Person, agent, session or account id; `hub` for the hub. */
  readonly id: string;
  readonly name: string;
}

export type MessageRole = "user" | "assistant" | "system";
export type Priority = "normal" | "urgent" | "system";

/** Where words came in: a chat by its channel id, or one of the doors. */
export type Surface = "page" | "notification" | "api" | "mcp" | "shell" | "desk" | "hub" | `chat:${string}`;

/** The chat a message was said in. */
export interface Origin {
  readonly address: Address;
  /** The platform's own name for the message there. */
  readonly ref?: string;
  /** True in a chat with one person. */
  readonly direct?: boolean;
  /** What people call the room. */
  readonly roomName?: string;
}

export interface NewMessage {
  readonly id: MessageId;
  readonly thread: ThreadId;
  readonly at: number;
  readonly author: Author;
  readonly role: MessageRole;
  readonly text: string;
  readonly surface: Surface;
  readonly turn?: TurnId;
  readonly replyTo?: MessageId;
  /** What it replies to, where that is not a message of the thread. */
  readonly quoted?: Quoted;
  readonly origin?: Origin;
  readonly steps?: readonly Step[];
  readonly artifacts?: readonly ArtifactId[];
  readonly priority?: Priority;
  readonly meta?: JsonObject;
}

/** Its text is never changed: an edit is a change of the thread. */
export interface Message extends NewMessage {
  readonly seq: number;
  readonly rev: number;
}

/** What happens to a thread besides new messages. Takes a rev, never a seq. */
export type ChangeBody =
  | { readonly kind: "asked"; readonly question: QuestionId }
  | { readonly kind: "resolved"; readonly question: QuestionId }
  | { readonly kind: "status"; readonly status: ThreadStatus; readonly by: string }
  /** A file of that message has been fetched. */
  | { readonly kind: "file"; readonly message: MessageId; readonly artifact: ArtifactId }
  | { readonly kind: "renamed"; readonly topic: string; readonly by: string }
  | { readonly kind: "edited"; readonly message: MessageId; readonly text: string; readonly by: string }
  | { readonly kind: "reacted"; readonly message: MessageId; readonly reaction: string; readonly by: string; readonly removed: boolean }
  | {
      readonly kind: "delivery";
      readonly delivery: DeliveryId;
      readonly to: Address;
      readonly state: "unknown" | "failed" | "sent";
      readonly reason: string;
      readonly message?: MessageId;
      readonly question?: QuestionId;
    };

export interface Change {
  readonly thread: ThreadId;
  readonly rev: number;
  readonly at: number;
  readonly body: ChangeBody;
}

/** One line of a thread's log in rev order. */
export type Entry = { readonly kind: "message"; readonly message: Message } | { readonly kind: "change"; readonly change: Change };

export function revOf(entry: Entry): number {
  return entry.kind === "message" ? entry.message.rev : entry.change.rev;
}

/** The newest entries whose texts fit into that many characters; at least one. */
export function newestWithin(entries: readonly Entry[], chars: number): readonly Entry[] {
  let left = chars;
  const from = entries.findLastIndex((entry) => {
    left -= textLength(entry);
    return left < 0;
  });
  return from === -1 ? entries : entries.slice(Math.min(from + 1, entries.length - 1));
}

function textLength(entry: Entry): number {
  if (entry.kind === "message") return entry.message.text.length;
  return entry.change.body.kind === "edited" ? entry.change.body.text.length : 0;
}
