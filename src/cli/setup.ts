import { join } from "node:path";
import { adapters, checkChannels } from "#app/catalog";
import { postTestMessage } from "#app/try-channel";
import { readForEdit, withBot, writeEdited } from "#config/edit-file";
import { programName, readEnvironment, type Environment } from "#config/environment";
import { findFile } from "#config/find";
import { loadConfig } from "#config/load";
import { nestKeys, settableKeys, setupQuestions, type SetupOffer, type SetupQuestion } from "#config/setup-questions";
import { nearest } from "#lib/text/nearest";
import { systemClock } from "#lib/time/clock";
import { createAsker, type LineAsker } from "./ask-line.ts";
import { runningHub } from "./client.ts";
import { sentencesOf } from "./sentences-of.ts";
import { meant, needWord, texts, WrongUse, type Call, type Verb } from "./verb.ts";

/** Keys that are not needed but that most people want. */
const offered: Readonly<Record<string, readonly SetupOffer[]>> = {
  irc: [{ key: "channels" }, { key: "sasl.account" }, { key: "sasl.password", after: "sasl.account" }, { key: "nickserv.password", unless: ["sasl.account"] }],
  onebot: [{ key: "access_token" }],
};

export const setup: Verb = {
  usage: "setup PLATFORM [--set KEY=VALUE]…",
  summary: "connects a chat platform: asks for what it needs, checks it, and writes parley.yaml and .env",
  options: { set: { type: "string", multiple: true } },
  words: 1,
  run: async (call) => {
    const platform = platformOf(call);
    const environment = readEnvironment();
    const file = fileToEdit(call, environment);
    const before = readForEdit(file);
    if (withBot(before, platform, {}) === undefined) throw new WrongUse(`${file} has bots.${platform} already. Change it there; parley doctor checks it.`);
    using asker = createAsker();
    const part = adapters.channels[platform];
    if (part === undefined) throw new WrongUse(`There is no platform ${platform}.`);
    call.err(`${part.title}: docs/channels/${platform}.md says where to find these.`);
    const questions = setupQuestions(part, offered[platform] ?? []);
    const known = setupQuestions(
      part,
      settableKeys(part).map((key) => ({ key })),
    );
    const { settings, variables } = await askAll(asker, platform, questions, givenSettings(call, known));
    const text = withBot(before, platform, nestKeys(settings)) ?? before;
    const loaded = loadConfig({
      home: call.home,
      file,
      text,
      allowEveryone: true,
      environment: { ...environment, env: { ...environment.env, ...variables } },
      adapters,
    });
    if (!loaded.ok) {
      for (const problem of loaded.problems) call.err(problem);
      call.err("Nothing was written.");
      return 1;
    }
    const channels = loaded.config.channels.filter((one) => one.platform === platform);
    call.err(`Asking ${part.title} …`);
    for (const [, found] of await checkChannels({ channels }, systemClock)) {
      call.err(sentencesOf(found));
      if (found.state === "error") {
        call.err("Nothing was written.");
        return 1;
      }
    }
    writeEdited(file, text, variables);
    call.out(`Wrote ${file}${Object.keys(variables).length > 0 ? `, and the secrets to ${join(file, "..", ".env")} (mode 600)` : ""}.`);
    await offerTestMessage(call, asker, channels, platform);
    const isRunning = (await runningHub(call.home)) !== undefined;
    call.out(
      `${isRunning ? "Restart the hub" : `Start the hub (${programName()} start)`}, then write to Parley on ${part.title}: it answers with a pairing code. Approve it with: ${programName()} pair approve CODE --person NAME`,
    );
    return 0;
  },
};

function platformOf(call: Call): string {
  const known = Object.entries(adapters.channels).flatMap(([name, { isBuilt }]) => (isBuilt ? [name] : []));
  const platform = needWord(call, 0, `The platform (${known.join(", ")})`);
  if (known.includes(platform)) return platform;
  throw new WrongUse(`There is no platform ${platform}.${meant(nearest(platform, known))} Known: ${known.join(", ")}.`);
}

/** The file that the next start would read, else one in the home. */
function fileToEdit(call: Call, environment: Environment): string {
  const found = findFile(call.config, call.home, environment);
  if (found.kind === "unreadable") throw new WrongUse(`${found.file}: ${found.sentence}`);
  return found.kind === "file" ? found.file : join(call.home, "parley.yaml");
}

/** Addresses and the like. A secret on a command line can be read by every program on the machine. */
function givenSettings(call: Call, known: readonly SetupQuestion[]): Readonly<Record<string, unknown>> {
  const pairs = texts(call, "set").map((pair) => {
    const [, key = "", value = ""] = /^([a-z_.]+)=(.+)$/.exec(pair) ?? [];
    const question = known.find((one) => one.key === key);
    if (question === undefined) throw new WrongUse(`--set takes KEY=VALUE, with one of these keys: ${known.map((one) => one.key).join(", ")}.`);
    if (question.isSecret) throw new WrongUse(`${key} is a secret and does not belong on a command line. You are asked for it.`);
    return [key, question.isList ? value.split(",") : value] as const;
  });
  return Object.fromEntries(pairs);
}

async function askAll(
  asker: LineAsker,
  platform: string,
  questions: readonly SetupQuestion[],
  given: Readonly<Record<string, unknown>>,
): Promise<{ readonly settings: Readonly<Record<string, unknown>>; readonly variables: Readonly<Record<string, string>> }> {
  const settings: Record<string, unknown> = { ...given };
  const variables: Record<string, string> = {};
  for (const { key, does, isSecret, isList, isOptional, unless, after } of questions) {
    if ([key, ...unless].some((one) => settings[one] !== undefined)) continue;
    if (after !== undefined && settings[after] === undefined) continue;
    const hint = [isList ? "several with commas" : "", isOptional ? "empty to leave it out" : ""].filter((one) => one !== "").join("; ");
    const answer = await asker.ask(`${key}${hint === "" ? "" : ` (${hint})`}: ${does.replace(/; write it as \$\{\w+\}/, "")}\n> `, { hidden: isSecret });
    if (answer === "" && isOptional) continue;
    if (answer === "") throw new WrongUse(`${key} is needed.`);
    if (isSecret) {
      const name = `${platform}_${key}`.replaceAll(".", "_").toUpperCase();
      variables[name] = answer;
      settings[key] = `\${${name}}`;
    } else settings[key] = isList ? answer.split(",").map((one) => one.trim()) : answer;
  }
  return { settings, variables };
}

async function offerTestMessage(call: Call, asker: LineAsker, channels: Parameters<typeof postTestMessage>[0][], platform: string): Promise<void> {
  const [channel] = channels;
  if (channel === undefined) return;
  if ((await runningHub(call.home)) !== undefined) return;
  const id = await asker
    .ask(`Your own account id on this platform, to send a test message to (empty to skip; Parley tells it to you when you write to it)\n> `)
    .catch(() => "");
  if (id === "") return;
  const failed = await postTestMessage(channel, `${platform}:${id}`, {
    words: "Parley is set up. Write something here once the hub runs.",
    clock: systemClock,
  });
  call.err(failed === undefined ? "The test message was sent." : `The test message was not sent: ${failed}`);
}
