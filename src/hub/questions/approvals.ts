import { ParleyError } from "#domain/errors";
import type { QuestionId, RunId, ThreadId } from "#domain/ids";
import { everyone, whoIs, type Actor } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Answer, Ask, Asker, Question } from "#domain/question";
import type { Turn } from "#domain/turn";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { Notices } from "#hub/access/notices";
import type { HubDeps } from "#hub/deps";
import { wasRemoved } from "#hub/access/was-removed";
import { includesTopic, type Wakes } from "#hub/wakes";
import type { Approvers } from "./approvers.ts";
import { createQuestionCap } from "./question-cap.ts";
import type { Asking, Questions } from "./questions.ts";
import { questionTexts } from "./texts.ts";

/** Nobody's name means that nobody answered in time or that it is no longer asked. */
export interface Verdict {
  readonly allowed: boolean;
  readonly by: string;
  /** `whoIs` of them. */
  readonly who?: string;
}

/** What is to be approved, in the hub's own words. */
export interface ApprovalAsk extends Pick<Ask, "key" | "prompt" | "subject" | "title"> {
  /** Who caused it. A session's run is asked about inside that session's turn. */
  readonly by: Actor;
  /** Where it was typed. The question stands there if somebody who may answer sees it, else in the notices. */
  readonly thread?: ThreadId;
  /** The run that waits, and the rights that its caller does not have without asking. */
  readonly run?: { readonly id: RunId; readonly needs: readonly Right[] };
  /** Where no run waits: the rights without which it has to be asked for. */
  readonly needs?: readonly Right[];
  /** The label of the yes, where it grants more than this one time. */
  readonly allow?: string;
}

/** Questions that a command or the hub itself asks people: shown, answered and recorded like every other question. A restart withdraws them. */
export interface Approvals {
  /** Resolves once it is asked. The same key while it is open is the same question, and everyone who asked it hears the answer. */
  ask(approval: ApprovalAsk, decided: (verdict: Verdict) => Promise<void>): Promise<QuestionId>;
  /** The same, waited for. On abort the question is withdrawn unless somebody else waits for it. `asked` is called when it stands. */
  decide(approval: ApprovalAsk, signal: AbortSignal, asked?: () => void): Promise<Verdict>;
  hand(question: Question, answer: Answer): Promise<boolean>;
  /** `withdrawing` is called for each open one before it is withdrawn. */
  recover(withdrawing: (question: Question) => Promise<void>): Promise<void>;
}

export interface ApprovalParts {
  readonly wakes: Pick<Wakes, "on">;
  readonly notices: Notices;
  readonly approvers: Approvers;
  readonly questions: () => Questions;
  /** The turn that the session works on. */
  readonly underWay: (session: Turn["session"]) => Turn | undefined;
  /** What waits when the hub stops stays open: the next start withdraws it and says why. */
  readonly isStopping: () => boolean;
}

type Waiter = (verdict: Verdict) => Promise<void>;

const nobody: Verdict = { allowed: false, by: "" };

