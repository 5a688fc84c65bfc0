import type { Address } from "#domain/channel";
import type { Language } from "#domain/command";
import type { MessageId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Acceptance, Accepted } from "#domain/store";
import type { Author, NewMessage, Priority, Surface, ThreadAccess } from "#domain/thread";
import { say } from "#lib/words";
import type { HubDeps, Settings } from "./deps.ts";
import { clip } from "./show.ts";
import { noteTo } from "./note-to.ts";

export interface Line {
  readonly by: Actor;
  readonly surface: Surface;
  readonly thread: NewMessage["thread"];
  readonly text: string;
  readonly at: number;
  readonly key?: string;
  readonly origin?: NewMessage["origin"];
  readonly replyTo?: MessageId;
  readonly priority?: Priority;
  readonly meta?: JsonObject;
  /** More that belongs into the same transaction: the thread's birth, the binding, where the person can be reached, what they are told. */
  readonly with?: Pick<Acceptance, "thread" | "bind" | "reach" | "joins" | "deliveries" | "sync">;
}

export function authorOf(actor: Actor): Author {
  const kind = actor.kind === "agent" || actor.kind === "hub" ? actor.kind : actor.kind === "outside" ? "outside" : "person";
  return { kind, id: whoIs(actor), name: nameOf(actor) };
}

function messageOf(newId: HubDeps["newId"], line: Line): NewMessage {
  return {
    id: newId("msg"),
    thread: line.thread,
    at: line.at,
    author: authorOf(line.by),
    role: line.by.kind === "agent" ? "assistant" : "user",
    text: line.text,
    surface: line.surface,
    ...(line.origin === undefined ? {} : { origin: line.origin }),
    ...(line.replyTo === undefined ? {} : { replyTo: line.replyTo }),
    ...(line.priority === undefined ? {} : { priority: line.priority }),
    ...(line.meta === undefined ? {} : { meta: line.meta }),
  };
}

/** Words that nobody is prompted by: kept, and an agent's words shown in the bound chats. */
export async function acceptPost({ store, newId }: Pick<HubDeps, "store" | "newId">, line: Line): Promise<Accepted> {
  return store.accept({
    at: line.at,
    message: messageOf(newId, line),
    ...line.with,
    ...(line.key === undefined ? {} : { key: line.key }),
    ...(line.by.kind === "agent" ? { fan: true } : {}),
  });
}

/** Words that a session is to work on: the line and its queued turn in one transaction. */
export async function acceptPrompt({ store, newId }: Pick<HubDeps, "store" | "newId">, line: Line, session: Session): Promise<Accepted> {
  const message = { ...messageOf(newId, line), turn: newId("trn") };
  return store.accept({
    at: line.at,
    message,
    turn: {
      id: message.turn,
      session: session.id,
      thread: line.thread,
      origin: "prompt",
      prompt: line.text,
      message: message.id,
      by: message.author,
      beganBy: whoIs(line.by),
      at: line.at,
      ...(line.origin === undefined ? {} : { from: line.origin.address }),
    },
    ...line.with,
    ...(line.key === undefined ? {} : { key: line.key }),
  });
}

/** A queue that is full takes no more: nothing is accepted that would be forgotten about. */
export function queueFull(settings: Settings, language: Language, session: Session): string | undefined {
  return session.queue < settings.queueLimit
    ? undefined
    : say(language, "queueFull", { session: session.name, limit: settings.queueLimit, prefix: settings.prefix });
}

/** A busy session says so: the position, and what it waits for if it waits for a person. */
export function busyWord(language: Language, session: Session, ahead: number, waitsFor: readonly Question[]): string {
  const prompt = waitsFor[0] === undefined ? undefined : clip(waitsFor[0].subject?.argv?.join(" ") ?? waitsFor[0].prompt);
  if (prompt === undefined) return say(language, "queued", { session: session.name, position: ahead });
  return ahead <= 1
    ? say(language, "nextInLine", { session: session.name, prompt })
    : say(language, "queuedBehindQuestion", { session: session.name, position: ahead, prompt });
}

export async function note({ store, clock }: Pick<HubDeps, "store" | "clock">, to: Address, markdown: string, key?: string): Promise<Accepted> {
  return store.accept({ at: clock.now(), deliveries: [noteTo(to, markdown)], ...(key === undefined ? {} : { key }) });
}

/** A thread that is born where it was spoken: closed in a direct chat, open in a group. */
export function bornThread(newId: HubDeps["newId"], by: Actor, address: Address, direct: boolean, at: number): NonNullable<Acceptance["thread"]> {
  const access: ThreadAccess = direct ? "closed" : "open";
  return { id: newId("thr"), topic: direct ? nameOf(by) : address.room, access, createdBy: authorOf(by), at, participants: [whoIs(by)] };
}
