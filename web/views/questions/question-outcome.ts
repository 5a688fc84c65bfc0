import type { QuestionWire } from "#protocol/wire";
import { whereAnswered } from "#web/parts/place-name.ts";
import type { Model } from "#web/state/stream/model.ts";
import { askerOf } from "#web/state/thread/asker.ts";
import type { Words } from "#web/words/en.ts";
import { counting } from "#web/words/format.ts";

interface Outcome {
  readonly tone: "ok" | "bad" | "warn";
  readonly glyph: "done" | "no" | "clock";
  readonly title: string;
}

/** What became of a question, in a word. */
export function outcomeOf(question: QuestionWire, words: Words): Outcome {
  const isPermission = question.kind === "permission";
  if (question.state === "expired") return { tone: "warn", glyph: "clock", title: isPermission ? words.expired : words.expiredChoice };
  if (question.state === "withdrawn") return { tone: "warn", glyph: "clock", title: words.withdrawn };
  const option = question.options.find((one) => one.id === question.answer?.option);
  if (option?.grants === "deny") return { tone: "bad", glyph: "no", title: words.denied };
  return { tone: "ok", glyph: "done", title: option?.grants === "allow" ? words.allowed : words.answered };
}

/** Our own names for yes and no are said in the reader's language; those of an agent's menu stay as it wrote them. */
export function labelOf({ label, grants }: QuestionWire["options"][number], words: Words): string {
  return grants === undefined ? label : (words.option[label] ?? label);
}

/** Who answered what, where, after how long and why; or why nobody did. */
export function outcomeSentence(question: QuestionWire, { me, links }: Pick<Model, "me" | "links">, words: Words): string {
  const { answer, session_name: name } = question;
  const asked = Date.parse(question.asked_at);
  if (question.state === "expired") return words.expiredAfter(askerOf(question), counting(Date.parse(question.expires_at) - asked));
  if (question.state === "withdrawn" || answer === null) return words.withdrawnBecause(name, question.reason ?? "");
  const isMine = me !== null && (answer.by === me.id || answer.by === me.name);
  const option = question.options.find((one) => one.id === answer.option);
  const what = (option && labelOf(option, words)) ?? answer.text ?? answer.option ?? "";
  const where = whereAnswered(answer.surface, isMine, links, words);
  const sentence = words.answeredBy(isMine ? words.you : answer.by, what, where, counting(Date.parse(answer.at) - asked));
  return option !== undefined && answer.text !== null ? words.withReason(sentence, answer.text) : sentence;
}
