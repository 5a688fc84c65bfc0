import type { Option, Question } from "#domain/question";

/** What typed text is to the questions that wait where it was typed. */
export type AnswerMatch =
  | { readonly kind: "none" }
  | { readonly kind: "answer"; readonly question: Question; readonly option?: Option; readonly text?: string }
  /** It would answer one of these, and several wait: only a code says which. */
  | { readonly kind: "needs-code"; readonly questions: readonly Question[] };

type Answered = Extract<AnswerMatch, { kind: "answer" }>;

const meanings: Readonly<Record<NonNullable<Option["grants"]>, ReadonlySet<string>>> = {
  allow: new Set(["y", "yes", "ok", "allow", "是", "好", "同意", "允许"]),
  deny: new Set(["n", "no", "deny", "否", "不", "拒绝", "esc"]),
};
const codeShape = /^[a-km-z]{5}$/;

/**
 * Matches text to the open questions, exactly or not at all: "yes please delete it" is no answer. A bare word counts only
 * when one question is open; with the question's code in front or behind, it counts for that question.
 */
export function matchAnswer(text: string, open: readonly Question[]): AnswerMatch {
  const coded = byCode(text, open);
  if (coded.named) {
    const [first, second] = coded.answers;
    if (first === undefined) return { kind: "none" };
    return second === undefined ? first : { kind: "needs-code", questions: [first.question, second.question] };
  }
  const [only, ...others] = open;
  if (only === undefined) return { kind: "none" };
  if (others.length === 0) return answerTo(only, text) ?? { kind: "none" };
  const meant = open.filter((question) => optionFor(text, question.options) !== undefined);
  return meant.length === 0 ? { kind: "none" } : { kind: "needs-code", questions: meant };
}

/**
 * Whether it is `yes CODE`, `CODE yes` or `2 CODE`, open or not: the way to tell somebody that this question has been answered
 * meanwhile, instead of handing the words to a session.
 */
export function answersCode(text: string, code: string): boolean {
  const [first, second, ...more] = normal(text).split(/\s+/);
  if (first === undefined || second === undefined || more.length > 0) return false;
  const word = second === code ? first : first === code ? second : undefined;
  return word !== undefined && (grantOf(word) !== undefined || /^\d+$/.test(word));
}

/** The words of a text of two words that could be a question's code, the last one first: `yes CODE` is what people are told to type. */
export function codesIn(text: string): readonly string[] {
  const words = text.trim().slice(0, 40).toLowerCase().split(/\s+/);
  return words.length === 2 ? words.toReversed().filter((word) => codeShape.test(word)) : [];
}

/** Also used for a choice that came by a button, the page or the shell, where the question is known. */
export function optionFor(text: string, options: readonly Option[]): Option | undefined {
  const word = normal(text);
  if (word === "") return undefined;
  const named = options.filter(({ id, label }, i) => normal(id) === word || normal(label) === word || String(i + 1) === word);
  const grant = grantOf(word);
  // A menu whose first line is called "2", or whose "Yes" denies: typing it could mean either, so it means nothing.
  if (named.length > 1) return undefined;
  const [exact] = named;
  if (exact === undefined) return grant === undefined ? undefined : options.find(({ grants }) => grants === grant);
  return grant !== undefined && exact.grants !== undefined && exact.grants !== grant ? undefined : exact;
}

function byCode(text: string, open: readonly Question[]): { readonly named: boolean; readonly answers: readonly Answered[] } {
  const trimmed = text.trim();
  const front = /^(\S+)\s+(.*)$/s.exec(trimmed);
  const behind = /^(.*\S)\s+(\S+)$/s.exec(trimmed);
  const tries = [
    { code: behind?.[2], rest: behind?.[1] },
    { code: front?.[1], rest: front?.[2] },
  ];
  const answers: Answered[] = [];
  let named = open.some(({ code }) => normal(code) === normal(trimmed));
  for (const { code, rest } of tries) {
    const question = open.find((candidate) => code !== undefined && normal(candidate.code) === normal(code));
    if (question === undefined || rest === undefined) continue;
    named = true;
    const answer = answerTo(question, rest);
    if (answer !== undefined && !answers.some((other) => other.question.id === question.id)) answers.push(answer);
  }
  return { named, answers };
}

function answerTo(question: Question, text: string): Answered | undefined {
  const option = optionFor(text, question.options);
  if (option !== undefined) return { kind: "answer", question, option };
  return question.kind === "text" && text.trim() !== "" ? { kind: "answer", question, text } : undefined;
}

function grantOf(word: string): Option["grants"] {
  if (meanings.allow.has(word)) return "allow";
  return meanings.deny.has(word) ? "deny" : undefined;
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}
