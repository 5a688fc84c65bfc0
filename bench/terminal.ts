import { noCaps } from "#test/fakes/no-caps";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chatVerbs, terminalCommands } from "#app/commands";
import { tokenize } from "#commands/kit/tokenize";
import { ParleyError } from "#domain/errors";
import type { IdKinds, NewId } from "#domain/ids";
import { createHub } from "#hub/create-hub";
import { systemClock } from "#lib/time/clock";
import { sortableIds } from "#lib/sortable-id";
import { createPolicy } from "#policy/decide";
import { createDirectory } from "#policy/directory";
import { openSqliteStore } from "#store/sqlite/store";
import { openIrc } from "#wire/irc/open-irc";
import { BusHub, freshHome, mcpCall } from "./bus-hub.ts";
import { start, stop } from "./child.ts";
import { at, row } from "./numbers.ts";
import { RawClient, type Ask } from "./raw.ts";

// What a command of the terminal costs, with its durable record: `hello` in the process against a shell that does nothing, and over MCP
// against the vendor's own server with a tool that only echoes. Blocks of both sides take turns.
//   npm run bench:terminal

const run = promisify(execFile);
const blocks = 6;

interface Side {
  readonly name: string;
  readonly count: number;
  once(): Promise<unknown>;
}

async function compare(below: Side, above: Side): Promise<void> {
  const times: { below: number[]; above: number[] } = { below: [], above: [] };
  for (let block = 0; block < blocks; block++) {
    for (const [which, side] of [
      ["below", below],
      ["above", above],
    ] as const) {
      for (let i = 0; i < side.count; i++) {
        const began = performance.now();
        await side.once();
        // The first block warms up.
        if (block > 0) times[which].push(performance.now() - began);
      }
    }
  }
  const sorted = { below: times.below.toSorted((a, b) => a - b), above: times.above.toSorted((a, b) => a - b) };
  for (const share of [0.5, 0.99]) {
    const [floor, ours] = [at(sorted.below, share), at(sorted.above, share)];
    row(`  ${above.name} / ${below.name}, p${share * 100}`, ours, floor, ours / floor);
  }
}

const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
console.log("Times in ms");
row("", "ours", "baseline", "ratio");
try {
  await inProcess();
  await overMcp();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function inProcess(): Promise<void> {
  const home = freshHome(scratch);
  const next = sortableIds(() => Date.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  await using store = await openSqliteStore({ path: join(home, "parley.db"), newId, now: () => Date.now() });
  const quiet = (): void => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  await using hub = createHub({
    store,
    policy: createPolicy({ directory: createDirectory(), allowEveryone: false }),
    refreshPeople: async () => {},
    clock: systemClock,
    newId,
    random: () => 0,
    log,
    settings: {
      version: "0",
      language: "en",
      host: "here",
      followsLocale: true,
      prefix: "!!",
      workspace: home,
      own: { home, program: join(home, "program"), files: [] },
      artifactsDir: join(home, "artifacts"),
      sessionsDir: join(home, "sessions"),
      artifactBytes: 1e6,
      unusedUploadBytes: 1e9,
      unusedUploadMs: 86_400_000,
      uploadBytes: 1e6,
      queueLimit: 10,
      agentPosts: 100,
      agentPostsPerMinute: 0,
      caps: noCaps,
      contentFilter: true,
      questionExpiresMs: 3_600_000,
      turnTimeoutMs: 300_000,
    },
    driver: () => Promise.reject(new ParleyError("NotSupported", "none here")),
    kindOf: () => "scripted",
    channels: new Map(),
    commands: chatVerbs,
    terminalCommands: terminalCommands({ clock: systemClock, openIrc }),
    tokenize,
    signingKey: randomBytes(32),
    redLines: () => [],
  });
  await hub.start([]);
  const hello: Side = {
    name: "hello in the process",
    count: 200,
    once: async () => {
      const { exitCode } = await hub.terminal.exec({ by: { kind: "operator" }, surface: "api", line: "hello" });
      if (exitCode !== 0) throw new Error("hello failed");
    },
  };
  await compare({ name: "bash -c true", count: 40, once: () => run("bash", ["-c", "true"]) }, hello);
}

async function overMcp(): Promise<void> {
  const floor = await start([join(import.meta.dirname, "echo-floor.ts")]);
  await using hub = await BusHub.start(freshHome(scratch));
  const [token = ""] = await hub.agents(1);
  using below = await RawClient.open(floor.port);
  using above = await RawClient.open(hub.port);
  const ask = async (client: RawClient, what: Ask): Promise<void> => {
    const answer = await client.ask(what);
    if (!answer.includes('"result"')) throw new Error(answer);
  };
  await compare(
    {
      name: "the vendor's echo",
      count: 200,
      once: () => ask(below, { ...mcpCall("", "echo", { text: "hello" }), accept: "application/json, text/event-stream" }),
    },
    { name: "hello over MCP", count: 200, once: () => ask(above, mcpCall(token, "terminal_exec", { command: "hello" })) },
  );
  await stop(floor);
}
