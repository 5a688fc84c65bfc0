import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CliSettings } from "#agents/tmux/cli-settings";
import { createTmuxDriver } from "#agents/tmux/driver";
import { cliSettingsOf } from "#agents/tmux/index";
import type { Seat, SeatSpec } from "#domain/agent";
import { createSecretLinks } from "#hub/access/secret-links";
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
    tools: () => [],
    use: never,
    deliver: never,
    record: never,
  };
}

interface Watching {
  readonly history?: CliSettings["history"];
  readonly createsOn?: "own" | "user";
  readonly interactive?: CliSettings["interactive"];
  readonly watches?: boolean;
}

function driver({ createsOn = "own", interactive = { enabled: true, checkLines: 3, patterns: [] }, watches = true, history = [] }: Watching = {}) {
  return createTmuxDriver({
    clock: systemClock,
    newId,
    log: pino({ level: "silent" }),
    language: "en",
    userHome: dir,
    environment: environment(),
    socket: "own",
    hookArgv: ["true"],
    settingsOf: () => ({ args: [], env: {}, history, interactive }),
    watchdog: { enabled: watches, checkIntervalsMs: [200] },
    drawScreen: async () => ({ name: "screen.png", mime: "image/png", description: "", content: { bytes: new Uint8Array() } }),
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

  const places = { history_dir: "elsewhere", history_db: "elsewhere/mine.jsonl", history_file: "elsewhere/mine.jsonl" };
  for (const [key, place] of Object.entries(places))
    verifies("C-9.1-17", `its record is also looked for in ${key}`, async () => {
      const hub = seatHub();
      const started = ["env", `PARROT_HOME=${join(dir, "elsewhere")}`, "parrot", "mine"];
      tmux("default", "-f", "/dev/null", "new-session", "-d", "-s", "work", "-x", "80", "-y", "24", "-c", join(dir, "work"), ...started);
      await until(() => expect(tmux("default", "capture-pane", "-p", "-t", "=work:").join()).toContain(">"));
      const { history } = cliSettingsOf({ parrot: { [key]: join(dir, place) } }, "parrot");
      await using driving = driver({ history }) as AsyncDisposable & ReturnType<typeof driver>;
      const seat = await driving.open(specOf(true), hub.sink(), new AbortController().signal);
      const turn = newId("trn");
      await seat.begin(turn, prompt("hello there"));
      await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "You said: hello there" }]));
      await seat.end();
      await seat[Symbol.asyncDispose]();
    });

  it("a menu that people were asked about before a restart is answered after it, by the same question", async () => {
    const hub = seatHub();
    const spec = specOf(true);
    const file = join(dir, "work", "precious");
    writeFileSync(file, "");
    const before = driver() as AsyncDisposable & ReturnType<typeof driver>;
    const first = await before.open(spec, hub.sink(), new AbortController().signal);
    const turn = await ask(first, hub, "delete precious");
    await first[Symbol.asyncDispose]();
    await before[Symbol.asyncDispose]();
    const [question, answer] = hub.decide(turn, "deny");
    const openTurn = { id: turn, origin: "prompt", prompt: prompt("delete precious"), asked: [{ key: answer.key, question, state: "open" }] } as const;
    await using after = driver() as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await after.open({ ...spec, openTurn }, hub.sink(), new AbortController().signal);
    await seat.answer(question, answer);
    await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "Left precious alone" }]));
    expect([existsSync(file), hub.questions(turn).length]).toEqual([true, 1]);
    await seat.end();
    await seat[Symbol.asyncDispose]();
  });

  verifies(["C-5.2-2", "C-15.1-2"], "“completed” by hand reads the answer and ends a turn of which nothing else says that it is over", async () => {
    const hub = seatHub();
    await using driving = driver() as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open(specOf(true), hub.sink(), new AbortController().signal);
    const turn = newId("trn");
    await seat.begin(turn, prompt("hum a song"));
    await until(() => expect(hub.of(turn).some(({ kind }) => kind === "delta")).toBe(true));
    expect(hub.endings(turn)).toEqual([]);
    await seat.signal?.("completed", {}, new AbortController().signal);
    await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "Humming a song" }]));
    await seat.end();
    await seat[Symbol.asyncDispose]();
  });

  it("a new session is made on the user's server where that is configured", async () => {
    const hub = seatHub();
    tmux("default", "-f", "/dev/null", "new-session", "-d", "-s", "other", "sleep", "600");
    await using driving = driver({ createsOn: "user" }) as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open(specOf(true), hub.sink(), new AbortController().signal);
    expect(tmux("default", "list-sessions", "-F", "#{session_name}").toSorted()).toEqual(["other", "parley-hub", "work"]);
    await seat.end();
    await seat[Symbol.asyncDispose]();
    expect(tmux("default", "list-sessions", "-F", "#{session_name}").toSorted()).toEqual(["other", "parley-hub"]);
  });

  verifies(["C-9.1-21", "C-9.1-20"], "a prompt that the operator's own pattern finds gets the words as they are typed", async () => {
    const hub = seatHub();
    writeFileSync(join(dir, "ask.sh"), `echo "Go on? [y/N]"; echo "(one word)"; read -r said; echo "$said" > '${join(dir, "said")}'; exec "$@"`);
    await using driving = driver({ interactive: { enabled: true, checkLines: 2, patterns: [/\[y\/N\]/] } }) as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open({ ...specOf(false), startCommand: `sh ${join(dir, "ask.sh")} parrot` }, hub.sink(), new AbortController().signal);
    const turn = await ask(seat, hub, "hello there");
    expect(hub.questions(turn)[0]?.ask).toMatchObject({ kind: "text", guessed: true, subject: { detail: "Go on? [y/N]\n(one word)" } });
    await seat.answer(...hub.decide(turn, { text: "yes" }));
    await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "You said: hello there" }]));
    expect(readFileSync(join(dir, "said"), "utf8")).toBe("yes\n");
    await seat.end();
    await seat[Symbol.asyncDispose]();
  });

  const patterns = [/\[y\/N\]/];
  const nobodyIsAsked = async (watching: Watching): Promise<void> => {
    const hub = seatHub();
    writeFileSync(join(dir, "ask.sh"), 'echo "Go on? [y/N]"; echo "(one word)"; sleep 3; exec "$@"');
    await using driving = driver(watching) as AsyncDisposable & ReturnType<typeof driver>;
    const seat = await driving.open({ ...specOf(false), startCommand: `sh ${join(dir, "ask.sh")} parrot` }, hub.sink(), new AbortController().signal);
    const turn = newId("trn");
    await seat.begin(turn, prompt("hello there"));
    await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "You said: hello there" }]));
    expect(hub.questions(turn)).toEqual([]);
    await seat.end();
    await seat[Symbol.asyncDispose]();
  };
  verifies("C-9.1-19", "such a prompt is not looked for where interactive.enabled is false", () =>
    nobodyIsAsked({ interactive: { enabled: false, checkLines: 3, patterns } }),
  );
  verifies("C-9.1-20", "nor above the last check_lines lines", () => nobodyIsAsked({ interactive: { enabled: true, checkLines: 1, patterns } }));
  verifies("C-9.1-6", "nor where watchdog.enabled is false", () => nobodyIsAsked({ watches: false, interactive: { enabled: true, checkLines: 3, patterns } }));

  verifies("C-11.4-2", "a password is asked for by a link that works once, again after a wrong one, and reaches the terminal alone", async () => {
    const hub = seatHub();
    const links = createSecretLinks(systemClock, () => "http://hub");
    const lines = [
      "stty -echo",
      "until printf '[sudo] password for ann: '; read -r given; [ \"$given\" = right ]; do echo; echo 'Sorry, try again.'; done",
      // Its line stays the last one for longer than a prompt takes to be asked about.
      'sleep 3; stty echo; exec "$@"',
    ];
    writeFileSync(join(dir, "ask.sh"), lines.join("\n"));
    await using driving = driver() as AsyncDisposable & ReturnType<typeof driver>;
    const recorded: unknown[] = [];
    let opened = 0;
    const spec: SeatSpec = {
      ...specOf(false),
      startCommand: `sh ${join(dir, "ask.sh")} parrot`,
      secretLink: (take) => {
        opened++;
        return links.open("work", take);
      },
      record: async (data) => void recorded.push(data),
    };
    const seat = await driving.open(spec, hub.sink(), new AbortController().signal);
    const turn = await ask(seat, hub, "hello there");
    const linkOf = (n: number): string => /http:\/\/hub\/secret\/(\S+)/.exec(hub.questions(turn)[n]?.ask.prompt ?? "")?.[1] ?? "";
    expect(hub.questions(turn)[0]?.ask).toMatchObject({ kind: "choice", options: [{ id: "stop" }] });
    expect(links.sessionOf(linkOf(0))).toBe("work");
    expect(await links.use(linkOf(0), "wrong")).toBe(true);
    expect(await links.use(linkOf(0), "right")).toBe(false);
    await until(() => expect(hub.questions(turn)).toHaveLength(2));
    expect(await links.use(linkOf(1), "right")).toBe(true);
    await until(() => expect(hub.endings(turn)).toEqual([{ how: "completed", text: "You said: hello there" }]));
    expect(JSON.stringify([hub.events, recorded])).not.toMatch(/"(?:right|wrong)"/);
    expect([recorded.length, opened]).toEqual([2, 2]);
    await seat.end();
    await seat[Symbol.asyncDispose]();
  });

  it("is the one that the page shows", () => {
    const page = readFileSync(join(root, "docs", "agents", "writing-a-profile.md"), "utf8");
    expect(page).toContain(readFileSync(join(root, "test", "fakes", "parrot", "profile.ts"), "utf8").trim());
  });
});
