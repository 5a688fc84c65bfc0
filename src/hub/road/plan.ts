import type { ErrorCode } from "#domain/errors";
import type { QuestionId, TurnId } from "#domain/ids";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Accepted } from "#domain/store";
import type { Thread } from "#domain/thread";
import { splitPrefix } from "#lib/text/prefix";
import type { Route } from "#hub/routing/choose-session";
import { answersCode, codesIn, matchAnswer } from "#hub/questions/match-answer";
import { isPersonal, type Spoken } from "./incoming-message.ts";

/** What the store and the gate say about the words. Left out: it is not there, or the decision does not need it. */
export interface Facts {
  readonly prefix: string;
  readonly queueLimit: number;
  /** Why the speaker may not speak, or not give a session work. */
  readonly maySpeak?: ErrorCode;
  readonly mayPrompt?: ErrorCode;
  /** The thread, if the speaker sees it. */
  readonly thread?: Thread;
  /** What the same key made before. */
  readonly before?: Accepted;
  /** The questions that are open in the thread, and which of them the speaker may answer. */
  readonly open: readonly Question[];
  readonly answerable: readonly QuestionId[];
  /** The question whose code the words end with, in any thread that the speaker sees. */
  readonly coded?: Question;
  /** The session that is named, else the one that a name in front or a rule chose, else the thread's default one. */
  readonly session?: Session;
  /** How the session of a person's words was chosen that name none in the request; left out where there was nothing to look at. */
  readonly route?: Route;
  /** It replies to a message that is not in the thread. */
  readonly lacksReplyTo?: boolean;
  /** The turn that urgent words interrupt, and why the speaker may not. */
  readonly underWay?: { readonly turn: TurnId; readonly by: string; readonly mayNotStop?: ErrorCode };
}

/** Why words are turned away, which decides the sentence and what goes on record. */
export type RefusalReason = "speak" | "thread" | "closed" | "reply" | "session" | "prompt" | "dead" | "full" | "none" | "interrupt";

export type RoadDecision =
  | { readonly to: "command"; readonly line: string }
  | { readonly to: "answer"; readonly question: Question; readonly choice: string }
  /** They would answer one of these, and only a code says which. */
  | { readonly to: "which"; readonly questions: readonly Question[]; readonly word: string }
  | {
      readonly to: "prompt";
      readonly session: Session;
      readonly waitsFor: readonly Question[];
      readonly queueLimit: number;
      readonly interrupts?: TurnId;
      /** The name of the rule that chose the session. */
      readonly rule?: string;
    }
  | { readonly to: "post" }
  | { readonly to: "repeat"; readonly made: Accepted }
  | { readonly to: "refusal"; readonly why: RefusalReason; readonly code: ErrorCode };

/** The one place that decides what words are, for every entrance. Pure: the same words and facts are the same decision. */
export function plan(spoken: Spoken, facts: Facts): RoadDecision {
  const { thread } = facts;
  if (facts.maySpeak !== undefined) return { to: "refusal", why: "speak", code: facts.maySpeak };
  if (thread === undefined) return { to: "refusal", why: "thread", code: "NotFound" };
  if (facts.before !== undefined) return { to: "repeat", made: facts.before };
  if (spoken.isUrgent === true) return urgent(spoken, facts, thread);
  if (spoken.isPromptOnly === true) return promptOnly(spoken, facts, thread);
  if (spoken.uploads !== undefined) return lineOrPrompt(spoken, facts, thread);
  const line = commandLine(spoken, facts.prefix);
  if (line !== undefined) return { to: "command", line };
  return answerIn(spoken, facts) ?? lineOrPrompt(spoken, facts, thread);
}

/** Nothing is read into words that somebody sends on purpose in the middle of a turn. */
function urgent(spoken: Spoken, facts: Facts, thread: Thread): RoadDecision {
  const decision = lineOrPrompt(spoken, facts, thread);
  if (decision.to === "post") return { to: "refusal", why: "none", code: "NoSession" };
  const { underWay } = facts;
  if (decision.to !== "prompt" || underWay === undefined) return decision;
  return underWay.mayNotStop === undefined ? { ...decision, interrupts: underWay.turn } : { to: "refusal", why: "interrupt", code: underWay.mayNotStop };
}

function promptOnly(spoken: Spoken, facts: Facts, thread: Thread): RoadDecision {
  const decision = lineOrPrompt(spoken, facts, thread);
  return decision.to === "post" ? { to: "refusal", why: "none", code: "NoSession" } : decision;
}

