import type { AccessVerbs } from "./access-verbs.ts";
import type { BusVerbs } from "./bus-verbs.ts";
import type { ChatVerbs } from "./chat-verbs.ts";
import type { Artifact } from "./artifact.ts";
import type { AuditFilter, AuditRecord, AuditVerdict, NewRecord, Refusal } from "./audit.ts";
import type { Address, RemoteFile } from "./channel.ts";
import type { NewRun } from "./command.ts";
import type { NewDelivery } from "./delivery.ts";
import type { ArtifactId, MessageId, QuestionId, RunId, SessionId, ThreadId, TurnId } from "./ids.ts";
import type { PairingVerbs } from "./pairing.ts";
import type { Account, Reader } from "./people.ts";
import type { BoundedPage } from "./page.ts";
import type { OutboxVerbs } from "./outbox-verbs.ts";
import type { QuestionVerbs } from "./question-verbs.ts";
import type { RunVerbs } from "./run-verbs.ts";
import type { NewSession, Session, SessionEvent } from "./session.ts";
import type { RedLine } from "./status.ts";
import type { Author, ChangeBody, Entry, Message, NewMessage, Thread, ThreadAccess, ThreadOrder, ThreadPlace, ThreadSummary } from "./thread.ts";
import type { Ending, NewTurn, Turn } from "./turn.ts";
import type { JsonValue } from "./json.ts";
import type { TurnUsage } from "./work.ts";
import type { PersonSettingVerbs } from "./person-settings.ts";
import type { StatisticsVerbs } from "./statistics.ts";

/** Who said a line. */
export interface LineSpeaker {
  readonly seq: number;
  readonly kind: Author["kind"];
  readonly id: string;
}

export interface NewThread {
  readonly id: ThreadId;
  readonly topic: string;
  readonly access: ThreadAccess;
  readonly createdBy: Author;
  readonly at: number;
  /** `whoIs` keys that see it though it is closed. */
  readonly participants: readonly string[];
}

/** One transaction of the road. What is left out is not written. */
export interface Acceptance {
  /** The event's key. Seen before: nothing is written and what the first time made comes back. Kept for 24 hours. */
  readonly key?: string;
  readonly at: number;
  readonly thread?: NewThread;
  readonly bind?: { readonly address: Address; readonly thread: ThreadId };
  /** Made before the turn that is its first. */
  readonly session?: NewSession;
  readonly message?: NewMessage;
  /** Files of the message that are still at the platform. */
  readonly files?: readonly { readonly id: ArtifactId; readonly file: RemoteFile }[];
  /** Also deliver the message to every chat bound to its thread, except the one it was said in. */
  readonly fan?: boolean;
  readonly change?: { readonly thread: ThreadId; readonly body: ChangeBody };
  readonly turn?: NewTurn;
  /** Throws QueueFull when that many turns are queued for its session already. */
  readonly queueLimit?: number;
  /** The turn goes before those that are queued. */
  readonly isFirst?: boolean;
  /** The prompt is added to the last queued turn of its session instead, if the same one began that in the same thread. */
  readonly isBatched?: boolean;
  readonly run?: NewRun;
  readonly deliveries?: readonly NewDelivery[];
  readonly audit?: readonly NewRecord[];
  /** The chat in which this person can be reached alone. */
  readonly reach?: { readonly account: Account; readonly address: Address };
  readonly sync?: SyncCheck;
  /** `whoIs` that takes part in the thread from now on. */
  readonly joins?: { readonly thread: ThreadId; readonly who: string };
}

/**
 * A post that must be the next line after what its author has read. Refused with SeqMismatch, or ReplyTokenReplay (data: used_at) when the
 * line that stands there was posted with this very token.
 */
export interface SyncCheck {
  readonly lastSeq: number;
  /** Kept with the post that uses it. A token is good for one `lastSeq`, and using it moves the thread on: it cannot be used twice. */
  readonly tokenHash: string;
}

