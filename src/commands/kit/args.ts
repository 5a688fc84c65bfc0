import type { Language, Speech } from "#domain/command";
import type { ParleyError } from "#domain/errors";
import { nearest } from "#lib/nearest";
import { namesSecret } from "#lib/names-secret";
import { say } from "#lib/words";
import { refusal, withUsage } from "./refusal.ts";

/** What a command takes. A positional is legal only where it is declared. */
export interface ArgSpec {
  /** Without the prefix, as help shows it: `new <name> <cli> [--dir PATH]`. */
  readonly usage: string;
  readonly required?: readonly string[];
  /** Positionals that may follow the required ones. */
  readonly optional?: readonly string[];
  readonly flags?: Readonly<Record<string, FlagKind>>;
  /** Flags with a text that cannot be left out. */
  readonly mandatory?: readonly string[];
}

/** A text, a switch, one of some words, or a whole number within bounds. */
export type FlagKind = "value" | "bool" | readonly string[] | { readonly min: number; readonly max: number };

type NamesOf<List> = List extends readonly (infer Name extends string)[] ? Name : never;
type FlagsOf<Flags, Kind> = { [K in keyof Flags]: Flags[K] extends Kind ? K : never }[keyof Flags] & string;
type Choice<Kind> = Kind extends readonly (infer Word extends string)[] ? Word : never;

export type ArgsOf<S extends ArgSpec> = { readonly [K in NamesOf<S["required"]> | NamesOf<S["mandatory"]>]: string } & {
  readonly [K in NamesOf<S["optional"]> | FlagsOf<S["flags"], "value">]?: string;
} & { readonly [K in FlagsOf<S["flags"], "bool">]: boolean } & {
  readonly [K in FlagsOf<S["flags"], readonly string[]>]?: Choice<NonNullable<S["flags"]>[K]>;
} & { readonly [K in FlagsOf<S["flags"], { readonly min: number }>]?: number };

/** The words behind a command's name, by name. Throws InvalidArgs or ForbiddenArg with the usage. */
export function parseArgs<const S extends ArgSpec>(spec: S, argv: readonly string[], speech: Speech): ArgsOf<S> {
  const { language } = speech;
  const wrong = (refused: ParleyError): ParleyError => withUsage(refused, spec.usage, speech);
  const required = spec.required ?? [];
  const places = [...required, ...(spec.optional ?? [])];
  const flags = new Map(Object.entries(spec.flags ?? {}));
  const given = new Map<string, string | number | boolean>();
  const seen = new Set<string>();
  for (const [name, kind] of flags) if (kind === "bool") given.set(name, false);

  const rest = argv[Symbol.iterator]();
  let taken = 0;
  for (const word of rest) {
    if (!isFlag(word)) {
      const place = places[taken];
      if (place === undefined) throw wrong(refusal("InvalidArgs", language, "argExtra", { arg: word }));
      given.set(place, word);
      taken += 1;
      continue;
    }
    const flag = word.replace(/=.*$/s, "");
    const name = flag.replace(/^--/, "");
    // Before anything else, declared or not: no command may ask for a secret, and none is repeated in a sentence.
    if (namesSecret(name)) throw wrong(refusal("ForbiddenArg", language, "flagForbidden", { flag }));
    const kind = flags.get(name);
    if (kind === undefined) throw wrong(unknownFlag(flag, flags.keys(), language));
    if (flag !== word) throw wrong(refusal("InvalidArgs", language, "flagEquals", { flag }));
    if (seen.has(name)) throw wrong(refusal("InvalidArgs", language, "flagTwice", { flag }));
    seen.add(name);
    if (kind === "bool") {
      given.set(name, true);
      continue;
    }
    const value = rest.next();
    if (value.done === true) throw wrong(refusal("InvalidArgs", language, "flagNeedsValue", { flag }));
    if (isFlag(value.value)) throw wrong(noValue(flag, value.value, flags, language));
    const read = readValue(kind, value.value);
    if (read === undefined)
      throw wrong(refusal("InvalidArgs", language, "flagBadValue", { flag, value: value.value.slice(0, 60), wanted: wantedOf(kind, language) }));
    given.set(name, read);
  }
  const missing = required[taken];
  if (missing !== undefined) throw wrong(refusal("InvalidArgs", language, "argMissing", { arg: missing }));
  const unflagged = spec.mandatory?.find((name) => !given.has(name));
  if (unflagged !== undefined) throw wrong(refusal("InvalidArgs", language, "flagMissing", { flag: `--${unflagged}` }));
  // Every required name and every bool is in the map by now, and nothing that was not declared.
  return Object.fromEntries(given) as ArgsOf<S>;
}

/** What follows is a flag that the command knows, or one that may hold a secret; else it was perhaps meant as the value. */
function noValue(flag: string, next: string, known: ReadonlyMap<string, FlagKind>, language: Language): ParleyError {
  const name = next.replace(/^--/, "").replace(/=.*$/s, "");
  if (known.has(name) || namesSecret(name)) return refusal("InvalidArgs", language, "flagNeedsValue", { flag });
  return refusal("InvalidArgs", language, "flagValueDash", { flag, value: next.slice(0, 60) });
}

function readValue(kind: FlagKind, value: string): string | number | undefined {
  if (typeof kind === "string") return value;
  if (isChoice(kind)) return kind.includes(value) ? value : undefined;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  return number >= kind.min && number <= kind.max ? number : undefined;
}

function wantedOf(kind: FlagKind, language: Language): string {
  if (typeof kind === "string") return "";
  return isChoice(kind) ? kind.join(" | ") : say(language, "wholeNumber", { min: kind.min, max: kind.max });
}

function isChoice(kind: Exclude<FlagKind, string>): kind is readonly string[] {
  return Array.isArray(kind);
}

/** `-5` and `-` are words; `-x` is a flag, and no command declares one of that kind. */
function isFlag(word: string): boolean {
  return /^--|^-\p{L}/u.test(word);
}

function unknownFlag(flag: string, known: Iterable<string>, language: Language): ParleyError {
  const near = nearest(flag.replace(/^-+/, ""), known);
  if (near === undefined) return refusal("InvalidArgs", language, "flagUnknown", { flag });
  return refusal("InvalidArgs", language, "flagUnknownNear", { flag, nearest: `--${near}` });
}
