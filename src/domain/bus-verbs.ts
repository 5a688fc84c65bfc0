import type { RegisteredAgent } from "./agent-card.ts";
import type { NewRecord } from "./audit.ts";
import type { AgentId, MessageId, ThreadId } from "./ids.ts";
import type { Invitation } from "./invitation.ts";
import type { BoundedPage } from "./page.ts";
import type { Reader } from "./people.ts";
import type { Thread, ThreadStatus } from "./thread.ts";
import type { Edit, FoundMessage, FoundThread, MessageState, Reaction, SearchFilter, ThreadDetails, ThreadTemplate } from "./thread-details.ts";

export interface StoreMetrics {
  readonly threadsByStatus: Readonly<Record<string, number>>;
  readonly messages: number;
  /** Of the last 1, 5 and 15 minutes. */
  readonly recent: readonly [number, number, number];
  readonly stopReasons: Readonly<Record<string, number>>;
}

/** What the store does for agents that share threads. Part of the Store's port, under the same rules. */
export interface BusVerbs {
  // what a thread and its messages have beyond their rows
  details(reader: Reader, id: ThreadId): Promise<ThreadDetails | undefined>;
  /** What the patch names is replaced whole. */
  setDetails(id: ThreadId, patch: Partial<ThreadDetails>): Promise<void>;
  /** With the change of the thread in the same step; also keeps, and clears, when it was closed. False when it has that status. */
  setStatus(id: ThreadId, status: ThreadStatus, by: string, at: number): Promise<boolean>;
  /** Throws NameTaken when another thread that the reader sees has that topic. False when it is not there for the reader, or has that topic. */
  rename(reader: Reader, id: ThreadId, topic: string, by: string, at: number): Promise<boolean>;
  /** The newest thread of exactly that topic among those the reader sees. */
  threadByTopic(reader: Reader, topic: string): Promise<Thread | undefined>;
  /**
   * With all that hangs on it; invitations stay on record. False when it is not there. Throws NotAllowed while a session or an invited
   * agent is in it, or work is under way. The files of its artifacts are the caller's.
   */
  deleteThread(id: ThreadId, audit: NewRecord, how?: { readonly unlessPersonSpoke?: boolean }): Promise<boolean>;
  participants(thread: ThreadId): Promise<readonly string[]>;
  /** A new version and the change of the thread; undefined when the text is the same. */
  editMessage(id: MessageId, text: string, by: string, at: number): Promise<{ readonly version: number } | undefined>;
  /** Oldest first, after that version. */
  edits(id: MessageId, page: BoundedPage & { readonly afterVersion?: number }): Promise<readonly Edit[]>;
  /** The same reaction by the same one twice is one. */
  react(id: MessageId, reaction: { readonly reaction: string; readonly by: string; readonly name: string; readonly at: number }): Promise<Reaction>;
  unreact(id: MessageId, reaction: string, by: string, at: number): Promise<boolean>;
  /** Only those that were edited or reacted to; the others stand as they were said. */
  messageStates(ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, MessageState>>;
  /**
   * Catches up with what is not indexed yet, then looks; newest first. Any script: two Han characters are found. The query is words, not a
   * language: what stands between two spaces must be found in a row, and all of them in one message.
   */
  search(reader: Reader, query: string, which: SearchFilter & { readonly limit: number }): Promise<readonly FoundMessage[]>;
  /** Threads by their topic, archived ones too; newest first. The same words as in `search`, of which beginnings are enough. */
  searchTopics(reader: Reader, query: string, limit: number): Promise<readonly FoundThread[]>;

  templates(): Promise<readonly ThreadTemplate[]>;
  /** Throws NameTaken. */
  addTemplate(template: ThreadTemplate): Promise<void>;
  dropTemplate(id: string): Promise<boolean>;

  // agents that join
  /** As it was kept: with a number behind its name where somebody else has that name. Throws NameTaken for a name of Parley's own. */
  putAgent(agent: RegisteredAgent): Promise<RegisteredAgent>;
  registeredAgent(id: AgentId): Promise<RegisteredAgent | undefined>;
  /** Also those that are gone when asked for. */
  registeredAgents(which?: { readonly gone?: boolean }): Promise<readonly RegisteredAgent[]>;
  /** A sign of life: its heartbeat, and what it does. */
  touchAgent(id: AgentId, activity: string, at: number): Promise<void>;
  /** Its tokens end with it. */
  endAgent(id: AgentId, at: number, audit: NewRecord): Promise<boolean>;

  // invitations
  /** The same id again is the same invitation, further on. */
  putInvitation(invitation: Invitation, audit: readonly NewRecord[]): Promise<void>;
  /** Newest first. Open: starting, running or joined. */
  invitations(
    reader: Reader,
    /** `started`: without those that were refused. */
    which: { readonly agentName?: string; readonly thread?: ThreadId; readonly open?: boolean; readonly started?: boolean; readonly limit: number },
  ): Promise<readonly Invitation[]>;

  metrics(): Promise<StoreMetrics>;
}
