import { type ArgSpec, type ArgsOf, type FlagSpec, isRequired, usageOf } from "#domain/arg-spec";
import type { Language, Speech } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { defined } from "#lib/defined";
import { nearest } from "#lib/text/nearest";
import { namesSecret } from "#lib/redact/names-secret";
import { say } from "#lib/words/words";
import { refusal, withUsage } from "./refusal.ts";
import { commandTexts } from "./texts.ts";

/** What a command of that name takes. */
export interface NamedArgs extends ArgSpec {
  readonly name: string;
}

/** The data of a spec that holds more than that. */
export function argsOf({ positionals, flags, oneOf }: ArgSpec): ArgSpec {
  return defined({ positionals, flags, oneOf });
}

/** The words after a command's name, by argument. Throws InvalidArgs or ForbiddenArg with the usage. */
export function parseArgs<const S extends NamedArgs>(spec: S, argv: readonly string[], speech: Speech): ArgsOf<S> {
  try {
    const given = readWords(spec, argv, speech.language);
    requireAll(spec, given, speech.language);
    // Every required name and every switch is in the map by now, and nothing that was not declared.
    return Object.fromEntries(given) as ArgsOf<S>;
  } catch (cause) {
    throw cause instanceof ParleyError ? withUsage(cause, usageOf({ name: spec.name, args: spec }), speech) : cause;
  }
}

type GivenArgs = Map<string, string | number | boolean>;

function readWords(spec: ArgSpec, argv: readonly string[], language: Language): GivenArgs {
  const { positionals = [] } = spec;
  const flags = new Map(Object.entries(spec.flags ?? {}));
  const given: GivenArgs = new Map();
  for (const [name, { kind }] of flags) if (kind === "switch") given.set(name, false);

  const seen = new Set<string>();
  let taken = 0;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    const positional = positionals[taken];
    // Flags that the command knows may stand before the rest; after its first word everything is text.
    const isKnownFlag = isFlag(word) && flags.has(word.replace(/^--/, ""));
    if (positional?.rest === true && !isKnownFlag) {
      given.set(positional.name, argv.slice(at).join(" "));
      break;
    }
    if (!isFlag(word)) {
      if (positional === undefined) throw refusal("InvalidArgs", language, commandTexts.argExtra, { arg: word });
      given.set(positional.name, word);
      taken += 1;
      continue;
    }
    const { name, spec: flag } = knownFlag(word, flags, seen, language);
    seen.add(name);
    if (flag.kind === "switch") {
      given.set(name, true);
      continue;
    }
    at += 1;
    given.set(name, flagValue(`--${name}`, flag, argv[at], flags, language));
  }
  return given;
}

function requireAll({ positionals = [], flags = {}, oneOf = [] }: ArgSpec, given: GivenArgs, language: Language): void {
  const missing = positionals.find(({ name, optional }) => optional !== true && !given.has(name));
  if (missing !== undefined) throw refusal("InvalidArgs", language, commandTexts.argMissing, { arg: missing.name });
  const unflagged = Object.entries(flags).find(([name, spec]) => isRequired(spec) && !given.has(name));
  if (unflagged !== undefined) throw refusal("InvalidArgs", language, commandTexts.flagMissing, { flag: `--${unflagged[0]}` });
  const chosen = oneOf.filter((name) => given.get(name) !== undefined && given.get(name) !== false);
  if (oneOf.length > 0 && chosen.length !== 1)
    throw refusal("InvalidArgs", language, commandTexts.flagOneOf, { flags: oneOf.map((name) => `\`--${name}\``).join(", ") });
}

/** The declared flag that a word names, which stands there for the first time and without a value after `=`. */
function knownFlag(word: string, flags: ReadonlyMap<string, FlagSpec>, seen: ReadonlySet<string>, language: Language) {
  const flag = word.replace(/=.*$/s, "");
  const name = flag.replace(/^--/, "");
  // Before anything else, declared or not: no command may ask for a secret, and none is repeated in a sentence.
  if (namesSecret(name)) throw refusal("ForbiddenArg", language, commandTexts.flagForbidden, { flag });
  const spec = flags.get(name);
  if (spec === undefined) throw unknownFlag(flag, flags.keys(), language);
  if (flag !== word) throw refusal("InvalidArgs", language, commandTexts.flagEquals, { flag });
  if (seen.has(name)) throw refusal("InvalidArgs", language, commandTexts.flagTwice, { flag });
  return { name, spec };
}

type ValueFlag = Exclude<FlagSpec, { readonly kind: "switch" }>;

function flagValue(flag: string, spec: ValueFlag, word: string | undefined, flags: ReadonlyMap<string, FlagSpec>, language: Language): string | number {
  if (word === undefined) throw refusal("InvalidArgs", language, commandTexts.flagNeedsValue, { flag });
  if (isFlag(word)) throw noValue(flag, word, flags, language);
  const value = readValue(spec, word);
  if (value !== undefined) return value;
  throw refusal("InvalidArgs", language, commandTexts.flagBadValue, { flag, value: word.slice(0, 60), wanted: wantedOf(spec, language) });
}

/** The next word is a flag that the command knows, or one that may hold a secret; otherwise it was perhaps meant as the value. */
function noValue(flag: string, next: string, known: ReadonlyMap<string, FlagSpec>, language: Language): ParleyError {
  const name = next.replace(/^--/, "").replace(/=.*$/s, "");
  if (known.has(name) || namesSecret(name)) return refusal("InvalidArgs", language, commandTexts.flagNeedsValue, { flag });
  return refusal("InvalidArgs", language, commandTexts.flagValueDash, { flag, value: next.slice(0, 60) });
}

function readValue(spec: ValueFlag, value: string): string | number | undefined {
  if (spec.kind === "text") return value;
  if (spec.kind === "choice") return spec.choices.includes(value) ? value : undefined;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  return number >= spec.min && number <= spec.max ? number : undefined;
}

function wantedOf(spec: ValueFlag, language: Language): string {
  if (spec.kind === "text") return spec.placeholder;
  return spec.kind === "choice" ? spec.choices.join(" | ") : say(language, commandTexts.wholeNumber, { min: spec.min, max: spec.max });
}

/** `-5` and `-` are words; `-x` is a flag, and no command declares one of that kind. */
function isFlag(word: string): boolean {
  return /^--|^-\p{L}/u.test(word);
}

function unknownFlag(flag: string, known: Iterable<string>, language: Language): ParleyError {
  const near = nearest(flag.replace(/^-+/, ""), known);
  if (near === undefined) return refusal("InvalidArgs", language, commandTexts.flagUnknown, { flag });
  return refusal("InvalidArgs", language, commandTexts.flagUnknownNear, { flag, nearest: `--${near}` });
}
