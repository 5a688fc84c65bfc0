import type { z } from "zod";
import type { Language } from "#domain/command";
import { type ErrorCode, ParleyError } from "#domain/errors";
import { commonTexts } from "#lib/words/common";
import type { KeyedSentence } from "#lib/words/sentence";
import { say, type Values } from "#lib/words/words";
import { httpTexts } from "#http/texts";
import { dataOf, explainIssues, problem, sayProblems, type InputProblem } from "./explain-issues.ts";
import { defined } from "#lib/defined";

/** What was sent cannot be taken. Thrown where nobody knows the language; the door says it. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  readonly code: ErrorCode;
  readonly refusal: (language: Language) => ParleyError;

  constructor(refusal: (language: Language) => ParleyError, cause?: unknown) {
    const { code, message } = refusal("en");
    super(message, { cause });
    this.code = code;
    this.refusal = refusal;
  }
}

/** What the schema makes of it. Throws BadInput with a sentence about each field that is wrong. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badProblems(explainIssues(parsed.error.issues, value), parsed.error);
}

export function badRequest<const S extends KeyedSentence>(text: S, ...values: Values<S>): BadInput {
  return badProblems([problem(text, ...values)]);
}

export function badJson<const S extends KeyedSentence>(cause: unknown, text: S, ...values: Values<S>): BadInput {
  return badProblems([problem(text, ...values)], cause);
}

export function tooLarge(mostBytes: number): BadInput {
  return refusedAs("TooLarge", (language) => say(language, commonTexts.overLimit, { max: kilobytes(mostBytes) }));
}

export function notText(cause: unknown): BadInput {
  return refusedAs("NotText", (language) => say(language, httpTexts.notText), cause);
}

function badProblems(problems: readonly InputProblem[], cause?: unknown): BadInput {
  return new BadInput((language) => new ParleyError("BadRequest", sayProblems(problems, language), { data: dataOf(problems), ...defined({ cause }) }), cause);
}

function refusedAs(code: ErrorCode, sentence: (language: Language) => string, cause?: unknown): BadInput {
  return new BadInput((language) => new ParleyError(code, sentence(language), cause === undefined ? {} : { cause }), cause);
}

function kilobytes(bytes: number): string {
  return `${Math.floor(bytes / 1024)} KB`;
}
