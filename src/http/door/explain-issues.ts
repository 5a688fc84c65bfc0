import type { z } from "zod";
import type { Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { fill, type KeyedSentence } from "#lib/words/sentence";
import type { Values } from "#lib/words/words";
import { ruleIn, type FieldRule } from "#protocol/field-rules";
import { fieldTexts } from "./field-texts.ts";

/** One thing that is wrong with what was sent: a sentence for people, key and values for programs. */
export interface InputProblem {
  readonly text: KeyedSentence;
  readonly values: Readonly<Record<string, string | number | KeyedSentence>>;
}

export function problem<const S extends KeyedSentence>(text: S, ...values: Values<S>): InputProblem {
  return { text, values: values[0] ?? {} };
}

export function sayProblems(problems: readonly InputProblem[], language: Language): string {
  return problems.map(({ text, values }) => fill(language, text[language], said(values, language))).join(" ");
}

/** The first of them, as a refusal's data. */
export function dataOf([first]: readonly InputProblem[]): JsonObject {
  return first === undefined ? {} : { problem: first.text.key, ...said(first.values, "en") };
}

function said(values: InputProblem["values"], language: Language): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? value[language] : value]));
}

const rules: Readonly<Record<FieldRule, KeyedSentence>> = {
  notBlank: fieldTexts.fieldBlank,
  nothingHidden: fieldTexts.fieldHidden,
  account: fieldTexts.fieldAccount,
  templateId: fieldTexts.fieldTemplateId,
  candidate: fieldTexts.fieldCandidate,
  newText: fieldTexts.fieldNewText,
  threadId: fieldTexts.fieldThreadId,
  runId: fieldTexts.fieldRunId,
  object: fieldTexts.fieldWrongType,
};

const kinds: Readonly<Record<string, KeyedSentence>> = {
  string: fieldTexts.kindText,
  number: fieldTexts.kindNumber,
  int: fieldTexts.kindWhole,
  boolean: fieldTexts.kindSwitch,
  array: fieldTexts.kindList,
  object: fieldTexts.kindObject,
  record: fieldTexts.kindObject,
};

/** The issues of the schema library in our own sentences. `value` is what was checked. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], value: unknown): readonly InputProblem[] {
  return issues.flatMap((issue) => explain(issue, value));
}

function explain(issue: z.core.$ZodIssue, value: unknown): readonly InputProblem[] {
  const field = issue.path.join(".");
  const own = ruleIn(issue.message);
  if (own !== undefined && Object.hasOwn(rules, own)) return [{ text: rules[own as FieldRule], values: { field, kind: fieldTexts.kindObject } }];
  switch (issue.code) {
    case "invalid_type":
      return [wrongType(issue, value, field)];
    case "too_small":
      return [tooSmall(field, issue)];
    case "too_big":
      return [tooBig(field, issue)];
    case "invalid_value":
      if (valueAt(value, issue.path) === undefined) return [problem(fieldTexts.fieldMissing, { field })];
      return [problem(fieldTexts.fieldNotAChoice, { field, choices: issue.values.map(String).join(", ") })];
    case "unrecognized_keys":
      return issue.keys.map((key) => problem(fieldTexts.fieldUnknown, { field: [...issue.path, key].join(".") }));
    case "invalid_union":
      return explainUnion(issue, value, field);
    case "invalid_format":
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return [problem(fieldTexts.fieldMalformed, { field })];
  }
}

/** Of several forms, the one that fits best says what is wrong. */
function explainUnion({ errors, path }: z.core.$ZodIssueInvalidUnion, value: unknown, field: string): readonly InputProblem[] {
  const [best] = errors.toSorted((one, other) => one.length - other.length);
  if (best === undefined || best.length === 0) return [problem(fieldTexts.fieldMalformed, { field })];
  return explainIssues(
    best.map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
    value,
  );
}

function tooSmall(field: string, { origin, minimum }: z.core.$ZodIssueTooSmall): InputProblem {
  const min = Number(minimum);
  if (origin === "string") return min <= 1 ? problem(fieldTexts.fieldEmpty, { field }) : problem(fieldTexts.fieldTooShort, { field, min });
  return origin === "array" ? problem(fieldTexts.fieldTooFew, { field, min }) : problem(fieldTexts.fieldTooSmall, { field, min });
}

function tooBig(field: string, { origin, maximum }: z.core.$ZodIssueTooBig): InputProblem {
  const max = Number(maximum);
  if (origin === "string") return problem(fieldTexts.fieldTooLong, { field, max });
  return origin === "array" ? problem(fieldTexts.fieldTooMany, { field, max }) : problem(fieldTexts.fieldTooBig, { field, max });
}

function wrongType({ expected, path }: z.core.$ZodIssueInvalidType, value: unknown, field: string): InputProblem {
  const kind = kinds[expected];
  if (field === "") return { text: fieldTexts.bodyWrongType, values: { kind: kind ?? fieldTexts.kindObject } };
  if (valueAt(value, path) === undefined) return problem(fieldTexts.fieldMissing, { field });
  return kind === undefined ? problem(fieldTexts.fieldMalformed, { field }) : { text: fieldTexts.fieldWrongType, values: { field, kind } };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined), value);
}
