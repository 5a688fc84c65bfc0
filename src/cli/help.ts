import type { Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";
import type { Voice } from "./voice.ts";

const everyVerb = [
  "Every verb takes:",
  "  --home DIR     where this hub keeps its state; else PARLEY_HOME, else ~/.parley",
  "  --config FILE  the configuration; else ./parley.yaml, else parley.yaml in the home",
  "  --json         the answer as data",
  "  --help         what the verb does",
  "It exits with 0 when it is done, 1 when it failed, 2 when it was not used rightly.",
];

/** On stdout for whoever asked; for whoever forgot the verb on stderr, as wrong use. */
export async function help(voice: Voice, isAsked: boolean): Promise<number> {
  const say = isAsked ? voice.out : voice.err;
  say("parley VERB [OPTIONS]");
  for (const load of Object.values(verbs)) {
    const { usage, summary } = await load();
    say("");
    for (const line of usage.split(" | ")) say(`  ${line}`);
    say(`      ${summary}`);
  }
  say("");
  for (const line of everyVerb) say(line);
  return isAsked ? 0 : 2;
}

export function helpOf(voice: Voice, { usage, summary }: Verb): number {
  voice.out(`parley ${usage}`);
  voice.out(`  ${summary}`);
  voice.out("");
  for (const line of everyVerb) voice.out(line);
  return 0;
}
