import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTmuxDriver } from "#agents/tmux/driver";
import type { Seat, SeatSpec } from "#domain/agent";
import type { IdKinds, NewId } from "#domain/ids";
import type { JsonValue } from "#domain/json";
import { systemClock } from "#lib/time/clock";
import { parrot } from "#test/fakes/parrot/profile";
import { seatHub } from "#test/fakes/seat-hub";
import { verifies } from "#test/verifies";

// The worked example of docs/agents/writing-a-profile.md: a CLI without hooks, in a real tmux.
const root = dirname(import.meta.dirname);
let count = 0;
const newId: NewId = (kind) => `${kind}_${++count}` as IdKinds[typeof kind];
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-parrot-"));
  for (const folder of ["bin", "work", "folder", "record"]) mkdirSync(join(dir, folder));
  const program = join(dir, "bin", "parrot");
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(root, "test", "fakes", "parrot", "parrot.ts")}' "$@"\n`);
  chmodSync(program, 0o755);
});
afterEach(() => {
  for (const socket of ["own", "default"]) tmux(socket, "kill-server");
  rmSync(dir, { recursive: true, force: true });
});

/** The user's own tmux server is one of this test's own, in its own folder. */
function environment() {
  return {
    PATH: [join(dir, "bin"), process.env["PATH"] ?? ""].join(delimiter),
    HOME: dir,
    LANG: "C.UTF-8",
    PARROT_HOME: join(dir, "record"),
    TMUX_TMPDIR: dir,
  };
}

function tmux(socket: string, ...argv: readonly string[]): readonly string[] {
  try {
    return execFileSync("tmux", ["-L", socket, ...argv], { encoding: "utf8", env: environment(), stdio: ["ignore", "pipe", "ignore"] })
      .trim()
      .split("\n");
  } catch {
    return [];
  }
}

function specOf(autoStart: boolean): SeatSpec {
  let kept: JsonValue | undefined;
  const never = () => Promise.reject(new Error("not asked for"));
  return {
    session: newId("ses"),
    name: "work",
    cliType: "parrot",
    workDir: join(dir, "work"),
    settings: {},
    secret: () => undefined,
    env: {},
    autoStart,
    folder: join(dir, "folder"),
    memory: { get: async () => kept, set: async (value) => void (kept = value) },
    history: async () => [],
    exec: never,
    call: never,
    deliver: never,
    record: never,
  };
}

function driver(createsOn: "own" | "user" = "own") {
  return createTmuxDriver({
    clock: systemClock,
    newId,
    log: pino({ level: "silent" }),
    language: "en",
    userHome: dir,
    environment: environment(),
    socket: "own",
    hookArgv: ["true"],
    settingsOf: () => ({ args: [], env: {}, interactive: { enabled: true, checkLines: 3, patterns: [] } }),
    watchdog: { enabled: true, checkIntervalsMs: [200] },
    profiles: { parrot },
    createsOn,
  });
}

const prompt = (text: string) => ({ text, by: "Ann", outside: false, files: [] });
const until = (isSo: () => void) => vi.waitFor(isSo, { timeout: 30_000, interval: 50 });

async function ask(seat: Seat, hub: ReturnType<typeof seatHub>, text: string) {
  const turn = newId("trn");
  expect(await seat.begin(turn, prompt(text))).toEqual({ how: "taken" });
  await until(() => expect(hub.questions(turn)).toHaveLength(1));
  return turn;
}

describe("the profile of the worked example", () => {
  verifies(["C-11.4-1", "C-11.1-1"], "answers, asks before it deletes, and “no” leaves the file", async () => {
    const hub = seatHub();
    await using driving = driver() as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open(specOf(true), hub.sink(), new AbortController().signal);
    const first = newId("trn");
    await seat.begin(first, prompt("hello there"));
    await until(() => expect(hub.endings(first)).toEqual([{ how: "completed", text: "You said: hello there" }]));
    const file = join(dir, "work", "precious");
    writeFileSync(file, "");
    const second = await ask(seat, hub, "delete precious");
    expect(hub.questions(second)[0]?.ask).toMatchObject({ kind: "permission", guessed: true, subject: { detail: "Delete precious?" } });
    expect(hub.of(second).some((event) => event.kind === "made" && event.file.isShownNow === true)).toBe(true);
    await seat.answer(...hub.decide(second, "deny"));
    await until(() => expect(hub.endings(second)).toEqual([{ how: "completed", text: "Left precious alone" }]));
    expect(existsSync(file)).toBe(true);
    const third = await ask(seat, hub, "delete precious");
    await seat.answer(...hub.decide(third, "allow"));
    await until(() => expect(hub.endings(third)).toEqual([{ how: "completed", text: "Deleted precious" }]));
    expect(existsSync(file)).toBe(false);
    await seat.end();
    expect(tmux("own", "list-sessions", "-F", "#{session_name}")).toEqual(["parley-hub"]);
    await seat[Symbol.asyncDispose]();
  });

  verifies(["C-9.1-11"], "a session on the user's own server is adopted there and never ended; others are left alone", async () => {
    const hub = seatHub();
    tmux("default", "-f", "/dev/null", "new-session", "-d", "-s", "work", "-x", "80", "-y", "24", "-c", join(dir, "work"), "parrot", "mine");
    tmux("default", "new-session", "-d", "-s", "other", "sleep", "600");
    await until(() => expect(tmux("default", "capture-pane", "-p", "-t", "=work:").join()).toContain(">"));
    const driving = driver() as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open(specOf(true), hub.sink(), new AbortController().signal);
    const turn = newId("trn");
    await seat.begin(turn, prompt("hello there"));
    await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "You said: hello there" }]));
    await seat.end();
    await seat[Symbol.asyncDispose]();
    await driving[Symbol.asyncDispose]();
    expect(tmux("default", "list-sessions", "-F", "#{session_name}").toSorted()).toEqual(["other", "work"]);
    expect(tmux("own", "list-sessions")).toEqual([]);
  });

  it("a new session is made on the user's server where that is configured", async () => {
    const hub = seatHub();
    tmux("default", "-f", "/dev/null", "new-session", "-d", "-s", "other", "sleep", "600");
    await using driving = driver("user") as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open(specOf(true), hub.sink(), new AbortController().signal);
    expect(tmux("default", "list-sessions", "-F", "#{session_name}").toSorted()).toEqual(["other", "parley-hub", "work"]);
    await seat.end();
    await seat[Symbol.asyncDispose]();
    expect(tmux("default", "list-sessions", "-F", "#{session_name}").toSorted()).toEqual(["other", "parley-hub"]);
  });

  it("is the one that the page shows", () => {
    const page = readFileSync(join(root, "docs", "agents", "writing-a-profile.md"), "utf8");
    expect(page).toContain(readFileSync(join(root, "test", "fakes", "parrot", "profile.ts"), "utf8").trim());
  });
});
