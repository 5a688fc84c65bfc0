import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { Question } from "#domain/question";
import { surfaceName } from "#lib/text/surface-name";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import { choiceOf } from "#hub/outbox/chat-parts";
import { questionTexts } from "./texts.ts";

/** For an answer to a question that is not open any more: who answered where, or that it expired or was withdrawn. */
export function refuseLateAnswer(question: Question, session: string, language: Language): never {
  const { given } = question;
  if (question.state === "answered" && given !== undefined) {
    const choice = choiceOf(question);
    const sentence =
      given.surface === "desk"
        ? say(language, questionTexts.alreadySettled, { choice })
        : say(language, questionTexts.alreadyAnswered, { who: given.name, where: surfaceName(language, given.surface), choice });
    const data = {
      answered_by: given.name,
      answered_in: given.surface,
      answer: given.option ?? given.text ?? "",
      answered_after: formatDuration(language, given.at - question.askedAt),
    };
    throw new ParleyError("AlreadyAnswered", sentence, { data });
  }
  // Still open here means that this answer is what it expired with.
  if (question.state === "expired" || question.state === "open")
    throw new ParleyError("QuestionExpired", say(language, questionTexts.questionExpired, { session }));
  throw new ParleyError("QuestionWithdrawn", say(language, questionTexts.questionWithdrawn, { session }));
}
