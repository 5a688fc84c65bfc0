import type { AgentCard, RegisteredAgent, Wait } from "#domain/agent-card";
import type { ErrorCode } from "#domain/errors";
import type { AgentId, MessageId, SessionId, ThreadId } from "#domain/ids";
import type { Invitable, InvalidEntry, InvitableHealth, Invitation } from "#domain/invitation";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import type { Message, Priority, Surface, Thread, ThreadOrder, ThreadPlace, ThreadStatus, ThreadSummary } from "#domain/thread";
import type { InStep } from "#hub/road/incoming-message";
import type { DoorOutcome } from "#hub/road/door-message";
import type {
  Edit,
  FoundMessage,
  FoundThread,
  SearchFilter,
  MessageState,
  MessageWithState,
  Reaction,
  ThreadDetails,
  ThreadSettings,
  ThreadTemplate,
} from "#domain/thread-details";

/**
 * Threads as agents use them: join, read, wait, post in step with each other, leave. Serves MCP and the bus's REST routes.
 * Everything takes the road; a refusal is recorded and thrown as a ParleyError. Who speaks is the actor, never an argument:
 * `agentId`s that callers send are checked against it at the door.
 */
export interface Bus {
  // who
  /** Under an agent's token the same agent, renamed; under a person's a new agent of theirs, whose token is shown this once. */
  register(by: Actor, card: AgentCard): Promise<{ readonly agent: RegisteredAgent; readonly token?: string }>;
  agent(by: Actor, id: AgentId): Promise<AgentRow>;
  /** Callers with the same `moment` share one reading; those who see the same get the same array. */
  agents(by: Actor, moment?: object): Promise<readonly AgentRow[]>;
  /** A moment for those who begin to watch, many of them at once: what changes afterwards they are told. */
  agentsMoment(): object;
  update(by: Actor, id: AgentId, patch: Partial<AgentCard>): Promise<AgentRow>;
  heartbeat(by: Actor, id: AgentId): Promise<void>;
  unregister(by: Actor, id: AgentId): Promise<void>;
  /** Ends its waits and its token, and takes it out of the threads it is in. */
  kick(by: Actor, id: AgentId): Promise<void>;
  /** Told to whoever watches the thread, never kept. Ends by itself after 15 s, with the next post there, or when they leave. */
  typing(by: Actor, thread: ThreadId, on: boolean): Promise<void>;

  // threads
  /** The same topic among the threads the actor sees is the same thread. */
  createThread(
    by: Actor,
    thread: { readonly topic: string; readonly systemPrompt?: string; readonly template?: string; readonly metadata?: JsonObject },
  ): Promise<{ readonly thread: Thread; readonly details: ThreadDetails; readonly created: boolean; readonly sync: SyncContext }>;
  thread(by: Actor, id: ThreadId): Promise<{ readonly thread: Thread; readonly details: ThreadDetails }>;
  /** Newest first: by when they were made, unless the page says otherwise. */
  threads(
    by: Actor,
    page: { readonly status?: ThreadStatus; readonly archived: boolean; readonly limit: number; readonly before?: ThreadPlace; readonly order?: ThreadOrder },
  ): Promise<ThreadPage>;
  setStatus(by: Actor, id: ThreadId, status: ThreadStatus): Promise<void>;
  /** By whoever takes part. Their summary is a line of theirs; the hub says that it was closed, and the waits in it end. False when it was closed before. */
  close(by: Actor, id: ThreadId, summary?: string): Promise<boolean>;
  rename(by: Actor, id: ThreadId, topic: string): Promise<void>;
  remove(by: Actor, id: ThreadId): Promise<boolean>;
  /** By whoever leads it, or an admin: another leads, the decider leads, or it stays as it is. The same `source` decides once. */
  decideAdmin(by: Actor, id: ThreadId, decision: AdminDecision): Promise<AdminDecided>;
  settings(by: Actor, id: ThreadId, patch?: Partial<ThreadSettings>): Promise<ThreadSettings>;
  /** Without a thread: in all that the actor sees. */
  waits(by: Actor, id?: ThreadId): Promise<readonly Wait[]>;
  /** Those who spoke, wait or were invited there. */
  members(by: Actor, id: ThreadId): Promise<readonly AgentRow[]>;
  /** Markdown of the whole thread, in pieces. */
  exported(by: Actor, id: ThreadId): AsyncIterable<string>;
  templates(): Promise<readonly ThreadTemplate[]>;
  addTemplate(
    by: Actor,
    template: { readonly id: string; readonly name: string; readonly description: string; readonly systemPrompt: string; readonly metadata: JsonObject },
  ): Promise<ThreadTemplate>;
  dropTemplate(by: Actor, id: string): Promise<boolean>;