export interface Accepted {
  readonly seen: boolean;
  readonly message?: Message;
  readonly turn?: Turn;
  /** Turns of the same session that are queued or begun before this one. */
  readonly ahead?: number;
  readonly run?: RunId;
  /** The question that it answered. */
  readonly question?: QuestionId;
}

export interface TurnEnd {
  readonly turn: TurnId;
  readonly at: number;
  readonly ending: Ending;
  readonly session: SessionEvent;
  readonly reason: string;
  /** The answer, or the hub's line about how it ended; delivered to every chat bound to the thread unless the ending is quiet. */
  readonly message?: NewMessage;
  /** The hub's line that follows the answer, delivered in the same way. */
  readonly notice?: NewMessage;
}

/** Something was committed. Losing one costs a poll. */
export type Wake =
  | { readonly topic: "thread"; readonly thread: ThreadId; readonly rev: number }
  | { readonly topic: "session"; readonly session: SessionId }
  | { readonly topic: "question"; readonly question: QuestionId }
  | { readonly topic: "run"; readonly run: RunId }
  | { readonly topic: "outbox" }
  | { readonly topic: "people" }
  | { readonly topic: "agents" };

/**
 * Verbs, not SQL. Each is one atomic step; concurrent verbs share one commit, each in its own savepoint, so that one refusal
 * undoes nobody else's work. A promise that resolves means: on disk. Every engine passes test/contracts/store.
 * Reading verbs take the reader; what one may not see is not found.
 */
