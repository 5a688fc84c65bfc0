import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { homeOf, readEnvironment, sessionAround } from "#config/environment";
import { nearest } from "#lib/text/nearest";
import { showHidden } from "#lib/text/show-hidden";
import { failure } from "./failure.ts";
import { help, helpOf } from "./help.ts";
import { meant, noMoreWords, WrongUse, type Call, type Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";
import type { Voice } from "./output-streams.ts";

const everywhere: ParseArgsOptionsConfig = {
  home: { type: "string" },
  config: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
};

/** 0 done, 1 failed, 2 wrong use. */
export async function main(argv: readonly string[], voice: Voice): Promise<number> {
  const [first, ...rest] = argv;
  const [name, asksHelp] = first === "help" || first === "--help" || first === "-h" ? [rest[0], true] : [first, false];
  if (name === undefined) return help(voice, asksHelp);
  if (name === "--version") return (await import("./version.ts")).tellVersion(voice);
  const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (load === undefined) {
    voice.err(showHidden(noVerb(name)));
    return 2;
  }
  const verb = await load();
  if (asksHelp || isHelpAsked(rest)) return helpOf(voice, verb);
  const around = sessionAround(readEnvironment());
  if (around !== undefined && verb.insideSessions !== true) {
    voice.err(
      showHidden(
        `This shell belongs to the session ${around}. An agent may not steer the hub it works for, so ${name} does not run here. Run it from a shell of your own.`,
      ),
    );
    return 1;
  }
  return runVerb(verb, rest, voice);
}

async function runVerb(verb: Verb, argv: readonly string[], voice: Voice): Promise<number> {
  try {
    const call = callOf(argv, verb, voice);
    if (typeof verb.words === "number") noMoreWords(call, verb.words);
    return await verb.run(call);
  } catch (cause) {
    if (cause instanceof WrongUse) {
      voice.err(showHidden(`${cause.message} Usage: parley ${verb.usage}`));
      return verb.wrongUse ?? 2;
    }
    return failure(cause, argv.includes("--json"), { out: voice.out, err: (line) => voice.err(showHidden(line)) });
  }
}

function noVerb(name: string): string {
  if (name.startsWith("-")) return `The verb comes first, then its options: parley VERB ${name} …. parley help lists the verbs.`;
  return `There is no verb ${name}.${meant(nearest(name, Object.keys(verbs)))} parley help lists them.`;
}

/** Before `--`, which makes words of what follows. */
function isHelpAsked(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

function callOf(argv: readonly string[], verb: Verb, voice: Voice): Call {
  const options = { ...everywhere, ...verb.options };
  const { own, words } = verb.words === "line" ? splitLine(argv, options) : { own: argv, words: [] };
  let parsed;
  try {
    parsed = parseArgs({ args: [...own], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new WrongUse(wrongOption(cause, Object.keys(options), verb));
  }
  const { values, positionals } = parsed;
  const { home, config } = values;
  if (home === "") throw new WrongUse("--home is empty.");
  const json = values["json"] === true;
  return {
    home: homeOf(typeof home === "string" ? home : undefined, readEnvironment()),
    ...(typeof config === "string" ? { config } : {}),
    json,
    values,
    words: [...words, ...positionals],
    out: json ? voice.out : (line) => voice.out(showHidden(line)),
    err: (line) => voice.err(showHidden(line)),
  };
}

/** The options of the verb itself, wherever they stand before `--`; everything else are words of the line, in their order. */
function splitLine(argv: readonly string[], options: ParseArgsOptionsConfig): { readonly own: readonly string[]; readonly words: readonly string[] } {
  const own: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") return { own, words: [...words, ...argv.slice(at + 1)] };
    const option = /^--(?<name>[^=]+)/.exec(word)?.groups?.["name"];
    const known = option !== undefined && Object.hasOwn(options, option) ? options[option] : undefined;
    if (known === undefined) words.push(word);
    else if (known.type === "string" && !word.includes("=")) own.push(word, ...argv.slice((at += 1), at + 1));
    else own.push(word);
  }
  return { own, words };
}

function wrongValue(message: string): string {
  const name = /'(?:-\w, )?(?<name>-{1,2}[\w-]+)/.exec(message)?.groups?.["name"];
  if (name === undefined) return message;
  return message.includes("does not take") ? `${name} takes no value.` : `${name} needs a value; one that begins with a dash is written ${name}=VALUE.`;
}

function wrongOption(cause: unknown, known: readonly string[], verb: Verb): string {
  if (!(cause instanceof Error)) return String(cause);
  const unknown = /^Unknown option '-{1,2}(?<name>[^']*)'/.exec(cause.message)?.groups?.["name"];
  if (unknown === undefined) return wrongValue(cause.message);
  const near = nearest(unknown, known);
  const dash = verb.words === "text" ? " Text that begins with a dash goes after --." : "";
  return `There is no option --${unknown} here.${meant(near, "--")}${dash}`;
}