/** A closed thread still takes commands and answers, so that people can open it again and nothing waits forever. */
function lineOrPrompt(spoken: Spoken, facts: Facts, thread: Thread): RoadDecision {
  if (thread.status === "closed" || thread.status === "archived") return { to: "refusal", why: "closed", code: "ThreadClosed" };
  if (facts.lacksReplyTo === true) return { to: "refusal", why: "reply", code: "NotFound" };
  const session = facts.session?.thread === thread.id ? facts.session : undefined;
  if (session === undefined) return spoken.session === undefined ? { to: "post" } : { to: "refusal", why: "session", code: "NoSuchSession" };
  if (facts.mayPrompt !== undefined) return { to: "refusal", why: "prompt", code: facts.mayPrompt };
  // A person's prompt may bring a dead session back, or tells them why not. A third party's words do neither.
  if (spoken.where.kind === "link" && session.state === "dead") return { to: "refusal", why: "dead", code: "NoSession" };
  // Nothing is accepted that would be forgotten about.
  if (session.queue >= facts.queueLimit) return { to: "refusal", why: "full", code: "QueueFull" };
  const rule = facts.route?.by === "rule" ? facts.route.matches[(facts.route.rule ?? 0) - 1]?.rule.name : undefined;
  const waitsFor = facts.open.filter((one) => one.session === session.id);
  return { to: "prompt", session, waitsFor, queueLimit: facts.queueLimit, ...(rule === undefined ? undefined : { rule }) };
}

/** The line after the prefix, if somebody who may type commands typed one. */
export function commandLine({ by, text }: Pick<Spoken, "by" | "text">, prefix: string): string | undefined {
  return isPersonal(by) ? splitPrefix(text, prefix) : undefined;
}

/**
 * What could be the code of a question in any thread: the last word, as in `yes abcde`, or the first of two. Long texts are not
 * taken apart for it.
 */
export function possibleCodes({ by, text }: Pick<Spoken, "by" | "text">): readonly string[] {
  if (!isPersonal(by)) return none;
  const two = text.length <= 40 ? codesIn(text) : none;
  if (two.length > 0) return two;
  const said = text.trimEnd();
  if (!/\s[a-km-z]{5}$/i.test(said.slice(-6))) return none;
  return fewWords.test(said) ? [said.slice(-5).toLowerCase()] : none;
}

const none: readonly never[] = [];

/** No more than six. Each part begins where the one before must end, so that no text takes long. */
const fewWords = /^\s*(?:\S+\s+){0,5}\S+$/;

function answerIn(spoken: Spoken, facts: Facts): RoadDecision | undefined {
  if (!isPersonal(spoken.by)) return undefined;
  return answerByReply(spoken, facts) ?? answerHere(spoken, facts) ?? answerByCode(spoken, facts.coded);
}

/** A reply to the message that shows a question names it as a code does. Words that answer a question which is over never go to a session. */
function answerByReply({ text, replyToQuestion: question }: Spoken, { answerable }: Facts): RoadDecision | undefined {
  if (question === undefined) return undefined;
  const match = matchAnswer(text, [{ ...question, state: "open" }]);
  if (match.kind !== "answer" || (match.option === undefined && (question.state !== "open" || !answerable.includes(question.id)))) return undefined;
  return { to: "answer", question, choice: match.option?.id ?? match.text ?? text };
}

/** Free words answer a question only from somebody who may answer it: from others they are what comes next. */
function answerHere({ text }: Spoken, { open, answerable }: Facts): RoadDecision | undefined {
  if (open.length === 0) return undefined;
  const match = matchAnswer(text, open);
  if (match.kind === "needs-code") return { to: "which", questions: match.questions, word: text.trim() };
  if (match.kind === "none" || (match.option === undefined && !answerable.includes(match.question.id))) return undefined;
  return { to: "answer", question: match.question, choice: match.option?.id ?? match.text ?? text };
}

/** A question that is over is answered too, so that the speaker hears what became of it: such words never go to a session. */
function answerByCode({ text }: Spoken, coded: Question | undefined): RoadDecision | undefined {
  if (coded === undefined) return undefined;
  if (coded.state !== "open") return answersCode(text, coded.code) ? { to: "answer", question: coded, choice: text } : undefined;
  const match = matchAnswer(text, [coded]);
  return match.kind === "answer" ? { to: "answer", question: coded, choice: match.option?.id ?? match.text ?? text } : undefined;
}
