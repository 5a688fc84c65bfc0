import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { QuestionId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Option, Question } from "#domain/question";
import type { Surface } from "#domain/thread";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import type { Notices } from "#hub/access/notices";
import { accessTexts } from "#hub/access/texts";
import { askerName } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { choiceOf, clip } from "#hub/outbox/chat-parts";
import { refuseLateAnswer } from "./late-answer.ts";
import { optionFor } from "./match-answer.ts";
import { mayAllow } from "./may-answer.ts";
import { questionTexts } from "./texts.ts";

export interface AnsweringParts {
  readonly gate: Gate;
  readonly notices: Notices;
  /** The question is answered and on disk. */
  readonly answered: (question: Question) => void;
  /** Its time was up before the timer noticed. */
  readonly expired: (question: QuestionId) => Promise<void>;
}

/** Checks who, what and whether it is still open; the first one wins. Never waits for the agent. */
export type AnswerQuestion = (
  by: Actor,
  surface: Surface,
  question: Question,
  choice: string,
  how: { readonly language: Language; readonly key?: string; readonly reason?: string },
) => Promise<Question>;

export function createAnswering(
  { store, policy, clock, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "settings">,
  { gate, notices, answered, expired }: AnsweringParts,
): AnswerQuestion {
  const { language } = settings;

  const admit = async (by: Actor, surface: Surface, question: Question): Promise<void> => {
    // A program may hold the token that a person's MCP client was given: only one that was made for it answers.
    if (surface === "mcp" && by.kind !== "agent" && !(by.kind === "person" && by.answers === true)) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: `answer ${question.id} through MCP` });
      throw new ParleyError("NotAllowed", say(language, questionTexts.tokenNeverAnswers));
    }
    await gate.admit(by, "answer", {
      beganBy: question.beganBy,
      what: `answer ${question.id}`,
      sentence: (code) => {
        if (code === "AgentsNeverAnswer") return say(language, questionTexts.agentsNeverAnswer);
        if (by.kind === "outside") return say(language, questionTexts.outsideNeverAnswers);
        return say(language, questionTexts.notAnApprover, { who: settings.approvers?.join(", ") ?? say(language, questionTexts.anyAdmin) });
      },
    });
  };

  const admitOwn = async (by: Actor, question: Question, chosen: Option | undefined): Promise<void> => {
    if (chosen?.grants === "deny" || mayAllow(policy, by, question)) return;
    await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAnApprover", about: `allow their own ${question.id}` });
    throw new ParleyError("NotAnApprover", say(language, questionTexts.notYourOwn));
  };

  return async (by, surface, question, choice, { language: tongue, key, reason }) => {
    await admit(by, surface, question);
    const asker = await askerName(store, question);
    if (question.state !== "open") return refuseLateAnswer(question, asker, tongue);
    const option = optionOf(question, choice);
    const text = option === undefined && question.kind === "text" && choice.trim() !== "" ? choice : undefined;
    if (option === undefined && text === undefined) {
      const choices = question.options.map((one) => one.label).join(", ");
      throw new ParleyError("NotAChoice", say(tongue, questionTexts.notAChoice, { choice: clip(choice), choices }));
    }
    if (reason !== undefined && option?.grants !== "deny") throw new ParleyError("BadRequest", say(tongue, questionTexts.reasonOnlyWithNo));
    await admitOwn(by, question, option);
    const at = clock.now();
    const chosen = option === undefined ? { text: choice } : { option: option.id, ...defined({ text: reason }) };
    const about = {
      question: question.id,
      digest: question.digest,
      surface,
      ...(option === undefined ? { chars: choice.length } : { option: option.id, ...defined({ chars: reason?.length }) }),
    };
    const given = { ...chosen, by: whoIs(by), name: nameOf(by), surface, at };
    const outcome = await store.answer(question.id, given, { at, kind: "answered", who: whoIs(by), data: about }, key);
    if (outcome?.won !== true) {
      // It expires now, with its notice, and its session goes on.
      if (outcome?.question.state === "open") await expired(question.id);
      return refuseLateAnswer(outcome?.question ?? question, asker, tongue);
    }
    answered(outcome.question);
    if (surface === "shell") {
      await notices.tell(say(language, accessTexts.toldShellAnswer, { session: asker, choice: choiceOf(outcome.question), prompt: clip(question.prompt) }));
    }
    return outcome.question;
  };
}

/** By id, label or number, or by a yes or no. */
function optionOf({ options }: Question, choice: string): Option | undefined {
  const word = choice.trim().toLowerCase();
  const byNumber = /^[1-9]\d?$/.test(word) ? options[Number(word) - 1] : undefined;
  return options.find((one) => one.id.toLowerCase() === word || one.label.trim().toLowerCase() === word) ?? byNumber ?? optionFor(choice, options);
}
