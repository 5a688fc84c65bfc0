import type { SecretLinks } from "#hub/access/secret-links";
import type { AgentDriver, AgentKind, MadeFile, Screen } from "#domain/agent";
import type { Channel, ChannelId } from "#domain/channel";
import type { ConfigurationFile } from "#domain/configuration";
import type { Command, FoundCommand, Language, Speech } from "#domain/command";
import type { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import type { AgentsFile } from "#domain/invitation";
import type { Policy } from "#domain/policy";
import type { Processes } from "#domain/processes";
import type { PushSender } from "#domain/push";
import type { Routing } from "#domain/routing";
import type { RedLine } from "#domain/status";
import type { Store } from "#domain/store";
import type { SessionTool, SessionToolVerbs } from "#domain/session-tool";
import type { HubVerbs } from "#domain/verbs";
import type { Worktrees } from "#domain/worktrees";
import type { Clock } from "#lib/time/clock";
import type { Log } from "#lib/log";
import type { OwnPlaces } from "./files/protected-paths.ts";

/** What one caller may do in a minute, and how many of an agent's questions may be open; 0 is no limit. */
export interface CapSettings {
  readonly reactions: number;
  readonly threads: number;
  /** Of threads: closing, reopening, state, topic, settings, who leads. */
  readonly changes: number;
  readonly templates: number;
  readonly runs: number;
  /** Of members, who make agents that way. */
  readonly registrations: number;
  readonly openQuestions: number;
}

export interface HubSettings {
  readonly version: string;
  /** The name of this machine, for people who have hubs on several. */
  readonly host: string;
  readonly language: Language;
  /** True when the config names no language: people in chats are then spoken to in their account's. */
  readonly followsLocale: boolean;
  readonly prefix: string;
  /** The session that a chat uses until it chooses one. */
  readonly defaultSession?: string;
  /** Which session gets words that name none. */
  readonly routing?: Routing;
  readonly workspace: string;
  /** What no command reaches, wherever it lies. */
  readonly own: OwnPlaces;
  readonly artifactsDir: string;
  /** Each session has a folder of its own below it. */
  readonly sessionsDir: string;
  /** The largest file that an agent may hand over. */
  readonly artifactBytes: number;
  /** The largest file that somebody may hand over for a thread. */
  readonly uploadBytes: number;
  /** What one person may hand over, and one thread be handed, in files that nothing names yet. */
  readonly unusedUploadBytes: number;
  /** How long such a file stays. */
  readonly unusedUploadMs: number;
  /** How many lines agents may post to each other with no person's line between. */
  readonly agentPosts: number;
  /** How many lines one agent may post in a minute; 0 is no limit. */
  readonly agentPostsPerMinute: number;
  readonly caps: CapSettings;
  /** Whether lines of the bus that carry keys or tokens are refused. */
  readonly contentFilter: boolean;
  /** How many prompts may wait for one session. */
  readonly queueLimit: number;
  readonly questionExpiresMs: number;
  /** Names; only these may answer, each still within their own right. */
  readonly approvers?: readonly string[];
  /** From the last sign of life of a turn to the word that it is overdue. */
  readonly turnTimeoutMs: number;
  /** The time zone of scheduled prompts that name none, and how many one person may have. */
  readonly schedules?: { readonly zone: string; readonly perPerson: number };
  /** Whether code deliveries can be asked for. */
  readonly deliveries?: boolean;
}

/** The commands of one surface. */
export interface CommandTable {
  find(words: readonly string[]): FoundCommand | undefined;
  /** UnknownCommand, with what was probably meant. */
  unknown(words: readonly string[], speech: Speech): ParleyError;
  list(): readonly Command[];
}

/** Words of a command line after the prefix; throws InvalidCommand with the place. */
export type Tokenize = (line: string, language: Language) => readonly string[];

/** What inviting agents needs of the machine. */
export interface Inviting {
  readonly file: AgentsFile;
  readonly processes: Processes;
  /** Each invitation has a folder of its own below it, for as long as it runs. */
  readonly dir: string;
  /** The hub's own address; known once the door listens. */
  readonly address: () => string;
  /** The usual few of the hub's variables and the named ones. */
  readonly environment: (names: readonly string[]) => Readonly<Record<string, string>>;
}

export interface HubDeps {
  readonly store: Store;
  readonly policy: Policy;
  /** Called after people or tokens changed, before the change is answered. */
  readonly refreshPeople: () => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly random: (below: number) => number;
  readonly log: Log;
  readonly settings: HubSettings;
  /** Loaded on first use; throws NotSupported for a kind that this version lacks. */
  readonly driver: (kind: AgentKind) => Promise<AgentDriver>;
  /** Which driver serves a `cli_type`; throws NotSupported naming the ones there are. */
  readonly kindOf: (cliType: string) => AgentKind;
  readonly channels: ReadonlyMap<ChannelId, Channel>;
  readonly commands: (verbs: HubVerbs) => CommandTable;
  /** What `terminal_exec` runs, and nothing else. */
  readonly terminalCommands: CommandTable;
  /** What the agents of the hub's own sessions can do besides. */
  readonly sessionTools?: (verbs: SessionToolVerbs) => readonly SessionTool[];
  readonly tokenize: Tokenize;
  readonly redLines: () => readonly RedLine[];
  /** Signs what must outlive a restart without being stored. */
  readonly signingKey: Buffer;
  /** Without it a session works in its directory itself. */
  readonly worktrees?: Worktrees;
  /** A picture of a terminal for chats. */
  readonly drawScreen?: (screen: Screen) => Promise<MadeFile>;
  /** Without it the configuration is neither shown nor edited. */
  readonly configuration?: ConfigurationFile;
  /** Without it no browser is notified. */
  readonly push?: PushSender;
  /** Without it a terminal that wants a password is answered there. */
  readonly secretLinks?: SecretLinks;
  /** Without it nobody can be invited. */
  readonly inviting?: Inviting;
}
