import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { botPassword, gatherPeople, type ChatPeople } from "#test/fakes/irc/chat-people";
import { ircClient, type IrcClient } from "#test/fakes/irc/client";
import { addressedBurst, addressedYaml, talkers } from "./chats-addressed.ts";
import { cpuMs, residentMb, startBuilt, stop, type Started } from "./child.ts";
import { at, row } from "./numbers.ts";

// What a chat costs, on a real IRC server: from a line to the answer to it, beside one hop of the bare server and one sync of the disk in the
// same minutes; a burst of lines among people, and one of prompts; a channel that nobody writes to.
//   npm run bench:chats
//   npm run bench:chats -- --quick

const rounds = process.argv.includes("--quick") ? 120 : 300;
/** One client's lines are held back by the server after some hundred of them, so that many clients speak. */
const linesEach = 500;
const burst = talkers * linesEach;
const idleMs = 5_000;
/** Longer than the kernel holds back an acknowledgement, for which a server that does not turn Nagle's algorithm off would wait. */
const settleMs = 60;

const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
await using people = await gatherPeople();
try {
  for (const channel of ["#bench", "#bare"]) await people.join(channel);
  const hop = await measure(rounds, () => bareHop(people));
  const sync = await measure(rounds, diskSync);
  row("", "p50 ms", "p99 ms", "of a hop", "of a sync");
  const show = (name: string, times: readonly number[]): void =>
    row(name, at(times, 0.5), at(times, 0.99), at(times, 0.5) / at(hop, 0.5), at(times, 0.5) / at(sync, 0.5));
  show("one hop of the bare server", hop);
  show("one sync of the disk", sync);
  await withHub("chatting", true, (hub) => chatting(hub, show));
  const from = people.ann.lines.length;
  await withHub("addressed", true, async (hub) => {
    await people.ann.says(/:parley!\S+ JOIN :?#bench/, from);
    await addressedBurst(people, hub, process.argv.includes("--quick") ? linesEach / 10 : linesEach);
  });
  await idle();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Whatever happens, the hub is ended: one that is left holds what it was started with. */
async function withHub(name: HomeName, hasChat: boolean, use: (hub: Started) => Promise<void>): Promise<void> {
  const hub = await startBuilt(homeWith(name, hasChat));
  try {
    await use(hub);
  } finally {
    await stop(hub);
  }
}

async function chatting(hub: Started, show: (name: string, times: readonly number[]) => void): Promise<void> {
  const { ann } = people;
  await ann.says(/:parley!\S+ JOIN :?#bench| 353 .*#bench.*parley/);
  const verb = (): Promise<void> => answered(ann, "PRIVMSG parley :!!whoami", /PRIVMSG annie :Account: irc:ann$/);
  const turn = (): Promise<void> => answered(ann, "PRIVMSG parley :hello", /PRIVMSG annie :did hello$/);
  // Not the first ones: they load and compile what the others find.
  await measure(rounds / 3, verb);
  await measure(rounds / 3, turn);
  show("a verb, answered", await settled(ann, rounds, verb));
  show("a whole durable turn", await settled(ann, rounds, turn));

  await using stack = new AsyncDisposableStack();
  const crowd: IrcClient[] = [];
  for (let i = 0; i < talkers; i++) crowd.push(stack.use(await ircClient({ port: people.network.port, nick: `talker${i}` })));
  // They speak from outside the channel, so that nobody has to read what all the others say.
  for (const channel of ["#bench", "#bare"]) ann.send(`MODE ${channel} -n`);
  await ann.synced();
  const bare = await timed(async () => {
    await flood(crowd, "#bare");
    await patiently(() => people.bo.textsTo("#bare").length >= burst);
  });
  const before = cpuMs(hub);
  const ms = await timed(async () => {
    await flood(crowd, "#bench");
    await answered(ann, "PRIVMSG #bench :parley: !!whoami", /PRIVMSG #bench :Account: irc:ann$/);
  });
  row(`${burst} lines at once through the bare server`, bare, "ms");
  row(`${burst} lines at once, then a verb in the same channel`, ms, "ms", cpuMs(hub) - before, "ms CPU");
}

/** Many lines in one go; resolves when the server has passed them on. */
async function flood(crowd: readonly IrcClient[], channel: string): Promise<void> {
  const lines = Array.from({ length: linesEach }, (_, i) => `PRIVMSG ${channel} :talk among people ${i}`);
  for (const one of crowd) one.send(...lines);
  await Promise.all(crowd.map((one) => one.synced()));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function patiently(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

/** A hub with and without the chat, when nothing happens. */
async function idle(): Promise<void> {
  for (const [name, hasChat] of [
    ["idle, no chat configured", false],
    ["idle, connected to IRC", true],
  ] as const) {
    const from = people.ann.lines.length;
    await withHub(hasChat ? "idle-chat" : "idle-none", hasChat, async (hub) => {
      if (hasChat) await people.ann.says(/:parley!\S+ JOIN :?#bench/, from);
      await wait(1_000);
      const before = cpuMs(hub);
      await wait(idleMs);
      row(name, residentMb(hub), "MB", ((cpuMs(hub) - before) / idleMs) * 1_000, "ms CPU/s");
    });
  }
}

type HomeName = "chatting" | "addressed" | "idle-chat" | "idle-none";

function homeWith(name: HomeName, hasChat: boolean): string {
  const home = join(scratch, name);
  mkdirSync(home);
  const irc = `server: 127.0.0.1, port: ${people.network.port}, tls: false, nick: parley, channels: ["#bench"], pace: { burst: 1000, every: 1ms }`;
  const bots = `bots: { irc: { ${irc}, sasl: { account: parley, password: "${botPassword}" } } }\n`;
  writeFileSync(join(home, "work.script"), 'otherwise\n  say "did {prompt}" every 0ms\n');
  const usual =
    'people: [{ name: Ann, role: owner, accounts: ["irc:ann"] }]\nsessions: [{ name: work, cli_type: scripted, script: work.script }]\ndefault_session: work\n';
  const yaml = `server: { port: 0 }\n${name === "addressed" ? addressedYaml : usual}`;
  writeFileSync(join(home, "parley.yaml"), `${yaml}${hasChat ? bots : ""}`);
  return home;
}

async function measure(count: number, once: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await timed(once));
  return times.toSorted((a, b) => a - b);
}

/** Waits between two until the line before is dealt with, and its segments are acknowledged, so that none counts what is left of the other. */
async function settled(client: IrcClient, count: number, once: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    await client.synced();
    await wait(settleMs);
    times.push(await timed(once));
  }
  return times.toSorted((a, b) => a - b);
}

async function answered(client: IrcClient, line: string, answer: RegExp): Promise<void> {
  const from = client.lines.length;
  client.send(line);
  await client.says(answer, from);
}

async function bareHop({ ann, cleo }: ChatPeople): Promise<void> {
  const from = cleo.lines.length;
  ann.send("PRIVMSG cleopatra :hop");
  await cleo.says(/PRIVMSG cleopatra :hop$/, from);
}

async function diskSync(): Promise<void> {
  const file = openSync(join(scratch, "sync"), "a");
  writeSync(file, Buffer.alloc(4_096));
  fdatasyncSync(file);
  closeSync(file);
}
