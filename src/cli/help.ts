import type { Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";
import type { Voice } from "./output-streams.ts";

const everyVerb = [
  "Every verb takes:",
  "  --home DIR     state directory; defaults to PARLEY_HOME, then ~/.parley",
  "  --config FILE  configuration file; defaults to ./parley.yaml, then parley.yaml in the home",
  "  --json         prints JSON",
  "  --help         explains the verb",
  "Exit status: 0 done, 1 failed, 2 wrong usage.",
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
