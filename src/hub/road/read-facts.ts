import { cleanTopic } from "#lib/text/clean-name";
import type { Address } from "#domain/channel";
import type { ThreadId } from "#domain/ids";
import { everyone, nameOf, whoIs, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { NewThread } from "#domain/store";
import type { Thread } from "#domain/thread";
import type { HubDeps } from "#hub/deps";
import { authorOf } from "#hub/authors";
import { mayAnswer } from "#hub/questions/may-answer";
import { commandLine, possibleCodes, type Facts } from "./plan.ts";
import { queueLimitFor } from "./queue-share.ts";
import { isPersonal, type Spoken } from "./incoming-message.ts";

type FactDeps = Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">;

/** What the commit needs to know of the place besides the facts. */
export interface FoundPlace {
  readonly thread?: Thread;
  /** The thread does not exist yet: it is made together with the first line. */
  readonly born?: NewThread;
  /** A chat that leads to this thread without being bound to it yet. */
  readonly unbound?: boolean;
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
  const place = await findPlace(deps, spoken);
  const { thread } = place;
  if (thread === undefined) return { facts: base, place };
  const before = key === undefined ? undefined : await store.seen(key);
  if (before !== undefined) return { facts: { ...base, thread, before }, place };
  if (spoken.isUrgent !== true && commandLine(spoken, settings.prefix) !== undefined) return { facts: { ...base, thread }, place };
  return { facts: await readQuestionsAndSession(deps, spoken, thread, base), place };
}

async function readQuestionsAndSession(deps: FactDeps, spoken: Spoken, thread: Thread, base: Facts): Promise<Facts> {
  const { store, policy } = deps;
  const { by, replyTo } = spoken;
  const personal = isPersonal(by);
  const open = personal && thread.asks === true ? await store.questions(everyone, { state: "open", thread: thread.id }) : none;
  const asked = spoken.replyToQuestion === undefined ? open : [...open, spoken.replyToQuestion];
  const coded = await codedQuestion(deps, spoken);
  const id = spoken.session ?? (personal ? thread.defaultSession : undefined);
  const session = id === undefined ? undefined : await store.session(id);
  // A link's holder opened it in order to be given what comes in.
  const mayPrompt = session === undefined || spoken.where.kind === "link" ? undefined : refusalCode(policy, by, "prompt");
  const lacksReplyTo = replyTo !== undefined && (await store.message(policy.reader(by), replyTo))?.thread !== thread.id;
  return {
    ...base,
    thread,
    open,
    answerable: asked.length === 0 ? none : asked.filter((one) => mayAnswer(policy, by, one)).map((one) => one.id),
    lacksReplyTo,
    ...(coded === undefined ? undefined : { coded }),
    ...(session === undefined ? undefined : { session }),
    ...(mayPrompt === undefined ? undefined : { mayPrompt }),
    ...(session === undefined || spoken.isUrgent !== true ? undefined : await turnUnderWay(deps, by, session)),
  };
}

async function turnUnderWay({ store, policy }: FactDeps, by: Actor, { id }: Session): Promise<Pick<Facts, "underWay">> {
  const turn = (await store.openTurns(id)).find((one) => one.state === "begun");
  if (turn === undefined) return {};
  const decision = policy.decide(by, "turn.stop", { beganBy: turn.beganBy });
  const mayNotStop = decision.verdict === "allow" ? undefined : decision.verdict === "ask" ? "NeedsApproval" : decision.code;
  return { underWay: { turn: turn.id, by: turn.by.name, ...(mayNotStop !== undefined && { mayNotStop }) } };
}

async function codedQuestion({ store, policy }: FactDeps, spoken: Spoken): Promise<Question | undefined> {
  for (const code of possibleCodes(spoken)) {
    const question = await store.questionByCode(policy.reader(spoken.by), code);
    if (question !== undefined) return question;
  }
  return undefined;
}

async function findPlace(deps: FactDeps, { by, where }: Spoken): Promise<FoundPlace> {
  const { store, policy } = deps;
  if (where.kind !== "chat") {
    const thread = await store.thread(where.kind === "link" ? everyone : policy.reader(by), where.thread);
    return thread === undefined ? {} : { thread };
  }
  const known = await threadOf(deps, where.address);
  const thread = known === undefined ? undefined : await store.thread(everyone, known.thread);
  if (known !== undefined && thread !== undefined) return { thread, ...(known.bound ? {} : { unbound: true }) };
  const born = bornThread(deps, by, where);
  return { thread: { ...born, status: "discuss", createdAt: born.at, seq: 0, rev: 0, lastAt: born.at }, born, unbound: true };
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
