import type { Clock } from "#lib/time/clock";
import type { IrcConnection } from "./connection.ts";
import { createLineWaiter, type LineWaiter } from "./line-waiter.ts";
import type { IrcFault } from "./fault.ts";
import { createPace, type LinePace } from "./pace.ts";
import { defaultPace, type IrcSpec, type IrcTimings } from "./spec.ts";

/** State shared by the parts of one link. */
export interface LinkContext {
  readonly lines: LineWaiter;
  readonly pace: LinePace;
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

interface LinkParts extends Pick<LinkContext, "timings" | "life" | "fold" | "isOwn" | "silence"> {
  readonly clock: Clock;
}

export function createLinkContext(spec: IrcSpec, connection: IrcConnection, { clock, ...parts }: LinkParts): LinkContext {
  return {
    ...parts,
    lines: createLineWaiter(clock),
    pace: createPace(spec.pace ?? defaultPace, clock),
    write: connection.write,
    announces: connection.announces,
    channelTypes: () => connection.supports("CHANTYPES") ?? "#&",
  };
}
