import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createTmuxDriver } from "#agents/tmux/driver";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import { sortableIds } from "#lib/sortable-id";
import { systemClock, type Clock } from "#lib/time/clock";
import type { AgentRig } from "#test/contracts/agent-rig";
import { fakeSpec } from "#test/fakes/seat-hub";
import { HookDesk } from "./hook-desk.ts";
import { clerk } from "./profile.ts";

/** Looks at a silent terminal; a turn that hangs goes on with them, so nothing waits for their end. */
const lookMs = 211;
/** Of a command to tmux, which belongs to the connection and not to a seat. */
const commandMs = 10_000;
const quietMs = 900;
const slowMs = 50_000;
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };
let count = 0;

/** The tmux driver with a CLI of its own in a real tmux: so time is real too, and waiting is looking. */
export function tmuxRig(): AgentRig & AsyncDisposable {
  const dir = mkdtempSync(join(tmpdir(), "parley-clerk-"));
  for (const folder of ["bin", "work", "folder", "record"]) mkdirSync(join(dir, folder));
  const program = join(dir, "bin", "clerk");
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, "program.ts")}' "$@"\n`);
  chmodSync(program, 0o755);
  const environment = {
    PATH: [join(dir, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    HOME: dir,
    LANG: "C.UTF-8",
    CLERK_HOME: join(dir, "record"),
    TMUX_TMPDIR: dir,
  };
  const { clock, pending } = countedClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  const hooks = new HookDesk(join(dir, "hooks"));
  const driver = createTmuxDriver({
    clock,
    newId,
    log: silent,
    language: "en",
    userHome: dir,
    environment,
    socket: "own",
    hookArgv: [process.execPath, join(import.meta.dirname, "hook.ts"), join(dir, "hooks")],
    settingsOf: () => ({ args: [], env: {}, history: [], interactive: { enabled: true, checkLines: 3, patterns: [] } }),
    watchdog: { enabled: true, checkIntervalsMs: [lookMs] },
    drawScreen: async () => ({ name: "screen.png", mime: "image/png", description: "", content: { bytes: new Uint8Array() } }),
    profiles: { clerk },
    createsOn: "own",
  });
  const spec = fakeSpec({
    session: `ses_clerk_${process.pid}_${++count}`,
    name: "work",
    cliType: "clerk",
    env: {},
    workDir: join(dir, "work"),
    folder: join(dir, "folder"),
  });
  return {
    newId,
    spec,
    driver: hooks.over(driver),
    until: async (isSo) => {
      for (const from = performance.now(); !isSo(); await tick()) if (performance.now() - from > slowMs) throw new Error("it did not come to be");
    },
    rest: async () => {
      for (let quiet = 0; quiet < quietMs; quiet = pending(lookMs) === 0 ? quiet + 10 : 0) await tick();
    },
    timers: () => pending(),
    [Symbol.asyncDispose]: async () => {
      await driver[Symbol.asyncDispose]?.();
      await hooks[Symbol.asyncDispose]();
      try {
        execFileSync("tmux", ["-L", "own", "kill-server"], { env: environment, stdio: "ignore" });
      } catch {
        // Its last session was ended.
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function countedClock(): { readonly clock: Clock; readonly pending: (but?: number) => number } {
  const timers = new Map<object, number>();
  const after: Clock["after"] = (ms, call) => {
    const timer = {};
    if (ms !== commandMs) timers.set(timer, ms);
    const cancel = systemClock.after(ms, () => {
      timers.delete(timer);
      call();
    });
    return () => {
      timers.delete(timer);
      cancel();
    };
  };
  return { clock: { ...systemClock, after }, pending: (but) => [...timers.values()].filter((ms) => ms !== but).length };
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
