import type { ParseArgsOptionsConfig } from "node:util";
import { nearest } from "#lib/text/nearest";

/** One verb of the command line. Throws an error with a code for what it cannot do and WrongUse for what it was not asked rightly. */
export interface Verb {
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** How many words it takes besides options; "text" when the last ones are free text, "line" when options that it does not know are words too. */
  readonly words: number | "text" | "line";
  /** Runs in a session's process tree too, where an agent could call it. */
  readonly insideSessions?: true;
  /** Wrong use exits with this instead of 2. */
  readonly wrongUse?: 1;
  run(call: Call): Promise<number>;
}

export interface Call {
  readonly home: string;
  /** `--config`, if it was given. */
  readonly config?: string;
  readonly json: boolean;
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly words: readonly string[];
  /** Data and nothing else. Without --json what a reader would not see is made visible. */
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

/** What a verb with several deeds can do, each with the number of words that it takes, its own name included. */
export type Deeds = Readonly<Record<string, { readonly words: number; readonly run: (call: Call) => Promise<number> }>>;

export function runDeed(verb: string, call: Call, deeds: Deeds): Promise<number> {
  const names = Object.keys(deeds);
  const name = needWord(call, 0, `What to do (${names.join(", ")})`);
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
  if (deed === undefined) throw new WrongUse(`There is no ${verb} ${name}.${meant(nearest(name, names), `${verb} `)}`);
  noMoreWords(call, deed.words);
  return deed.run(call);
}

export function noMoreWords(call: Call, most: number): void {
  const extra = call.words[most];
  if (extra !== undefined) throw new WrongUse(`${JSON.stringify(extra)} is one word too many.`);
}

/** The question after a slip, with a space before it; nothing where nothing is near. */
export function meant(near: string | undefined, before = ""): string {
  return near === undefined ? "" : ` Did you mean ${before}${near}?`;
}