  // messages
  /**
   * Throws MissingSyncFields, SeqMismatch (data: expected_last_seq, current_seq, missed: Message[]), ReplyTokenInvalid, ReplyTokenExpired,
   * ReplyTokenReplay (data: consumed_at), ThreadClosed, LoopBudget, RateLimited (data: limit, window, retry_after, scope), ContentBlocked
   * (data: pattern). After any of the first five the next wait returns at once with a fresh token.
   */
  post(by: Actor, post: Post): Promise<Posted>;
  /** The newest when `afterSeq` is 0 and there are more than `limit`: joining late never hides what is new. */
  read(by: Actor, thread: ThreadId, page: { readonly afterSeq: number; readonly limit: number; readonly priority?: Priority }): Promise<ReadResult>;
  message(by: Actor, id: MessageId): Promise<{ readonly message: Message; readonly state: MessageState }>;
  /**
   * Answers at once with what is there after `afterSeq`; else when something comes, the time is over, the thread closes or the signal aborts.
   * The token in `sync` is good for exactly what was delivered. `onProgress` is called every 15 s.
   */
  wait(
    by: Actor,
    wait: { readonly thread: ThreadId; readonly afterSeq: number; readonly timeoutMs: number; readonly forAgent?: string; readonly onProgress?: () => void },
    signal: AbortSignal,
  ): Promise<ReadResult>;
  /** A token for what the actor has been shown of the thread up to now. */
  syncContext(by: Actor, thread: ThreadId): Promise<SyncContext>;
  edit(by: Actor, id: MessageId, text: string): Promise<{ readonly changed: boolean; readonly version: number; readonly at: number }>;
  /** Oldest first, after that version; as many as fit into one answer. */
  edits(by: Actor, id: MessageId, afterVersion?: number): Promise<readonly Edit[]>;
  react(by: Actor, id: MessageId, reaction: string): Promise<Reaction>;
  unreact(by: Actor, id: MessageId, reaction: string): Promise<boolean>;
  search(by: Actor, query: string, which: SearchFilter & { readonly limit: number }): Promise<readonly FoundMessage[]>;
  searchTopics(by: Actor, query: string, limit: number): Promise<readonly FoundThread[]>;

  // invitations
  invitable(by: Actor): Promise<{
    readonly entries: readonly (Invitable & { readonly health?: InvitableHealth; readonly last?: Invitation })[];
    readonly invalid: readonly InvalidEntry[];
    /** The operator's file; only for those who may invite, because it is a path of this machine. */
    readonly file?: string;
  }>;
  /** Returns at once; an expected refusal is a value, as the seed shows it. */
  invite(by: Actor, surface: Surface, agentName: string, thread: ThreadId | string): Promise<Invited>;
  invitations(by: Actor, which: { readonly agentName?: string; readonly thread?: ThreadId; readonly limit: number }): Promise<readonly Invitation[]>;
  metrics(by: Actor): Promise<JsonObject>;
}

export interface AdminDecision {
  readonly action: "switch" | "keep" | "takeover" | "cancel";
  /** Who leads after a switch. */
  readonly candidate?: string;
  /** The message that asked for the decision. */
  readonly source?: string;
}

/** The decision that holds: of the same source, the first. */
export interface AdminDecided {
  readonly action: AdminDecision["action"];
  readonly admin: string;
  /** Who led until then. */
  readonly before: string;
  readonly at: number;
  readonly alreadyDecided: boolean;
}

export interface ThreadPage {
  readonly threads: readonly ThreadSummary[];
  /** Of all that the actor sees, but for archived ones. */
  readonly total: number;
  /** Where the next page begins; absent when there is none. Its id is there only when the border lies between two of one moment. */
  readonly next?: ThreadPlace;
}

export interface AgentRow {
  readonly agent: RegisteredAgent;
  readonly isOnline: boolean;
  readonly isInvitable: boolean;
  readonly isAvailable: boolean;
  /** What agent_invite takes. */
  readonly agentName?: string;
  /** Where it is at the moment, of what the asker sees; nowhere when it is not online. */
  readonly threads: readonly ThreadId[];
}

export interface Post extends InStep {
  readonly thread: ThreadId;
  /** The session of the thread that is given work by it. */
  readonly session?: SessionId;
  readonly text: string;
  readonly surface: Surface;
  readonly priority?: Priority;
  readonly replyTo?: MessageId;
  readonly mentions?: readonly string[];
  /** handoff_target, stop_reason, attachments and whatever else the agent adds; bounded. */
  readonly metadata?: JsonObject;
  readonly key?: string;
}

export type Posted = DoorOutcome & { readonly sync: SyncContext };

/** Where its holder stands: what was delivered, and the one post that may follow it. */
export interface SyncContext {
  readonly currentSeq: number;
  readonly replyToken: string;
  readonly expiresAt: number;
}

export interface ReadResult {
  readonly messages: readonly MessageWithState[];
  readonly sync: SyncContext;
  /** There are older ones that were not sent: page with `afterSeq`. */
  readonly older: boolean;
  /** There are more than the messages that fit into one answer, though fewer than were asked for were sent. */
  readonly isCut: boolean;
  /** The last line that was looked at: where to go on. */
  readonly delivered: number;
}

export interface Invited {
  readonly ok: boolean;
  readonly agentName: string;
  readonly reason: string;
  readonly commandExecuted: string;
  readonly code?: ErrorCode;
  readonly invitation?: Invitation;
}
