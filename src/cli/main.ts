import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { homeOf, readEnvironment, sessionAround } from "#config/environment";
import { nearest } from "#lib/nearest";
import { failure } from "./failure.ts";
import { WrongUse, type Call, type Verb } from "./verb.ts";

/** One file a verb, loaded when it is called. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import("./start.ts")).start,
  login: async () => (await import("./login.ts")).login,
  status: async () => (await import("./status.ts")).status,
  config: async () => (await import("./config.ts")).config,
  doctor: async () => (await import("./doctor.ts")).doctor,
  people: async () => (await import("./people.ts")).people,
  token: async () => (await import("./token.ts")).token,
  threads: async () => (await import("./threads.ts")).threads,
  invite: async () => (await import("./invite.ts")).invite,
  post: async () => (await import("./post.ts")).post,
  questions: async () => (await import("./questions.ts")).questions,
  answer: async () => (await import("./answer.ts")).answer,
  audit: async () => (await import("./audit.ts")).audit,
};

const everywhere: ParseArgsOptionsConfig = {
  home: { type: "string" },
  config: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
};

const out = (line: string): void => void process.stdout.write(`${line}\n`);
const err = (line: string): void => void process.stderr.write(`${line}\n`);

/** 0 done, 1 failed, 2 wrong use. */
export async function main(argv: readonly string[]): Promise<number> {
  const name = argv[0];
  if (name === undefined || name === "help" || name === "--help" || name === "-h") return help(name === undefined ? 2 : 0);
  const load = verbs[name];
  if (load === undefined) {
    const near = nearest(name, Object.keys(verbs));
    err(`There is no verb ${name}.${near === undefined ? "" : ` Did you mean ${near}?`} parley help lists them.`);
    return 2;
  }
  const environment = readEnvironment();
  const around = sessionAround(environment);
  if (around !== undefined) {
    err(`This shell belongs to the session ${around}. An agent may not steer the hub it works for, so ${name} does not run here. Run it from a shell of your own.`);
    return 1;
  }
  const verb = await load();
  try {
    return await verb.run(callOf(argv.slice(1), verb));
  } catch (cause) {
    if (cause instanceof WrongUse) {
      err(`${cause.message} Usage: parley ${verb.usage}`);
      return 2;
    }
    return failure(cause, argv.includes("--json"), out, err);
  }
}

function callOf(argv: readonly string[], verb: Verb): Call {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: { ...everywhere, ...verb.options }, allowPositionals: true, strict: true });
  } catch (cause) {
    // The first sentence says what is wrong; the rest is advice about escaping.
    throw new WrongUse(cause instanceof Error ? (cause.message.split(". ")[0] ?? "") + "." : String(cause));
  }
  const { values, positionals } = parsed;
  if (values["help"] === true) throw new WrongUse(`${verb.summary}.`);
  const config = values["config"];
  return {
    home: homeOf(typeof values["home"] === "string" ? values["home"] : undefined, readEnvironment()),
    ...(typeof config === "string" ? { config } : {}),
    json: values["json"] === true,
    values,
    words: positionals,
    out,
    err,
  };
}

async function help(code: number): Promise<number> {
  const say = code === 0 ? out : err;
  say("parley VERB [--home DIR] [--config FILE] [--json]");
  for (const load of Object.values(verbs)) {
    const { usage, summary } = await load();
    say(`  ${usage.padEnd(78)} ${summary}`);
  }
  return code;
}
