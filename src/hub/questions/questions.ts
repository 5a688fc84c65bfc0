import { addressKey, type Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { QuestionId, SessionId, ThreadId, TurnId } from "#domain/ids";
import { everyone, type Actor } from "#domain/people";
import type { Answer, Ask, Asker, Question } from "#domain/question";
import type { Turn } from "#domain/turn";
import { defined } from "#lib/defined";
import { subjectDigest } from "#lib/digest";
import type { Gate } from "#hub/access/gate";
import type { Notices } from "#hub/access/notices";
import { say } from "#lib/words/words";
import { turnTexts } from "#hub/turns/texts";
import { askerName, hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { clip, showOutcome } from "#hub/outbox/chat-parts";
import { createAnswering, type AnswerQuestion } from "./answering.ts";
import type { Approvers } from "./approvers.ts";
import { createExpiryTimers } from "./expiry-timers.ts";
import { mayAnswer } from "./may-answer.ts";

const codeLetters = "abcdefghijkmnopqrstuvwxyz";

/** Who asks, where the question stands, and who caused it. */
export interface Asking {
  readonly asker: Asker;
  readonly thread: ThreadId;
  readonly beganBy: string;
  /** Both, where it is asked inside a turn: the turn waits for the answer. */
  readonly session?: SessionId;
  readonly turn?: TurnId;
}

export interface Questions extends Disposable {
  /** The agent of that turn asks. */
  ask(turn: Turn, ask: Ask): Promise<Question>;
  /** Somebody else asks. `also`: where a copy goes besides the thread's own chats and the approvers'. */
  askFor(asking: Asking, ask: Ask, also: readonly Address[]): Promise<Question>;
  /** The agent no longer asks it. */
  unask(turn: TurnId, key: string, reason: string): Promise<void>;
  /** Somebody answered it at the agent's own terminal. The agent knows, so it is not handed over. */
  settle(turn: TurnId, key: string, given: { readonly option?: string; readonly text?: string }): Promise<void>;
  /** Takes back a question of a run or of the hub. */
  withdraw(question: QuestionId, reason: string): Promise<void>;
  readonly answer: AnswerQuestion;
  mayAnswer(by: Actor, question: Question): boolean;
  /** What the agent is handed for a question that is answered or expired. */
  answerFor(question: Question): Promise<Answer>;
  /** Sets the timers of open questions again and delivers answers that were not handed over. */
  recover(): Promise<void>;
}

export interface QuestionDeps extends Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "random" | "log" | "settings"> {
  readonly gate: Gate;
  readonly notices: Notices;
  readonly approvers: Approvers;
  /** Gives the answer to whoever asked; false when nobody is there to take it yet. */
  /** Who is handed an answer: the turn that asked, else whoever waits for an approval. False when they are not there. */
  readonly hand: Readonly<Record<"turn" | "approval", (question: Question, answer: Answer) => Promise<boolean>>>;
  /** The turn waits for a person. */
  readonly paused: (turn: TurnId) => void;
  /** Nothing of the turn waits for a person any more. */
  readonly resumed: (turn: TurnId) => void;
}

export function createQuestions(deps: QuestionDeps): Questions {
  const { store, policy, clock, newId, log, settings } = deps;
  const { language } = settings;

  const hand = async (question: Question): Promise<void> => {
    const to = deps.hand[question.asker.kind === "turn" ? "turn" : "approval"];
    if (await to(question, await answerFor(question))) await store.markHanded(question.id);
  };

  const answerFor = async (question: Question): Promise<Answer> => {
    const { key, digest, given } = question;
    if (question.state !== "answered") return { key, digest, how: "expired", reason: showOutcome(language, question, await askerName(store, question)) };
    const option = question.options.find((one) => one.id === given?.option);
    return { key, digest, how: "given", by: given?.name ?? "", ...defined({ option, text: given?.text }) };
  };

  /** A turn that asks two things at once still waits after the first answer. */
  const resume = async ({ turn }: Question): Promise<void> => {
    if (turn === undefined) return;
    if ((await store.questions(everyone, { state: "open", turn })).length === 0) deps.resumed(turn);
  };

  const over = (question: Question): void => {
    timers.cancel(question.id);
    const about = { question: question.id };
    resume(question).catch((cause: unknown) => log.error({ cause, ...about }, "failed to resume the timeout of a turn"));
    hand(question).catch((cause: unknown) => log.error({ cause, ...about }, "failed to hand over an answer; it is tried again at the next start"));
  };

  const expire = async (id: QuestionId): Promise<void> => {
    const question = await store.question(everyone, id);
    if (question === undefined || question.state !== "open") return;
    const text = showOutcome(language, { ...question, state: "expired" }, await askerName(store, question));
    const line = hubLine(newId, question.thread, clock.now(), `${clip(question.prompt)}\n\n${text}`);
    if (!(await store.expire(id, clock.now(), line))) return;
    const after = await store.question(everyone, id);
    if (after !== undefined) over(after);
  };

  const timers = createExpiryTimers({ clock, log }, expire);

  const askFor: Questions["askFor"] = async ({ asker, thread, beganBy, session, turn }, ask, also) => {
    if (turn !== undefined) deps.paused(turn);
    const now = clock.now();
    const copies = new Map([...(await deps.approvers.addresses()), ...also].map((address) => [addressKey(address), address]));
    const draft = (): Question => ({
      ...ask,
      id: newId("que"),
      code: Array.from({ length: 5 }, () => codeLetters.charAt(deps.random(codeLetters.length))).join(""),
      thread,
      asker,
      ...defined({ session, turn }),
      digest: subjectDigest(ask.subject),
      state: "open",
      askedAt: now,
      expiresAt: now + (ask.expiresMs ?? settings.questionExpiresMs),
      beganBy,
    });
    const { question, isNew } = await retryCode(() => store.ask(draft(), [...copies.values()]));
    if (isNew) {
      timers.schedule(question);
      deps.approvers.watchCopies(question.id);
    } else if (question.state !== "open") over(question);
    return question;
  };

  const withdraw = async (question: Question, reason: string): Promise<void> => {
    timers.cancel(question.id);
    await store.withdraw(question.id, clock.now(), reason);
    await resume(question);
  };

  const settle = async (question: Question, given: { readonly option?: string; readonly text?: string }): Promise<void> => {
    const at = clock.now();
    const data = { question: question.id, digest: question.digest, surface: "desk", ...defined({ option: given.option }) };
    const settled = { ...given, by: "desk", name: say(language, turnTexts.atTheDesk), surface: "desk" as const, at };
    const outcome = await store.answer(question.id, settled, { at, kind: "answered", who: "desk", data });
    if (outcome?.won !== true) return;
    timers.cancel(question.id);
    await store.markHanded(question.id);
    await resume(question);
  };

  const openOf = async (turn: TurnId, key: string): Promise<readonly Question[]> =>
    (await store.questions(everyone, { state: "open", turn })).filter((one) => one.key === key && one.asker.kind === "turn");

  return {
    ask: (turn, ask) => askFor({ asker: { kind: "turn" }, thread: turn.thread, session: turn.session, turn: turn.id, beganBy: turn.beganBy }, ask, []),
    askFor,
    unask: async (turn, key, reason) => {
      for (const question of await openOf(turn, key)) await withdraw(question, reason);
    },
    settle: async (turn, key, given) => {
      for (const question of await openOf(turn, key)) await settle(question, given);
    },
    withdraw: async (id, reason) => {
      const question = await store.question(everyone, id);
      if (question !== undefined) await withdraw(question, reason);
    },
    answer: createAnswering(deps, { gate: deps.gate, notices: deps.notices, answered: over, expired: expire }),
    answerFor,
    mayAnswer: (by, question) => mayAnswer(policy, by, question),
    recover: async () => {
      for (const question of await store.questions(everyone, { state: "open" })) {
        timers.schedule(question);
        deps.approvers.watchCopies(question.id);
      }
      for (const question of await store.unhanded())
        await hand(question).catch((cause: unknown) => log.error({ cause, question: question.id }, "failed to hand over an answer"));
    },
    [Symbol.dispose]: () => {
      timers[Symbol.dispose]();
    },
  };
}

/** A code that an open question has is drawn again. */
async function retryCode<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof ParleyError) || cause.code !== "NameTaken" || tries === 20) throw cause;
    }
  }
}
