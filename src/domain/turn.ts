import type { Address } from "./channel.ts";
import type { MessageId, SessionId, ThreadId, TurnId } from "./ids.ts";
import type { Author } from "./thread.ts";

/** How a turn is over. `lost`: nobody knows how it went, because the hub or the agent died under it. */
export type Ending =
  | { readonly how: "completed"; readonly text: string }
  /** `isQuiet`: the page and the log say so, no chat is told. */
  | { readonly how: "failed"; readonly reason: string; readonly text?: string; readonly isQuiet?: boolean }
  | { readonly how: "stopped"; readonly reason: string; readonly text?: string }
  | { readonly how: "lost"; readonly reason: string; readonly text?: string };

export type TurnState = "queued" | "begun" | "ended";

export interface NewTurn {
  readonly id: TurnId;
  readonly session: SessionId;
  readonly thread: ThreadId;
  readonly origin: "prompt" | "desk";
  readonly prompt: string;
  /** The message that is the prompt; a desk turn has one too, written when it is noticed. */
  readonly message: MessageId;
  readonly by: Author;
  /** `whoIs` of the one who began it: may answer its questions. */
  readonly beganBy: string;
  readonly from?: Address;
  readonly at: number;
}

/** One prompt of one session until exactly one ending. */
export interface Turn extends NewTurn {
  readonly state: TurnState;
  readonly begunAt?: number;
  readonly endedAt?: number;
  readonly ending?: Ending["how"];
  readonly reason?: string;
  /** No chat is told how it ended. */
  readonly isQuiet?: boolean;
  /** Set when the watch gave up waiting; a late end is still delivered. */
  readonly overdueAt?: number;
}
