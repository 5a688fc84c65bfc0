import type { LineWaiter } from "./line-waiter.ts";
import type { IrcFault } from "./fault.ts";
import type { Pace } from "./pace.ts";
import type { IrcTimings } from "./spec.ts";

/** State shared by the parts of one link. */
export interface LinkContext {
  readonly lines: LineWaiter;
  readonly pace: Pace;
  readonly timings: IrcTimings;
  /** Aborts when the link is over. */
  readonly life: AbortSignal;
  write(line: string): void;
  /** A name as this server compares it. */
  fold(name: string): string;
  isOwn(nick: string): boolean;
  channelTypes(): string;
  /** Whether the server sent this ISUPPORT token. */
  announces(token: string): boolean;
  /** Why nothing can be sent: not logged in yet, or closed. Undefined while sending is possible. */
  silence(): IrcFault | undefined;
}
