import type { Conversation, Screen } from "./agent.ts";
import type { Address } from "./channel.ts";
import type { Listening } from "./chat-verbs.ts";
import type { Asked, Language } from "./command.ts";
import type { JsonObject } from "./json.ts";
import type { Account, Actor, Person } from "./people.ts";
import type { RunId, ThreadId, TurnId } from "./ids.ts";
import type { ScheduleAsk, ShownSchedule } from "./schedule.ts";
import type { Session } from "./session.ts";
import type { StartedTask, TaskAsk } from "./task.ts";
import type { Surface } from "./thread.ts";
import type { LinkStatus, Status } from "./status.ts";

export interface StopHow {
  /** Also drops the queued prompts, those that the caller may stop. */
  readonly all?: boolean;
  /** Only this turn, if it is the one under way. */
  readonly turn?: TurnId;
}

export interface NewSessionSpec {
  readonly name: string;
  readonly cli: string;
  readonly directory?: string;
  /** It works in a git worktree of its own instead of that directory itself. */
  readonly worktree?: boolean;
}

/** What came of stopping a session. */
export interface Stopped {
  /** A turn was under way and is being interrupted. */
  readonly stopped: boolean;
  /** How many queued prompts were dropped, and how many are left. */
  readonly dropped: number;
  readonly queued: number;
}

/** An account that is a person's now; not new when it was theirs before. */
export interface JoinedAccount {
  readonly person: Person;
  readonly account: Account;
  readonly isNew: boolean;
}

/** What the chat verbs may do to the hub. Each checks what its caller may see; rights were decided before. */
export interface HubVerbs {
  sessions(by: Actor): Promise<readonly Session[]>;
  /** The session that plain text typed here would go to. */
  current(by: Actor, place: { readonly thread?: ThreadId; readonly address?: Address }): Promise<Session | undefined>;
  /** Binds the address to that session's thread and makes the session the thread's default, which no rule overrides. Throws NoSuchSession. */
  use(by: Actor, place: { readonly thread?: ThreadId; readonly address?: Address }, name: string): Promise<Session>;
  /** Takes that choice back: the rules choose again. The session that gets what no rule claims; undefined where there is none. */
  useRules(by: Actor, place: { readonly thread?: ThreadId; readonly address?: Address }): Promise<Session | undefined>;
  /** Makes a session, in the thread it is typed in (page) or in a thread of its own that the chat is then bound to. */
  create(by: Actor, place: { readonly thread?: ThreadId; readonly address?: Address; readonly direct: boolean }, spec: NewSessionSpec): Promise<Session>;
  /** What the session's terminal shows; a chat that asks is sent a picture of it too. */
  screen(by: Actor, place: { readonly address?: Address }, session: Session): Promise<Screen>;
  /** Presses keys there, by tmux's names. Throws NotAnApprover while a question is open that the caller may not answer. */
  press(by: Actor, surface: Surface, session: Session, keys: readonly string[]): Promise<void>;
  /** Older conversations of its agent, newest first. */
  conversations(by: Actor, session: Session): Promise<readonly Conversation[]>;
  /** Ends what it runs and starts it anew, with an older conversation if one is named. */
  restart(by: Actor, surface: Surface, session: Session, conversation?: string): Promise<void>;
  /** Interrupts the turn under way of that session, if there is one. `all`: the prompts that wait for it are dropped too. */
  stop(by: Actor, session: Session, surface: Surface, how?: StopHow): Promise<Stopped>;
  /** Invites a configured agent into the named thread, else into the one it is typed in. A refusal is thrown with its sentence. */
  invite(
    by: Actor,
    surface: Surface,
    place: { readonly thread?: ThreadId; readonly address?: Address },
    agentName: string,
    thread?: string,
  ): Promise<{ readonly agentName: string; readonly reason: string; readonly command: string }>;
  /** Asks for a code delivery; without a target the chat it is typed in gets it. `task` continues an earlier one. */
  deliver(
    by: Actor,
    surface: Surface,
    place: { readonly thread?: ThreadId; readonly address?: Address },
    ask: TaskAsk & { readonly task?: string },
  ): Promise<StartedTask>;
  /** A prompt for later, for that session. A chat that shows no thread yet shows the session's from then on. Throws InvalidArgs, QueueFull. */
  schedule(by: Actor, place: { readonly address?: Address }, session: Session, ask: ScheduleAsk): Promise<ShownSchedule>;
  /** One's own scheduled prompts; everybody's for those who may stop everybody's turns. */
  schedules(by: Actor): Promise<readonly ShownSchedule[]>;
  /** Throws NotFound. */
  unschedule(by: Actor, id: string): Promise<ShownSchedule>;
  /** Which lines of that group are prompts; the same after a restart. */
  listen(address: Address, to: Listening): Promise<void>;
  listening(address: Address): Promise<Listening>;
  /** Sends a code to that direct chat, with which the caller adds an account of another platform. */
  sendLinkCode(by: Actor, to: Address, language: Language): Promise<void>;
  /** Joins the caller's account, or the one that a pairing code was shown to, by that code. */
  joinAccount(by: Actor, code: string, language: Language): Promise<JoinedAccount>;
  /** Ends an account of the caller's own, or of anybody's for an owner. The person it belonged to. */
  unlinkAccount(by: Actor, account: Account, language: Language): Promise<Person>;
  /** The people that the hub knows. Accounts are shown to owners, and of oneself. */
  who(by: Actor): Promise<readonly Person[]>;
  /**
   * Runs a command of the terminal for the caller, where they typed; its result is posted there. Whatever touches more than the hub is
   * asked about first, also of somebody who may do it. Resolves when it is on record.
   */
  run(asked: Asked, line: string): Promise<RunId>;
  /** Puts it into the audit log under the caller's name. */
  record(asked: Asked, data: JsonObject): Promise<void>;
  status(by: Actor): Promise<Status>;
  links(): readonly LinkStatus[];
}
