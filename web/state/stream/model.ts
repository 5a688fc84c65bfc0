import type { AgentWire } from "#protocol/agents";
import type { InvalidAgentWire, InvitableWire, InvitationWire } from "#protocol/invitations";
import type { LightWire } from "#protocol/runs";
import type { DraftWire, EntryWire, LinkWire, QuestionWire, SessionWire, SnapshotWire, ThreadWire, TypistWire } from "#protocol/wire";
import type { RanLog } from "#web/state/terminal/thread-runs.ts";

/** What the hub has told this page so far. Only `step` makes a new one. */
export interface Model {
  readonly me: SnapshotWire["me"] | null;
  readonly version: string;
  readonly language: SnapshotWire["language"];
  readonly prefix: string;
  readonly threads: ReadonlyMap<string, ThreadWire>;
  readonly sessions: ReadonlyMap<string, SessionWire>;
  /** Every question that was seen, also the resolved ones. */
  readonly questions: ReadonlyMap<string, QuestionWire>;
  readonly links: ReadonlyMap<string, Link>;
  readonly lights: readonly LightWire[];
  /** Names of the links that the operator has set up. */
  readonly linksSetUp: readonly string[];
  /** By turn. */
  readonly drafts: ReadonlyMap<string, DraftWire>;
  /** Who writes, and where. */
  readonly typing: readonly TypistWire[];
  readonly agents: readonly AgentWire[];
  readonly invitable: readonly InvitableWire[];
  readonly invalid: readonly InvalidAgentWire[];
  /** The full path of the operator's file; null for those who may not invite. */
  readonly agentsFile: string | null;
  /** Who was invited, by thread, newest first. */
  readonly runs: ReadonlyMap<string, readonly InvitationWire[]>;
  /** What was run, by thread; only of those whose lines are here. */
  readonly ran: ReadonlyMap<string, RanLog>;
  readonly redLines: SnapshotWire["red_lines"];
  /** The threads whose lines are here, by thread; the one that was opened last stands last. */
  readonly logs: ReadonlyMap<string, Log>;
  /** How far this page has read, by thread: a row that the hub sent before it knew must not show it as unread again. */
  readonly readTo: ReadonlyMap<string, number>;
  /** Threads that were asked for and are not to be seen. */
  readonly missing: ReadonlySet<string>;
}

export interface Log {
  /** In rev order, each rev once. */
  readonly entries: readonly EntryWire[];
  readonly hasMore: boolean;
  /** How far the stream has told without a gap. A line that a POST brought back may stand after it. */
  readonly rev: number;
}

/** `was` is the state before, so that a link that comes back within two seconds never shows yellow. */
export type Link = LinkWire & { readonly was?: LinkWire["state"] };

export const nothing: Model = {
  me: null,
  version: "",
  language: "en",
  prefix: "!!",
  threads: new Map(),
  sessions: new Map(),
  questions: new Map(),
  links: new Map(),
  lights: [],
  linksSetUp: [],
  drafts: new Map(),
  typing: [],
  agents: [],
  invitable: [],
  invalid: [],
  agentsFile: null,
  runs: new Map(),
  ran: new Map(),
  redLines: [],
  logs: new Map(),
  readTo: new Map(),
  missing: new Set(),
};
