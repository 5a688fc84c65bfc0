import type { z } from "zod";
import { nearest } from "#lib/text/nearest";
import { valueAt, type KeyPath, type ConfigProblem } from "./problem.ts";
import { knownKeys } from "./schema-walk.ts";

/** Schema issues as sentences. */
export function problemsOf(schema: z.ZodType, tree: unknown, issues: readonly z.core.$ZodIssue[]): readonly ConfigProblem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.filter((key) => typeof key !== "symbol");
    if (issue.code !== "unrecognized_keys") return [{ path, sentence: sentenceOf(issue, valueAt(tree, path)) }];
    const known = knownKeys(schema, path);
    const others = path.length === 0 ? otherNames : noNames;
    return issue.keys.map((key) => ({ path: [...path, key], sentence: unknownKey(key, known, others) }));
  });
}

/** What people call a section before they have read its name. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["channels", "bots"],
  ["chats", "bots"],
  ["platforms", "bots"],
  ["agents", "sessions"],
  ["users", "people"],
]);
const noNames: ReadonlyMap<string, string> = new Map();

function unknownKey(key: string, known: readonly string[], others: ReadonlyMap<string, string>): string {
  const found = nearest(key, [...known, ...others.keys()]);
  const meant = found === undefined ? undefined : (others.get(found) ?? found);
  if (meant !== undefined) return `There is no such key. Did you mean ${meant}?`;
  return known.length === 0 ? "There is no such key here." : `There is no such key. Known here: ${known.join(", ")}.`;
}

function sentenceOf(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, value);
    case "invalid_value":
      return value === undefined ? "This key is missing." : wrongChoice(value, issue.values.map(String));
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return issue.origin === "string" ? `Must have at most ${issue.maximum} characters.` : `Must be at most ${issue.maximum}.`;
    case "invalid_key":
      return sentence(issue.issues[0]?.message ?? issue.message);
    default:
      return sentence(issue.message);
  }
}

const words: Readonly<Record<string, string>> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a section with keys",
  record: "a section with keys",
};

function wrongType(expected: string, value: unknown): string {
  if (value === undefined) return "This key is missing.";
  if (value === null) return "This key is empty. Give it a value, or remove it; a value that starts with # or ! needs quotes.";
  const article = words[expected] ?? expected;
  if (typeof value === "number" && expected === "string") return `Must be ${article}, not a number. Put it in quotes; durations need a unit.`;
  return `Must be ${article}, not ${received(value)}.`;
}

function received(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a section";
  return typeof value === "string" ? "text" : `the ${typeof value === "number" ? "number" : "value"} ${JSON.stringify(value)}`;
}

function wrongChoice(value: unknown, choices: readonly string[]): string {
  const meant = typeof value === "string" ? nearest(value, choices) : undefined;
  return `Must be one of ${choices.join(", ")}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === "string") return "Must not be empty.";
  return issue.origin === "array" ? "Must have at least one entry; remove the key if you do not need it." : `Must be at least ${issue.minimum}.`;
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}

/** Reports each key once, with the first problem found. */
export function oncePerPath(problems: readonly ConfigProblem[], key: (path: KeyPath) => string): readonly ConfigProblem[] {
  const seen = new Map<string, ConfigProblem>();
  for (const problem of problems) if (!seen.has(key(problem.path))) seen.set(key(problem.path), problem);
  return [...seen.values()];
}
