import type { ChannelLinkState } from "./channel.ts";
import type { SeatFacts } from "./agent.ts";
import type { SessionId } from "./ids.ts";
import type { Session } from "./session.ts";
import type { WorkStatus } from "./work.ts";

export interface LinkStatus {
  readonly id: string;
  readonly platform: string;
  readonly state: ChannelLinkState;
  readonly reason: string;
  readonly since: number;
}

/** What people are shown: a link that is up and has something to complain about is degraded. */
export function shownState({ state, reason }: Pick<LinkStatus, "state" | "reason">): ChannelLinkState | "degraded" {
  return state === "connected" && reason !== "" ? "degraded" : state;
}

/** Something the config asks for and this version or machine cannot give. */
export interface RedLine {
  readonly what: string;
  readonly why: string;
  readonly mend: string;
}

export interface Status {
  readonly version: string;
  readonly startedAt: number;
  readonly links: readonly LinkStatus[];
  readonly sessions: readonly Session[];
  /** Of the sessions whose agents know them. */
  readonly facts: ReadonlyMap<SessionId, SeatFacts>;
  /** Of the sessions that are working. */
  readonly statuses: ReadonlyMap<SessionId, WorkStatus>;
  readonly openQuestions: number;
  readonly dueDeliveries: number;
  readonly redLines: readonly RedLine[];
  readonly hasOwner: boolean;
}