export function createApprovals(deps: Pick<HubDeps, "store" | "policy" | "clock" | "log" | "settings">, parts: ApprovalParts): Approvals {
  const { store, policy, log, settings } = deps;
  const { notices, approvers } = parts;
  const { language } = settings;
  const waiting = new Map<QuestionId, Set<Waiter>>();
  const cap = createQuestionCap(deps);
  /** The place of each question among those that its asker may have open. */
  const places = new Map<QuestionId, () => void>();

  const isOver = (id: QuestionId): void => {
    waiting.delete(id);
    places.get(id)?.();
    places.delete(id);
  };

  const placeOf = async ({ by, thread, run, needs }: ApprovalAsk): Promise<Asking> => {
    const asker: Asker = run === undefined ? { kind: "hub", ...defined({ needs }) } : { kind: "run", run: run.id, needs: run.needs };
    const turn = by.kind === "session" ? parts.underWay(by.id) : undefined;
    if (turn !== undefined) return { asker, thread: turn.thread, session: turn.session, turn: turn.id, beganBy: turn.beganBy };
    const typedIn = by.kind === "session" ? by.thread : thread;
    const isSeen = typedIn !== undefined && (await approvers.see(typedIn));
    // Whoever made the agent's token, or registered the agent, does not allow its commands either, where they may not run them themselves.
    const beganBy = run !== undefined && by.kind === "agent" ? (by.maker?.id ?? (await store.registeredAgent(by.id))?.owner ?? by.id) : whoIs(by);
    return { asker, thread: isSeen ? typedIn : await notices.thread(), beganBy };
  };

  /** Those who prompted a session answer for its turn themselves, if they may; for everything else the owners are reached in their own chats. */
  const alsoTo = async ({ asker, beganBy, turn }: Asking): Promise<Awaited<ReturnType<Notices["addresses"]>>> => {
    if (turn === undefined) return notices.addresses();
    const person = (await store.people()).find((one) => one.id === beganBy);
    const isTheirs =
      person !== undefined &&
      asker.kind === "run" &&
      asker.needs.every((right) => policy.decide({ kind: "person", id: person.id, name: person.name, role: person.role }, right).verdict === "allow");
    return isTheirs ? [] : notices.addresses();
  };

  const askPeople: Approvals["ask"] = async (approval, decided) => {
    const { key, prompt, subject, title } = approval;
    const asking = await placeOf(approval);
    const allow = approval.allow ?? say(language, questionTexts.optionAllowOnce);
    const ask: Ask = {
      key,
      kind: "permission",
      prompt,
      ...defined({ subject, title }),
      options: [
        { id: "allow", label: allow, grants: "allow" },
        { id: "deny", label: say(language, questionTexts.optionDeny), grants: "deny" },
      ],
    };
    const leave = cap.take(approval.by);
    const { id } = await parts
      .questions()
      .askFor(asking, ask, await alsoTo(asking))
      .catch((cause: unknown) => {
        leave();
        throw cause;
      });
    // The same question again takes no second place.
    if (places.has(id)) leave();
    else places.set(id, leave);
    waiting.set(id, (waiting.get(id) ?? new Set()).add(decided));
    return id;
  };

  const settle = async (id: QuestionId, verdict: Verdict): Promise<void> => {
    const waiters = [...(waiting.get(id) ?? [])];
    isOver(id);
    const told = await Promise.allSettled(waiters.map((decided) => decided(verdict)));
    for (const one of told) if (one.status === "rejected") log.error({ cause: one.reason as unknown, question: id }, "failed to act on an answer");
  };

  const givenUpBecause = async (id: QuestionId, cause: unknown): Promise<string> => {
    const question = await store.question(everyone, id);
    if (question !== undefined && (await wasRemoved(deps, question.beganBy))) return say(language, questionTexts.askerRemoved);
    return say(language, cause instanceof ParleyError && cause.code === "BadToken" ? questionTexts.askersTokenEnded : questionTexts.askedGivenUp);
  };

  const giveUp = async (id: QuestionId, waiter: Waiter, cause: unknown): Promise<void> => {
    const waiters = waiting.get(id);
    if (waiters?.delete(waiter) !== true || waiters.size > 0) return;
    isOver(id);
    if (!parts.isStopping()) await parts.questions().withdraw(id, await givenUpBecause(id, cause));
  };

  const settleWithdrawn = async (id: QuestionId): Promise<void> => {
    const question = await store.question(everyone, id);
    if (question === undefined || question.state === "withdrawn") await settle(id, nobody);
  };

  /** What somebody asked who is gone is asked no longer: a late yes must not act. */
  const dropOrphans = async (): Promise<void> => {
    for (const id of waiting.keys()) {
      const question = await store.question(everyone, id);
      if (question?.state === "open" && (await wasRemoved(deps, question.beganBy)))
        await parts.questions().withdraw(id, say(language, questionTexts.askerRemoved));
    }
  };

  // A turn that ends withdraws its questions: the runs that wait for them hear it here.
  parts.wakes.on((wakes) => {
    if (includesTopic(wakes, "people"))
      dropOrphans().catch((cause: unknown) => log.error({ cause }, "failed to withdraw the questions of people who were removed"));
    for (const wake of wakes) {
      if (wake.topic !== "question" || !waiting.has(wake.question)) continue;
      settleWithdrawn(wake.question).catch((cause: unknown) => log.error({ cause, question: wake.question }, "failed to read a question that changed"));
    }
  });

  return {
    ask: askPeople,
    decide: async (approval, signal, asked) => {
      const verdict = Promise.withResolvers<Verdict>();
      const waiter: Waiter = async (given) => verdict.resolve(given);
      const id = await askPeople(approval, waiter);
      asked?.();
      const abandon = (): void => {
        giveUp(id, waiter, signal.reason).catch((cause: unknown) => log.error({ cause, question: id }, "failed to withdraw a question"));
        verdict.resolve(nobody);
      };
      if (signal.aborted) abandon();
      signal.addEventListener("abort", abandon, { once: true });
      try {
        return await verdict.promise;
      } finally {
        signal.removeEventListener("abort", abandon);
      }
    },
    hand: async ({ id, given }, answer) => {
      const verdict = { allowed: answer.how === "given" && answer.option?.grants === "allow", by: answer.how === "given" ? answer.by : "" };
      await settle(id, answer.how === "given" ? { ...verdict, ...defined({ who: given?.by }) } : nobody);
      return true;
    },
    recover: async (withdrawing) => {
      for (const question of await store.questions(everyone, { state: "open" })) {
        if (question.asker.kind === "turn") continue;
        await withdrawing(question);
        await parts.questions().withdraw(question.id, say(language, questionTexts.askedRestart));
      }
    },
  };
}