export interface Store
  extends AccessVerbs, QuestionVerbs, OutboxVerbs, BusVerbs, ChatVerbs, PairingVerbs, RunVerbs, PersonSettingVerbs, StatisticsVerbs, AsyncDisposable {
  /** Batches of wake-ups, one per commit, until the signal aborts. */
  changes(signal: AbortSignal): AsyncIterable<readonly Wake[]>;

  // threads
  accept(what: Acceptance): Promise<Accepted>;
  /** What a key made; undefined for a new one. Asked before routing, because by now the same words may mean something else. */
  seen(key: string): Promise<Accepted | undefined>;
  /** When a post used this reply token; undefined if none did. */
  replyTokenUsedAt(thread: ThreadId, token: SyncCheck): Promise<number | undefined>;
  thread(reader: Reader, id: ThreadId): Promise<Thread | undefined>;
  /** Newest first, by the last line unless the page says otherwise. Threads of one moment stand in the order of their ids, so that a place is exact. */
  threads(
    reader: Reader,
    page: { readonly limit: number; readonly before?: ThreadPlace; readonly archived?: boolean; readonly order?: ThreadOrder },
  ): Promise<readonly ThreadSummary[]>;
  summary(reader: Reader, id: ThreadId): Promise<ThreadSummary | undefined>;
  countThreads(reader: Reader): Promise<number>;
  message(reader: Reader, id: MessageId): Promise<Message | undefined>;
  /** In seq order. With `beforeSeq` the newest ones before it, else the oldest after `afterSeq`. */
  messages(reader: Reader, thread: ThreadId, page: BoundedPage & { readonly afterSeq?: number; readonly beforeSeq?: number }): Promise<readonly Message[]>;
  /** Who said the newest lines before that seq, newest first, without reading what they said. */
  speakers(thread: ThreadId, page: { readonly beforeSeq: number; readonly limit: number }): Promise<readonly LineSpeaker[]>;
  /** In rev order. With `beforeRev` the newest ones before it, else the oldest after `afterRev`. */
  entries(reader: Reader, thread: ThreadId, page: BoundedPage & { readonly afterRev?: number; readonly beforeRev?: number }): Promise<readonly Entry[]>;
  /** The message that was said or posted there under the platform's own name for it. */
  messageByRef(address: Address, ref: string): Promise<Message | undefined>;
  /** Moves forward only. */
  advanceCursor(who: string, thread: ThreadId, seq: number): Promise<void>;

  // chats
  bind(address: Address, thread: ThreadId, at: number): Promise<void>;
  boundThread(address: Address): Promise<ThreadId | undefined>;
  boundAddresses(thread: ThreadId): Promise<readonly Address[]>;
  /** Where each account can be reached alone. */
  reach(accounts: readonly Account[]): Promise<readonly Address[]>;

  // sessions and turns
  /** The first one of a thread becomes its default: a thread that holds a session always has one. */
  putSession(session: NewSession): Promise<Session>;
  /** Removes it from lists, and from its thread if it was the default; `session` does not find it any more. Its thread stays. */
  dropSession(id: SessionId): Promise<void>;
  setDefaultSession(thread: ThreadId, session: SessionId): Promise<void>;
  session(id: SessionId): Promise<Session | undefined>;
  sessionByName(reader: Reader, name: string): Promise<Session | undefined>;
  sessions(reader: Reader): Promise<readonly Session[]>;
  /** Applies the session's table; the reason is shown beside the state. */
  moveSession(id: SessionId, event: SessionEvent, reason: string): Promise<Session | undefined>;
  /** The oldest queued turn of the session becomes begun. Undefined while another one is begun, or none is queued. */
  beginTurn(session: SessionId, at: number): Promise<Turn | undefined>;
  /** A turn that began at the desk: the prompt's message, the turn as begun and the session's state in one step. The same turn again changes nothing. Undefined, and nothing is written, while another turn is under way. */
  deskTurn(turn: NewTurn, message: NewMessage): Promise<Turn | undefined>;
  /** The agent was busy: a begun turn becomes the first queued one again. False when it is not under way. */
  requeueTurn(turn: TurnId): Promise<boolean>;
  /** Ends queued turns as stopped before they begin; the message is delivered to the bound chats. False, and nothing is written, unless all are queued. */
  dropQueued(turns: readonly TurnId[], at: number, message: NewMessage): Promise<boolean>;
  /** What the turn has used so far, in place of what it reported before; the session's total follows. */
  keepUsage(turn: TurnId, usage: TurnUsage): Promise<boolean>;
  /** One JSON value that a session's driver may remember; it goes with the session. */
  sessionMemory(id: SessionId): Promise<JsonValue | undefined>;
  setSessionMemory(id: SessionId, value: JsonValue): Promise<boolean>;
  /** Marks it overdue and moves the session; the turn stays open. The message is delivered to the bound chats. */
  overdue(turn: TurnId, at: number, message: NewMessage): Promise<boolean>;
  /**
   * Exactly once: false when it had ended before. Withdraws its open questions, attaches its artifacts to the message.
   * `message` goes to every chat bound to the thread.
   */
  endTurn(end: TurnEnd): Promise<{ readonly ended: boolean; readonly message?: Message }>;
  turn(id: TurnId): Promise<Turn | undefined>;
  /** Begun and queued turns, oldest first. */
  openTurns(session?: SessionId): Promise<readonly Turn[]>;

  // artifacts
  addArtifact(artifact: Artifact): Promise<Artifact>;
  artifact(reader: Reader, id: ArtifactId): Promise<Artifact | undefined>;
  artifacts(ids: readonly ArtifactId[]): Promise<readonly Artifact[]>;

  // audit
  record(records: readonly NewRecord[]): Promise<void>;
  /** The first of a window is kept at once; what follows within it only counts until the window is sealed into the chain. */
  refused(refusal: Refusal, windowEnds: number): Promise<void>;
  /** Seals windows that ended before `now` with the counts given, keyed `who code`. */
  sealRefusals(now: number, counts: ReadonlyMap<string, number>): Promise<void>;
  auditRecords(page: BoundedPage & AuditFilter & { readonly before?: number }): Promise<readonly AuditRecord[]>;
  openRefusals(): Promise<readonly (Refusal & { readonly count: number })[]>;
  verifyAudit(): Promise<AuditVerdict>;

  /** Small named secrets and settings of this installation (signing keys). Set once: the first value stays. */
  keep(name: string, value: string): Promise<string>;
  /** Drops what is past its time: seen keys, used links, old drafts. */
  sweep(now: number): Promise<void>;
  /** What is wrong with the store itself, now: its file is gone from its place, or parts of it cannot be read. */
  problems(): readonly RedLine[];
}
