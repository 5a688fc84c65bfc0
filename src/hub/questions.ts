import { addressKey, type Address } from "#domain/channel";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { QuestionId, TurnId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Answer, Ask, Option, Question } from "#domain/question";
import type { Surface } from "#domain/thread";
import type { Turn } from "#domain/turn";
import { subjectDigest } from "#lib/digest";
import { placeName } from "#lib/place";
import { span } from "#lib/span";
import { say } from "#lib/words";
import type { HubDeps } from "./deps.ts";
import { undeliveredText } from "./deliver.ts";
import type { Gate } from "./gate.ts";
import type { Notices } from "./notices.ts";
import { choiceOf, clip, showOutcome } from "./show.ts";
import { hubLine, sessionName } from "./speech.ts";

const codeLetters = "abcdefghijkmnopqrstuvwxyz";
/** The asking chat is told of a copy that is not out by then. */
const deliveredWithinMs = 4_000;
const everyone = { sees: "all" } as const;

export interface Questions extends Disposable {
  /** `also`: where a copy goes besides the thread's own chats and the approvers'. */
  ask(turn: Turn, ask: Ask, also?: readonly Address[]): Promise<Question>;
  /** The agent asks it no longer. */
  unask(turn: TurnId, key: string, reason: string): Promise<void>;
  /** Checks who, what and whether it is still open; the first one wins. Never waits for the agent. */
  answer(by: Actor, surface: Surface, question: Question, choice: string, how: { readonly language: Language; readonly key?: string }): Promise<Question>;
  mayAnswer(by: Actor, question: Question): boolean;
  /** Sets the clocks of open questions again and hands over what the agents were not told. */
  recover(): Promise<void>;
}

export interface QuestionDeps extends Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "random" | "log" | "settings"> {
  readonly gate: Gate;
  readonly notices: Notices;
  /** Gives the answer to the seat; false when no seat is open to take it. */
  readonly hand: (question: Question, answer: Answer) => Promise<boolean>;
  /** The turn goes on after its question. */
  readonly resumed: (turn: TurnId) => void;
}

