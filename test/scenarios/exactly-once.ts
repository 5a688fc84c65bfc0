import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { z } from "zod";
import { entryWire } from "#protocol/wire";
import { Program } from "#test/fakes/program";
import { storm } from "./storm.ts";

/** A platform's fake server with people in direct chats, for a story of many messages and much trouble. */
export interface LoadedPlatform {
  /** Of `platform-hub.ts`. */
  readonly platform: string;
  readonly token: string;
  readonly apiRoot: string;
  /** By their ids at the platform; each has a direct chat. */
  readonly users: readonly string[];
  /** Whether a message that may have arrived can be sent again: then nothing may be unknown. */
  readonly dedupes: boolean;
  say(user: string, text: string): void;
  /** What the hub has not acknowledged. */
  unread(): number;
  /** Posts that arrived, whatever became of them. */
  posts(): number;
  shown(user: string): readonly string[];
  /** What goes wrong while a round is under way. */
  disturb(round: number): void;
  /** Drops the connections that are chosen. */
  cut(isHit: () => boolean): void;
  waitFor(look: () => boolean, options: { readonly timeoutMs: number; readonly signal?: AbortSignal }): Promise<unknown>;
}

const patient = { timeoutMs: 60_000 };

/** Everybody says `each` things, while connections drop at random and the hub is killed: none is lost, none is doubled. */
export async function expectExactlyOnce(chat: LoadedPlatform, each: number): Promise<void> {
  const { platform, users } = chat;
  const home = mkdtempSync(join(tmpdir(), `parley-${platform}-`));
  const people = users.map((user) => `  - { name: u${user}, accounts: ["${platform}:${user}"] }`).join("\n");
  const sessions = users.map((user) => `  - { name: s${user}, cli_type: scripted, script: echo.script }`).join("\n");
  writeFileSync(join(home, "parley.yaml"), `server: { port: 0 }\nlanguage: en\npeople:\n${people}\nsessions:\n${sessions}\n`);
  writeFileSync(join(home, "echo.script"), 'otherwise\n  say "got {prompt}" every 0ms\n');
  const program = join(import.meta.dirname, "platform-hub.ts");
  const argv = [process.execPath, "-C", "parley-source", program, "--platform", platform, "--home", home, "--api-root", chat.apiRoot];
  const start = async (): Promise<Program> => {
    const hub = new Program(argv, { cwd: home, env: { BOT_TOKEN: chat.token } });
    await hub.says(/^parley ready \S+$/m);
    return hub;
  };
  const api = apiOf(home);

  let hub = await start();
  try {
    for (const user of users) chat.say(user, `!!use s${user}`);
    await chat.waitFor(() => users.every((user) => chat.shown(user).length > 0) && chat.unread() === 0, patient);
    await using drops = storm({ seed: 13, traffic: chat.posts, drop: chat.cut, waitFor: chat.waitFor });
    for (let round = 0; round < each; round++) {
      for (const user of users) chat.say(user, `m-${user}-${round}`);
      const half = chat.posts() + users.length / 2;
      // What was on its way when a connection dropped may not be sent again: then it is over when nothing is due any more.
      while (chat.posts() < half && !(chat.unread() === 0 && (await isQuiet(api)))) await wait(20);
      chat.disturb(round);
      if (round % 3 !== 1) continue;
      await hub.stop("SIGKILL");
      hub = await start();
    }
    await chat.waitFor(() => chat.unread() === 0, patient);
    while (!(await isQuiet(api))) await wait(50);
    expect(drops.drops).toBeGreaterThan(each);
    await judge(chat, each, api);
  } finally {
    await hub[Symbol.asyncDispose]();
    rmSync(home, { recursive: true, force: true });
  }
}

type Api = (path: string) => Promise<unknown>;

function apiOf(home: string): Api {
  const note = z.object({ url: z.string(), token: z.string() });
  return async (path) => {
    const { url, token } = note.parse(JSON.parse(readFileSync(join(home, "hub.json"), "utf8")));
    return (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  };
}

async function isQuiet(api: Api): Promise<boolean> {
  const shape = z.object({ due_deliveries: z.number(), sessions: z.array(z.object({ state: z.string(), queue: z.number() })) });
  const status = shape.parse(await api("/api/status"));
  return status.due_deliveries === 0 && status.sessions.every(({ state, queue }) => state === "idle" && queue === 0);
}

async function judge(chat: LoadedPlatform, each: number, api: Api): Promise<void> {
  const threads = z.array(z.object({ name: z.string(), thread: z.string() })).parse(await api("/api/sessions"));
  const doubled: string[] = [];
  const missing: string[] = [];
  let unknowns = 0;
  for (const user of chat.users) {
    const thread = threads.find(({ name }) => name === `s${user}`)?.thread ?? "";
    const { entries } = z.object({ entries: z.array(entryWire) }).parse(await api(`/api/threads/${thread}/entries?limit=500`));
    const said = entries.flatMap((entry) => (entry.kind === "message" && entry.message.author_kind === "person" ? [entry.message.content] : []));
    // In the order in which they were said, each once.
    expect(said).toEqual(Array.from({ length: each }, (_, n) => `m-${user}-${n}`));
    const unknown = entries.filter((entry) => entry.kind === "change" && entry.change.kind === "delivery" && entry.change.state === "unknown").length;
    unknowns += unknown;
    const shown = chat.shown(user);
    const counts = said.map((text) => shown.filter((one) => one === `got ${text}`).length);
    if (counts.some((count) => count > 1)) doubled.push(`${user}: ${counts.join(" ")}`);
    // A platform without any means to find out: what may not have arrived is shown as unknown in the thread.
    if (counts.filter((count) => count === 0).length > unknown) missing.push(`${user}: ${counts.join(" ")}, unknown ${unknown}`);
  }
  expect({ doubled, missing }).toEqual({ doubled: [], missing: [] });
  // Only what was on its way when something broke can be unknown.
  const [least, most] = chat.dedupes ? [0, 0] : [1, chat.users.length * each * 0.6];
  expect(unknowns).toBeGreaterThanOrEqual(least);
  expect(unknowns).toBeLessThanOrEqual(most);
}
