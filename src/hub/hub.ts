import type { LoginLink, Token } from "#domain/access";
import type { AuditFilter, AuditVerdict } from "#domain/audit";
import type { Channel, ChannelId, ChannelSink } from "#domain/channel";
import type { Language, Run } from "#domain/command";
import type { ErrorCode } from "#domain/errors";
import type { AgentId, DeliveryId, PersonId, QuestionId, SessionId, ThreadId, TokenId } from "#domain/ids";
import type { Account, Actor, Grant, Person, Role } from "#domain/people";
import type { Question } from "#domain/question";
import type { LinkStatus, Status } from "#domain/status";
import type { Session } from "#domain/session";
import type { Entry, Surface, Thread, ThreadSummary } from "#domain/thread";
import type { HubVerbs, NewSessionSpec, StopHow, Stopped } from "#domain/verbs";
import type { Configuration } from "./access/configuration.ts";
import type { Pairings } from "./access/pairing.ts";
import type { NamedStatistics } from "./access/statistics.ts";
import type { Personal } from "./access/personal.ts";
import type { Bus } from "./bus/bus.ts";
import type { Typist } from "./bus/typing.ts";
import type { Desk } from "./turns/desk.ts";
import type { Draft } from "./turns/drafts.ts";
import type { Hooks } from "./turns/hooks.ts";
import type { SessionLink } from "./feed/session-links.ts";
import type { DoorMessage, DoorOutcome } from "./road/door-message.ts";
import type { RoutingVerbs } from "./routing/try-route.ts";
import type { Notice } from "./push/notice.ts";
import type { Push } from "./push/push.ts";
import type { Tasks } from "./tasks/tasks.ts";
import type { CommandTerminal } from "./terminal/terminal.ts";
import type { Pictures } from "./files/pictures.ts";
import type { Uploads } from "./files/uploads.ts";

/**
 * What the doors (HTTP, MCP, the composition root) may ask of the hub. Everything takes the road: the gate decides by the
 * actor, a refusal is recorded and thrown as a ParleyError, and what resolves is on disk.
 */
export interface Hub extends AsyncDisposable {
  /** What a channel of that id reports to. */
  sink(channel: ChannelId, platform: string): ChannelSink;
  /** Starts a channel; resolves when its first connection attempt has been made. `defaultRoom` is bound to the default session from the start. */
  connect(channel: Channel, platform: string, signal: AbortSignal, defaultRoom?: string): Promise<void>;
  say(said: DoorMessage): Promise<DoorOutcome>;
  openThread(by: Actor, topic: string): Promise<Thread>;
  /** By id or code; choice is an option's id, label or number, or the text of a free-text question; a reason goes with one that denies. Throws AlreadyAnswered with who answered where. */
  answer(by: Actor, surface: Surface, question: QuestionId | string, choice: string, reason?: string): Promise<Question>;
  /** Interrupts the turn under way. False when there is none. */
  stop(by: Actor, surface: Surface, session: SessionId, how?: StopHow): Promise<Stopped>;
  /** As the new command does, with the right `session.new`. */
  createSession(by: Actor, place: Parameters<HubVerbs["create"]>[1], spec: NewSessionSpec): Promise<Session>;
  sendAgain(by: Actor, delivery: DeliveryId): Promise<boolean>;
  mayAnswer(by: Actor, question: Question): boolean;
  status(by: Actor): Promise<Status>;
  readonly feed: Feed;
  readonly bus: Bus;
  readonly terminal: CommandTerminal;
  readonly uploads: Uploads;
  readonly pictures: Pick<Pictures, "keep">;
  readonly access: Access;
  readonly desk: Desk;
  readonly hooks: Hooks;
  readonly tasks: Omit<Tasks, "recover">;
  readonly configuration: Configuration;
  readonly routing: RoutingVerbs;
  readonly statistics: (by: Actor, range: { readonly from: string; readonly to: string }) => Promise<NamedStatistics>;
  readonly personal: Personal;
  readonly push: Push;
}

export type FeedEvent =
  /** Only of what is watched; in rev order within a thread, none missing, none twice. */
  | { readonly kind: "entry"; readonly thread: ThreadId; readonly entry: Entry }
  | { readonly kind: "thread"; readonly thread: ThreadSummary }
  | { readonly kind: "thread_gone"; readonly id: ThreadId }
  | { readonly kind: "session"; readonly session: Session }
  | { readonly kind: "session_gone"; readonly id: SessionId }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "link"; readonly link: LinkStatus }
  /** A link of a session that the actor sees, or of their own. */
  | { readonly kind: "light"; readonly light: SessionLink }
  /** A command began or ended. */
  | { readonly kind: "run"; readonly run: Run }
  /** Agents came, went, fell silent or were invited; who they are is the bus's to say. */
  | { readonly kind: "agents" }
  /** Somebody began or ended to write. */
  | { readonly kind: "typing"; readonly typist: Typist; readonly on: boolean }
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "draft_ended"; readonly thread: ThreadId; readonly turn: string }
  /** Only to the person that it is for, and only to those who asked for notices. */
  | { readonly kind: "notice"; readonly notice: Notice };

