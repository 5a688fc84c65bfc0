import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createAcpDriver } from "#agents/acp/driver";
import type { Log } from "#lib/log";
import type { NewId } from "#domain/ids";
import type { SeatSpec } from "#domain/agent";
import { sortableIds } from "#lib/sortable-id";
import { systemClock, type Clock } from "#lib/time/clock";
import type { AgentRig } from "#test/contracts/agent-rig";
import { fakeSpec } from "#test/fakes/seat-hub";

const program = join(import.meta.dirname, "agent-program.ts");

/** A file that prompts can come with. */
export const notesFile = join(import.meta.dirname, "notes.txt");
const slowMs = 20_000;
const quietMs = 150;
let count = 0;
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };

/** The ACP driver with an agent of its own, a real process: so time is real too, and waiting is looking. */
export function acpRig(traits: readonly string[] = [], over: Partial<SeatSpec> = {}): AgentRig & { readonly dir: string; readonly line: string } {
  const dir = mkdtempSync(join(tmpdir(), "parley-acp-"));
  const { clock, pending } = countedClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  const spec = fakeSpec({ session: `ses_acp_${process.pid}_${++count}`, cliType: "acp", workDir: dir, folder: dir, ...over });
  const argv = [program, join(dir, "state"), ...traits];
  const driver = createAcpDriver({
    clock,
    log: silent,
    language: "en",
    environment: { PATH: dirname(process.execPath), HOME: dir },
    settingsOf: () => ({ command: process.execPath, args: argv, env: {} }),
    version: "0.0.0",
  });
  const until = async (isSo: () => boolean): Promise<void> => {
    for (const from = performance.now(); !isSo(); await tick(5)) if (performance.now() - from > slowMs) throw new Error("it did not come to be");
  };
  const rest = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietMs; quiet = pending() === 0 ? quiet + 10 : 0) await tick(10);
  };
  return { dir, line: [process.execPath, ...argv].join(" "), newId, spec, driver, until, rest, timers: pending };
}

function countedClock(): { readonly clock: Clock; readonly pending: () => number } {
  const timers = new Set<object>();
  const after: Clock["after"] = (ms, call) => {
    const timer = {};
    timers.add(timer);
    const cancel = systemClock.after(ms, () => {
      timers.delete(timer);
      call();
    });
    return () => {
      timers.delete(timer);
      cancel();
    };
  };
  return { clock: { ...systemClock, after }, pending: () => timers.size };
}

function tick(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
