import type { Secret } from "#lib/redact/secret";
import type { IrcFault } from "./fault.ts";

const shortest = 6;

/** Redacts lines and sentences: by the position where a command carries a secret, and by the secret values. */
export interface Redact {
  line(line: string): string;
  words(words: string): string;
  /** Adds a secret. */
  add(secret: Secret | undefined): void;
}

const places: readonly (readonly [RegExp, string])[] = [
  [/^((?:@\S+ )?(?::\S+ )?(?:PASS|AUTHENTICATE|OPER)) .*/i, "$1 [secret]"],
  [/^((?:@\S+ )?(?::\S+ )?JOIN \S+) .+/i, "$1 [secret]"],
  [/^(PRIVMSG NickServ :?\S+) .*/i, "$1 [secret]"],
  [/( MODE \S+ \S*k\S*) .*/i, "$1 [secret]"],
  [/( 324 \S+ \S+ \S*k\S*) .*/, "$1 [secret]"],
];

export function createRedact(secrets: readonly (Secret | undefined)[]): Redact {
  const values = new Set<string>();
  const add = (secret: Secret | undefined): void => {
    if (secret !== undefined && secret.reveal() !== "") values.add(secret.reveal());
  };
  for (const secret of secrets) add(secret);
  // Longest first: one may be part of another.
  const words = (text: string): string => [...values].toSorted((a, b) => b.length - a.length).reduce(without, text);
  return { add, words, line: (line) => words(places.reduce((clean, [place, shown]) => clean.replace(place, shown), line)) };
}

/** A fault whose words hold no secret. */
export function redactFault(redact: Redact, { values, ...said }: IrcFault): IrcFault {
  const words = (value: string | number): string | number => (typeof value === "string" ? redact.words(value) : value);
  return { ...said, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, words(value)])) };
}

/** A short secret is replaced only as a whole word: replacing every `a` would reveal that the key is `a`. */
function without(text: string, value: string): string {
  if (value.length >= shortest) return text.replaceAll(value, "[secret]");
  return text
    .split(/( |:)/)
    .map((word) => (word === value ? "[secret]" : word))
    .join("");
}