export interface Feed {
  /**
   * Calls the listener with what changes in whatever the actor may see, until the returned function is called. With a
   * thread, its entries after `afterRev` come first; `everywhere`, the entries of every thread from now on. `rows: false` leaves out
   * the rows of the thread list, which otherwise come with every line; `notices` adds what the actor is to be notified of.
   * All who are told the same get the same object.
   */
  watch(
    what: {
      readonly by: Actor;
      readonly thread?: ThreadId;
      readonly afterRev?: number;
      readonly everywhere?: boolean;
      readonly rows?: boolean;
      readonly notices?: boolean;
    },
    listener: (event: FeedEvent) => void,
  ): () => void;
  drafts(by: Actor): Promise<readonly Draft[]>;
  typists(by: Actor): Promise<readonly Typist[]>;
  links(): readonly LinkStatus[];
  lights(by: Actor): Promise<readonly SessionLink[]>;
}

/** People, tokens and links. Each change is recorded and told to the owner. */
export interface Access extends Pairings {
  /** Who a bearer token is; undefined for a wrong, expired or revoked one. */
  bearer(token: string): Promise<Actor | undefined>;
  /** Called whenever people or tokens changed or a token in use expired, once `bearer` knows it; until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Records a refusal that was decided at a door. */
  refuse(refusal: { readonly who: string; readonly name: string; readonly code: ErrorCode; readonly about: string }): Promise<void>;
  hasOwner(): Promise<boolean>;
  /** The secret of a link that makes the first owner; throws NotAllowed when there is one. */
  claimLink(by: Actor): Promise<{ readonly secret: string; readonly link: LoginLink }>;
  /** Without a name: the one owner there is. */
  loginLink(by: Actor, name?: string): Promise<{ readonly secret: string; readonly person: Person }>;
  /** What the page posts. Throws LinkUsed, LinkExpired, LinkUnknown. */
  login(
    secret: string,
    name?: string,
    /** What the browser is called in the list of sign-ins. */
    device?: string,
  ): Promise<{ readonly token: string; readonly person: { readonly id: PersonId; readonly name: string; readonly role: Role } }>;
  logout(by: Actor, token: string): Promise<void>;
  people(by: Actor): Promise<readonly Person[]>;
  /** For everybody who may use the hub: names and roles, and accounts for those who manage people, and of oneself. */
  who(by: Actor): Promise<readonly Person[]>;
  addPerson(by: Actor, person: { readonly name: string; readonly role: Role; readonly accounts: readonly Account[] }): Promise<Person>;
  /** `movedFrom`: the person who had the account until now. */
  linkAccount(by: Actor, name: string, account: Account): Promise<{ readonly person: Person; readonly movedFrom?: string }>;
  setRole(by: Actor, name: string, role: Role): Promise<Person>;
  /** One's own, or with the right `people` anybody's. Throws NotFound where it belongs to nobody, NotAllowed where the file lists it. */
  unlinkAccount(by: Actor, account: Account, language?: Language): Promise<Person>;
  removePerson(by: Actor, name: string): Promise<boolean>;
  createToken(
    by: Actor,
    holder: { readonly person: string; readonly answers: boolean } | { readonly agent: string; readonly may: readonly Grant[] },
    expiresMs?: number,
  ): Promise<{ readonly id: TokenId; readonly token: string; readonly agent?: AgentId }>;
  /** For an agent that a person registers over the bus: the person's own right is enough, it opens what they may open. */
  issueAgentToken(by: Actor, agent: { readonly id: AgentId; readonly name: string }, only?: ThreadId): Promise<string>;
  tokens(by: Actor): Promise<readonly Token[]>;
  revokeToken(by: Actor, id: TokenId): Promise<boolean>;
  /** The caller's own tokens and sign-ins that are in force. Empty for whoever is no person. */
  ownTokens(by: Actor): Promise<readonly Token[]>;
  /** False for one that is not in force, or somebody else's. */
  revokeOwnToken(by: Actor, id: TokenId): Promise<boolean>;
  /** Checks the whole hash chain. */
  checkAudit(by: Actor): Promise<AuditVerdict>;
  audit(
    by: Actor,
    page: AuditFilter & { readonly before?: number; readonly limit: number },
  ): Promise<{ readonly records: readonly unknown[]; readonly has_more: boolean; readonly open: readonly unknown[] }>;
}
