import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { botPassword, gatherPeople, type ChatPeople } from "#test/fakes/irc/chat-people";
import type { IrcClient } from "#test/fakes/irc/client";
import { cpuMs, residentMb, startBuilt, stop } from "./child.ts";
import { at, row } from "./numbers.ts";

// What a chat costs, on a real IRC server: from a line to the answer to it, beside one hop of the bare server and one sync of the disk in the
// same minutes; a burst of lines; a channel that nobody writes to.
//   npm run bench:chats
//   npm run bench:chats -- --quick

const rounds = process.argv.includes("--quick") ? 120 : 300;
const burst = 10_000;
const idleMs = 5_000;

const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
await using people = await gatherPeople();
try {
  const hop = await measure(rounds, () => bareHop(people));
  const sync = await measure(rounds, diskSync);
  row("", "p50 ms", "p99 ms", "of a hop", "of a sync");
  const show = (name: string, times: readonly number[]): void =>
    row(name, at(times, 0.5), at(times, 0.99), at(times, 0.5) / at(hop, 0.5), at(times, 0.5) / at(sync, 0.5));
  show("one hop of the bare server", hop);
  show("one sync of the disk", sync);
  await chatting(show);
  await idle();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function chatting(show: (name: string, times: readonly number[]) => void): Promise<void> {
  const { ann } = people;
  await people.join("#bench");
  const hub = await startBuilt(homeWith("chatting", true));
  await ann.says(/:parley!\S+ JOIN :?#bench/);
  const verb = (): Promise<void> => answered(ann, "PRIVMSG parley :!!whoami", /PRIVMSG annie :/);
  const turn = (): Promise<void> => answered(ann, "PRIVMSG parley :hello", /PRIVMSG annie :did hello$/);
  // Not the first ones: they load and compile what the others find.
  await measure(rounds / 3, verb);
  await measure(rounds / 3, turn);
  show("a verb, answered", await settled(ann, rounds, verb));
  show("a whole durable turn", await settled(ann, rounds, turn));

  const began = performance.now();
  for (let i = 0; i < burst; i++) ann.send(`PRIVMSG #bench :talk among people ${i}`);
  await answered(ann, "PRIVMSG #bench :parley: !!whoami", /PRIVMSG #bench :/);
  const ms = performance.now() - began;
  row(`${burst} lines at once, then a verb in the same channel`, ms, "ms", Math.round((burst / ms) * 1_000), "lines/s");
  await stop(hub);
}

/** A hub with and without the chat, when nothing happens. */
async function idle(): Promise<void> {
  for (const [name, hasChat] of [
    ["idle, no chat configured", false],
    ["idle, connected to IRC", true],
  ] as const) {
    const from = people.ann.lines.length;
    const hub = await startBuilt(homeWith(hasChat ? "idle-chat" : "idle-none", hasChat));
    if (hasChat) await people.ann.says(/:parley!\S+ JOIN :?#bench/, from);
    await wait(1_000);
    const before = cpuMs(hub);
    await wait(idleMs);
    row(name, residentMb(hub), "MB", ((cpuMs(hub) - before) / idleMs) * 1_000, "ms CPU/s");
    await stop(hub);
  }
}

function homeWith(name: string, hasChat: boolean): string {
  const home = join(scratch, name);
  mkdirSync(home);
  const irc = `server: 127.0.0.1, port: ${people.network.port}, tls: false, nick: parley, channels: ["#bench"], pace: { burst: 1000, every: 1ms }`;
  const bots = `bots: { irc: { ${irc}, sasl: { account: parley, password: "${botPassword}" } } }\n`;
  writeFileSync(join(home, "work.script"), 'otherwise\n  say "did {prompt}" every 0ms\n');
  const yaml =
    'server: { port: 0 }\npeople: [{ name: Ann, role: owner, accounts: ["irc:ann"] }]\nsessions: [{ name: work, cli_type: scripted, script: work.script }]\ndefault_session: work\n';
  writeFileSync(join(home, "parley.yaml"), `${yaml}${hasChat ? bots : ""}`);
  return home;
}

async function measure(count: number, once: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await once();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

/** Waits between two until the line before is dealt with, so that none counts what is left of the other. */
async function settled(client: IrcClient, count: number, once: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    await client.synced();
    await wait(5);
    times.push(...(await measure(1, once)));
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
