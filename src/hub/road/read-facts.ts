import { basename } from "node:path";
import { cleanTopic } from "#lib/text/clean-name";
import type { Address } from "#domain/channel";
import type { ThreadId } from "#domain/ids";
import { everyone, nameOf, whoIs, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { NewThread } from "#domain/store";
import type { Thread } from "#domain/thread";
import { defined } from "#lib/defined";
import type { HubDeps } from "#hub/deps";
import { authorOf } from "#hub/authors";
import { mayAnswer } from "#hub/questions/may-answer";
import type { ChooseSession, Route } from "#hub/routing/choose-session";
import type { RoutedWords } from "#hub/routing/match-rules";
import { commandLine, possibleCodes, type Facts } from "./plan.ts";
import { queueLimitFor } from "./queue-share.ts";
import { isPersonal, type Spoken } from "./incoming-message.ts";

export type FactDeps = Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings"> & { readonly choose: ChooseSession };

/** What the commit needs to know of the place besides the facts. */
export interface FoundPlace {
  readonly thread?: Thread;
  /** The thread does not exist yet: it is made together with the first line. */
  readonly born?: NewThread;
  /** A chat that leads to this thread without being bound to it yet. */
  readonly unbound?: boolean;
  /** How its first words, in a chat without a thread, came to this thread's session. */
  readonly route?: Route;
}

export interface FoundFacts {
  readonly facts: Facts;
  readonly place: FoundPlace;
}

const none: readonly never[] = [];

/** Reads what the plan needs and stops as soon as the decision is certain: this runs for every line of every thread. */
export async function readFacts(deps: FactDeps, spoken: Spoken): Promise<FoundFacts> {
  const { store, policy, settings } = deps;
  const { by, key } = spoken;
  const base: Facts = { prefix: settings.prefix, queueLimit: queueLimitFor(by, settings.queueLimit), open: none, answerable: none };
  const maySpeak = refusalCode(policy, by, "speak");
  if (maySpeak !== undefined) return { facts: { ...base, maySpeak }, place: {} };
  const isCommand =
    spoken.isUrgent !== true && spoken.isPromptOnly !== true && spoken.uploads === undefined && commandLine(spoken, settings.prefix) !== undefined;
  const place =
    spoken.where.kind === "chat"
      ? await findChat(deps, by, spoken.where, isCommand || !isRouted(deps, spoken) ? undefined : wordsOf(spoken))
      : await findThread(deps, by, spoken.where);
  const { thread } = place;
  if (thread === undefined) return { facts: base, place };
  const before = key === undefined ? undefined : await store.seen(key);
  if (before !== undefined) return { facts: { ...base, thread, before }, place };
  if (isCommand) return { facts: { ...base, thread }, place };
  const read = isPlain(spoken, thread) ? { ...base, thread } : readQuestionsAndSession(deps, spoken, place, thread, base);
  return { facts: read instanceof Promise ? await read : read, place };
}

/** No question could be meant and no session is there: nothing more has to be read. */
function isPlain(spoken: Spoken, { asks, defaultSession }: Thread): boolean {
  const { session, replyTo, replyToQuestion } = spoken;
  if (session !== undefined || replyTo !== undefined || replyToQuestion !== undefined) return false;
  return !isPersonal(spoken.by) || (asks !== true && defaultSession === undefined && possibleCodes(spoken).length === 0);
}

/** A person's words without a session's name in the request: a name in front or a rule may choose. Nobody else's words are looked at. */
function isRouted({ choose }: FactDeps, { by, session, text }: Spoken): boolean {
  return session === undefined && isPersonal(by) && !choose.isIdle(text);
}

export function wordsOf({ text, files = none, uploads = none, where }: Pick<Spoken, "text" | "files" | "uploads" | "where">): RoutedWords {
  return {
    text,
    files: [...files.map(({ name }) => name), ...uploads.map(({ path }) => basename(path))],
    ...(where.kind === "chat" ? { address: where.address } : undefined),
  };
}

async function readQuestionsAndSession(deps: FactDeps, spoken: Spoken, place: FoundPlace, thread: Thread, base: Facts): Promise<Facts> {
  const { store, policy } = deps;
  const { by, replyTo } = spoken;
  const personal = isPersonal(by);
  const open = personal && thread.asks === true ? await store.questions(everyone, { state: "open", thread: thread.id }) : none;
  const asked = spoken.replyToQuestion === undefined ? open : [...open, spoken.replyToQuestion];
  const coded = await codedQuestion(deps, spoken);
  const route = place.route ?? (isRouted(deps, spoken) ? await deps.choose.choose(wordsOf(spoken), thread) : undefined);
  const id = spoken.session ?? (personal ? thread.defaultSession : undefined);
  const session = route?.session ?? newSession(spoken) ?? (id === undefined ? undefined : await store.session(id));
  // A link's holder opened it in order to be given what comes in.
  const isAllowed = spoken.where.kind === "link" || spoken.where.kind === "work";
  const mayPrompt = session === undefined || isAllowed ? undefined : refusalCode(policy, by, "prompt");
  const lacksReplyTo = replyTo !== undefined && (await store.message(policy.reader(by), replyTo))?.thread !== thread.id;
  return {
    ...base,
    thread,
    open,
    answerable: asked.length === 0 ? none : asked.filter((one) => mayAnswer(policy, by, one)).map((one) => one.id),
    lacksReplyTo,
    ...defined({ coded, route, session, mayPrompt }),
    ...(session === undefined || spoken.isUrgent !== true ? undefined : await turnUnderWay(deps, by, session)),
  };
}

async function turnUnderWay({ store, policy }: FactDeps, by: Actor, { id }: Session): Promise<Pick<Facts, "underWay">> {
  const turn = (await store.openTurns(id)).find((one) => one.state === "begun");
  if (turn === undefined) return {};
  const decision = policy.decide(by, "turn.stop", { beganBy: turn.beganBy });
  const mayNotStop = decision.verdict === "allow" ? undefined : decision.verdict === "ask" ? "NeedsApproval" : decision.code;
  return { underWay: { turn: turn.id, by: turn.by.name, ...defined({ mayNotStop }) } };
}

async function codedQuestion({ store, policy }: FactDeps, spoken: Spoken): Promise<Question | undefined> {
  for (const code of possibleCodes(spoken)) {
    const question = await store.questionByCode(policy.reader(spoken.by), code);
    if (question !== undefined) return question;
  }
  return undefined;
}

function findThread({ store, policy }: FactDeps, by: Actor, where: Exclude<Spoken["where"], { kind: "chat" }>): FoundPlace | Promise<FoundPlace> {
  if (where.kind === "work" && where.born !== undefined) return { thread: emptyThread(where.born) };
  return store.thread(where.kind === "thread" ? policy.reader(by) : everyone, where.thread).then((thread) => (thread === undefined ? {} : { thread }));
}

/** The session that is made together with the words. */
function newSession({ where }: Spoken): Session | undefined {
  if (where.kind !== "work" || where.newSession === undefined) return undefined;
  return { ...where.newSession, state: "idle", reason: "", queue: 0 };
}

function emptyThread(born: NewThread): Thread {
  return { ...born, status: "discuss", createdAt: born.at, seq: 0, rev: 0, lastAt: born.at };
}

/** `words`: what chooses the session of a chat that has no thread yet. */
async function findChat(deps: FactDeps, by: Actor, where: ChatPlace, words: RoutedWords | undefined): Promise<FoundPlace> {
  const { store } = deps;
  const known = await threadOf(deps, where.address);
  const route = words === undefined || known?.bound === true ? undefined : await deps.choose.choose(words);
  const found = route?.session?.thread ?? known?.thread;
  const thread = found === undefined ? undefined : await store.thread(everyone, found);
  const routed = route === undefined ? undefined : { route };
  if (thread !== undefined) return { thread, ...(known?.bound === true ? {} : { unbound: true }), ...routed };
  const born = bornThread(deps, by, where);
  return { thread: emptyThread(born), born, unbound: true, ...routed };
}

/** Address → thread: the one it is bound to, else the default session's. Undefined: a thread is made here. */
export async function threadOf(
  { store, settings }: Pick<HubDeps, "store" | "settings">,
  address: Address,
): Promise<{ readonly thread: ThreadId; readonly bound: boolean } | undefined> {
  const bound = await store.boundThread(address);
  if (bound !== undefined) return { thread: bound, bound: true };
  if (settings.defaultSession === undefined) return undefined;
  const session = await store.sessionByName(everyone, settings.defaultSession);
  return session === undefined ? undefined : { thread: session.thread, bound: false };
}

type ChatPlace = Extract<Spoken["where"], { kind: "chat" }>;

/** Closed in a direct chat, open in a group and named as people know it. */
function bornThread({ newId, clock }: FactDeps, by: Actor, { address, direct, roomName }: ChatPlace): NewThread {
  return {
    id: newId("thr"),
    topic: cleanTopic(direct ? nameOf(by) : (roomName ?? "")) || address.room,
    access: direct ? "closed" : "open",
    createdBy: authorOf(by),
    at: clock.now(),
    participants: [whoIs(by)],
  };
}

function refusalCode(policy: FactDeps["policy"], by: Actor, right: "speak" | "prompt"): Facts["maySpeak"] {
  const decision = policy.decide(by, right);
  if (decision.verdict === "allow") return undefined;
  return decision.verdict === "ask" ? "NeedsApproval" : decision.code;
}