export function createQuestions(deps: QuestionDeps): Questions {
  const { store, policy, clock, newId, log, settings, gate } = deps;
  const timers = new Map<QuestionId, () => void>();
  const language = settings.language ?? "en";

  const quiet = (what: string) => (cause: unknown) => log.error({ cause }, what);

  const nameOfSession = async (question: Question): Promise<string> => sessionName(await store.session(question.session));

  const hand = async (question: Question): Promise<void> => {
    const option = question.options.find((one) => one.id === question.given?.option);
    const key = { key: question.key, digest: question.digest };
    const answer: Answer =
      question.state === "answered"
        ? {
            ...key,
            how: "given",
            by: question.given?.name ?? "",
            ...(option === undefined ? {} : { option }),
            ...(question.given?.text === undefined ? {} : { text: question.given.text }),
          }
        : { ...key, how: "expired", reason: showOutcome(language, question, await nameOfSession(question)) };
    if (await deps.hand(question, answer)) await store.markHanded(question.id);
  };

  const over = (question: Question): void => {
    timers.get(question.id)?.();
    timers.delete(question.id);
    deps.resumed(question.turn);
    hand(question).catch(quiet("an answer could not be handed to its agent; it is tried again at the next start"));
  };

  const expire = async (id: QuestionId): Promise<void> => {
    const question = await store.question(everyone, id);
    if (question === undefined || question.state !== "open") return;
    const text = showOutcome(language, { ...question, state: "expired" }, await nameOfSession(question));
    const line = hubLine(newId, question.thread, clock.now(), `${clip(question.prompt)}\n\n${text}`);
    if (!(await store.expire(id, clock.now(), line))) return;
    const after = await store.question(everyone, id);
    if (after !== undefined) over(after);
  };

  const schedule = (question: Question): void => {
    timers.get(question.id)?.();
    timers.set(
      question.id,
      clock.after(Math.max(0, question.expiresAt - clock.now()), () => {
        expire(question.id).catch((cause: unknown) => {
          log.error({ cause, question: question.id }, "an expiry could not be written; trying again");
          timers.set(
            question.id,
            clock.after(1_000, () => schedule(question)),
          );
        });
      }),
    );
  };

  /** Where the approvers can be reached alone, beyond the chats that show the thread anyway. */
  const alsoTo = async (): Promise<{ addresses: readonly Address[]; unreached: readonly string[] }> => {
    if (settings.approvers === undefined) return { addresses: [], unreached: [] };
    const people = (await store.people()).filter((person) => settings.approvers?.includes(person.name));
    const found = await Promise.all(people.map(async (person) => ({ person, at: await store.reach(person.accounts) })));
    return {
      addresses: found.flatMap(({ at }) => at),
      unreached: found.filter(({ person, at }) => person.accounts.length > 0 && at.length === 0).map(({ person }) => person.name),
    };
  };

  const tellUndelivered = async (id: QuestionId): Promise<void> => {
    const question = await store.question(everyone, id);
    if (question === undefined || question.state !== "open") return;
    const session = await nameOfSession(question);
    const { unreached } = await alsoTo();
    const missing = (await store.copies(id)).filter((copy) => copy.body.kind === "question" && copy.state !== "sent");
    const lines = [
      ...missing.map((copy) => undeliveredText(language, session, copy)),
      ...unreached.map((who) => say(language, "undelivered", { session, who, reason: say(language, "noKnownChat") })),
    ];
    if (lines.length === 0) return;
    const at = clock.now();
    await store.accept({ key: `undelivered:${id}`, at, message: hubLine(newId, question.thread, at, lines.join("\n")), fan: true });
  };

  const watchCopies = (id: QuestionId): void => {
    clock.after(deliveredWithinMs, () => {
      tellUndelivered(id).catch(quiet("a thread could not be told of an undelivered question"));
    });
  };

  const ask: Questions["ask"] = async (turn, asked, also = []) => {
    const now = clock.now();
    const { addresses } = await alsoTo();
    const copies = new Map([...addresses, ...also].map((address) => [addressKey(address), address]));
    const draft = (): Question => ({
      ...asked,
      id: newId("que"),
      code: Array.from({ length: 5 }, () => codeLetters.charAt(deps.random(codeLetters.length))).join(""),
      thread: turn.thread,
      session: turn.session,
      turn: turn.id,
      digest: subjectDigest(asked.subject),
      state: "open",
      askedAt: now,
      expiresAt: now + (asked.expiresMs ?? settings.questionExpiresMs),
      beganBy: turn.beganBy,
    });
    const kept = await retryCode(() => store.ask(draft(), [...copies.values()]));
    if (kept.isNew) {
      schedule(kept.question);
      watchCopies(kept.question.id);
    } else if (kept.question.state !== "open") over(kept.question);
    return kept.question;
  };

  const refusal = async (by: Actor, surface: Surface, question: Question): Promise<void> => {
    // A program may hold the token that a person's MCP client was given: only one that was made for it answers.
    if (surface === "mcp" && by.kind !== "agent" && !(by.kind === "person" && by.answers === true)) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: `answer ${question.id} through MCP` });
      throw new ParleyError("NotAllowed", say(language, "tokenNeverAnswers"));
    }
    await gate.admit(by, "answer", {
      beganBy: question.beganBy,
      what: `answer ${question.id}`,
      sentence: (code) => {
        if (code === "AgentsNeverAnswer") return say(language, "agentsNeverAnswer");
        if (by.kind === "outside") return say(language, "outsideNeverAnswers");
        return say(language, "notAnApprover", { who: settings.approvers?.join(", ") ?? say(language, "anyAdmin") });
      },
    });
  };

  return {
    ask,
    unask: async (turn, key, reason) => {
      const open = await store.questions(everyone, { state: "open", turn });
      for (const question of open.filter((one) => one.key === key)) {
        timers.get(question.id)?.();
        timers.delete(question.id);
        await store.withdraw(question.id, clock.now(), reason);
        deps.resumed(turn);
      }
    },
    mayAnswer: (by, question) => policy.decide(by, "answer", { beganBy: question.beganBy }).verdict === "allow",
    answer: async (by, surface, question, choice, { language: tongue, key }) => {
      await refusal(by, surface, question);
      const session = await nameOfSession(question);
      if (question.state === "open") {
        const chosen = pick(question, choice);
        if (chosen === undefined) {
          throw new ParleyError(
            "NotAChoice",
            say(tongue, "notAChoice", { choice: clip(choice), choices: question.options.map((one) => one.label).join(", ") }),
          );
        }
        const at = clock.now();
        const given = { ...chosen, by: whoIs(by), name: nameOf(by), surface, at };
        const data = {
          question: question.id,
          digest: question.digest,
          surface,
          ...(chosen.option === undefined ? { chars: choice.length } : { option: chosen.option }),
        };
        const outcome = await store.answer(question.id, given, { at, kind: "answered", who: whoIs(by), data }, key);
        if (outcome?.won === true) {
          over(outcome.question);
          if (surface === "shell") {
            await deps.notices.tell(say(language, "toldShellAnswer", { session, choice: choiceOf(outcome.question), prompt: clip(question.prompt) }));
          }
          return outcome.question;
        }
        return tooLate(outcome?.question ?? question, session, tongue);
      }
      return tooLate(question, session, tongue);
    },
    recover: async () => {
      for (const question of await store.questions(everyone, { state: "open" })) {
        schedule(question);
        watchCopies(question.id);
      }
      for (const question of await store.unhanded()) await hand(question).catch(quiet("an answer could not be handed to its agent"));
    },
    [Symbol.dispose]: () => {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

/** A code that is in use among open questions is drawn again. */
async function retryCode<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof ParleyError) || cause.code !== "NameTaken" || tries === 20) throw cause;
    }
  }
}

/** An option by id, label or number; a free-text question takes the words. */
function pick(question: Question, choice: string): { option?: string; text?: string } | undefined {
  const word = choice.trim().toLowerCase();
  const byNumber: Option | undefined = /^[1-9]\d?$/.test(word) ? question.options[Number(word) - 1] : undefined;
  const option = question.options.find((one) => one.id.toLowerCase() === word || one.label.trim().toLowerCase() === word) ?? byNumber;
  if (option !== undefined) return { option: option.id };
  return question.kind === "text" && word !== "" ? { text: choice } : undefined;
}

function tooLate(question: Question, session: string, language: Language): never {
  const { given } = question;
  if (question.state === "answered" && given !== undefined) {
    const sentence = say(language, "alreadyAnswered", { who: given.name, where: placeName(language, given.surface), choice: choiceOf(question) });
    const data = {
      answered_by: given.name,
      answered_in: given.surface,
      answer: given.option ?? given.text ?? "",
      answered_after: span(language, given.at - question.askedAt),
    };
    throw new ParleyError("AlreadyAnswered", sentence, { data });
  }
  // Still open here means that its time was up before the timer noticed.
  if (question.state === "expired" || question.state === "open") throw new ParleyError("QuestionExpired", say(language, "questionExpired", { session }));
  throw new ParleyError("QuestionWithdrawn", say(language, "questionWithdrawn", { session }));
}
