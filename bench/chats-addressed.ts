import { setTimeout as wait } from "node:timers/promises";
import { loggedIn } from "#test/fakes/irc/anope";
import type { ChatPeople } from "#test/fakes/irc/chat-people";
import type { IrcClient } from "#test/fakes/irc/client";
import { cpuMs, residentMb, type Started } from "./child.ts";
import { row } from "./numbers.ts";

/** Many people who each talk to a session of their own. */
export const talkers = 20;
const nicks = Array.from({ length: talkers }, (_, i) => `speaker${i}`);

/** What the hub must know of them. */
export const addressedYaml = [
  `people: [{ name: Ann, role: owner, accounts: ["irc:ann"] }, ${nicks.map((nick) => `{ name: ${nick}, role: member, accounts: ["irc:${nick}"] }`).join(", ")}]`,
  `sessions: [${nicks.map((nick) => `{ name: of-${nick}, cli_type: scripted, script: work.script }`).join(", ")}]`,
  "limits: { queue: 10000 }",
  "",
].join("\n");

/** Everybody says `each` prompts at once; over when the last one is answered. Each answer must come, and come once. */
export async function addressedBurst({ network }: ChatPeople, hub: Started, each: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const crowd: IrcClient[] = [];
  for (const nick of nicks) {
    await network.register(nick, `secret-of-${nick}`);
    const one = stack.use(await loggedIn(network.port, nick, nick, `secret-of-${nick}`));
    one.send(`PRIVMSG parley :!!use of-${nick}`);
    await one.hears(nick, 1);
    crowd.push(one);
  }
  const answers = (one: IrcClient): readonly string[] => one.textsTo(one.nick).filter((text) => text.startsWith("did "));
  const before = cpuMs(hub);
  const began = performance.now();
  for (const one of crowd) one.send(...Array.from({ length: each }, (_, i) => `PRIVMSG parley :line ${i}`));
  let most = 0;
  while (crowd.some((one) => answers(one).length < each)) {
    await wait(50);
    most = Math.max(most, residentMb(hub));
  }
  const ms = performance.now() - began;
  const count = talkers * each;
  const kinds = crowd.reduce((sum, one) => sum + new Set(answers(one)).size, 0);
  row(`${count} prompts at once, each answered by its agent`, ms, "ms", ms / count, "ms each");
  row("", cpuMs(hub) - before, "ms CPU", most, "MB at most");
  row("", kinds, "answered", crowd.reduce((sum, one) => sum + answers(one).length, 0) - kinds, "twice");
}
