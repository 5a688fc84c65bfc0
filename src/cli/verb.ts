import type { ParseArgsOptionsConfig } from "node:util";

/** One verb of the command line. Throws ParleyError for what it cannot do and WrongUse for what it was not asked rightly. */
export interface Verb {
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  run(call: Call): Promise<number>;
}

export interface Call {
  readonly home: string;
  /** `--config`, if it was given. */
  readonly config?: string;
  readonly json: boolean;
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly words: readonly string[];
  /** Data and nothing else. */
  out(line: string): void;
  /** For people. */
  err(line: string): void;
}

export class WrongUse extends Error {}

export function text(call: Call, name: string): string | undefined {
  const value = call.values[name];
  return typeof value === "string" ? value : undefined;
}

export function texts(call: Call, name: string): readonly string[] {
  const value = call.values[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function needWord(call: Call, index: number, what: string): string {
  const word = call.words[index];
  if (word === undefined || word === "") throw new WrongUse(`${what} is missing.`);
  return word;
}
