import type { Ear } from "./ear.ts";
import type { IrcFault } from "./fault.ts";
import type { Pace } from "./pace.ts";
import type { IrcTimings } from "./spec.ts";

/** What the parts of one link share. */
export interface Talk {
  readonly ear: Ear;
  readonly pace: Pace;
  readonly timings: IrcTimings;
  /** Aborts when the link is over. */
  readonly life: AbortSignal;
  write(line: string): void;
  /** A name as this server compares it. */
  fold(name: string): string;
  isOwn(nick: string): boolean;
  channelTypes(): string;
  /** Why nothing can be said now: not logged in yet, or over. Undefined while things can be said. */
  silence(): IrcFault | undefined;
}
