import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStewardDriver } from "#agents/steward/driver";
import type { StewardSettings } from "#agents/steward/steward-settings";
import type { AssistantPart, Model, ModelRequest } from "#agents/kit/model/model";
import type { SeatSpec } from "#domain/agent";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import { sortableIds } from "#lib/sortable-id";
import { systemClock, type Clock } from "#lib/time/clock";
import type { AgentRig } from "#test/contracts/agent-rig";
import { fakeSpec } from "#test/fakes/seat-hub";

const slowMs = 20_000;
const quietMs = 150;
/** A sign of life is repeated after longer than this for as long as a turn runs; a retry comes sooner. */
const longMs = 10_000;
export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };

/** What a model says to a request, or never anything. Thrown, it is how the request failed. */
export type Reply = (request: ModelRequest) => readonly AssistantPart[] | "never";

export interface StewardRig extends AgentRig {
  readonly dir: string;
  readonly asked: readonly ModelRequest[];
}

/** The steward with a model that is a function. Its conversation is a real file, so time is real too, and waiting is looking. */
export function stewardRig(reply: Reply, over: Partial<SeatSpec> = {}, settings: Partial<StewardSettings> = {}): StewardRig {
  const dir = mkdtempSync(join(tmpdir(), "parley-steward-"));
  const { clock, pending } = countedClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  const asked: ModelRequest[] = [];
  const model: Model = {
    name: "function",
    step: async (request, on, signal) => {
      asked.push({ ...request, messages: [...request.messages] });
      const parts = reply(request);
      if (parts === "never") return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));
      for (const part of parts)
        if (part.kind === "text")
          for (const word of part.text.split(/(?<= )/)) {
            on.text?.(word);
            await tick(5);
            signal.throwIfAborted();
          }
      return { parts, usage: { inputTokens: 10, outputTokens: 5 }, stopped: "done" };
    },
  };
  const spec = fakeSpec({ cliType: "builtin", workDir: dir, folder: dir, ...over });
  const driver = createStewardDriver({
    clock,
    log: silent,
    language: "en",
    settings: { maxSteps: 10, contextTokens: 100_000, ...settings },
    model: async () => model,
    shownTime: () => "2026-01-01 09:00 UTC",
    workspace: dir,
  });
  return { dir, asked, newId, spec, driver, ...inRealTime(pending) };
}

/** How a rig waits whose agent works with real files: it looks. */
export function inRealTime(pending: (shorterThan?: number) => number, isBusy: () => boolean = () => false): Pick<AgentRig, "until" | "rest" | "timers"> {
  return {
    until: async (isSo) => {
      for (const from = performance.now(); !isSo(); await tick(5)) if (performance.now() - from > slowMs) throw new Error("it did not come to be");
    },
    rest: async () => {
      for (let quiet = 0; quiet < quietMs; quiet = pending(longMs) === 0 && !isBusy() ? quiet + 10 : 0) await tick(10);
    },
    timers: () => pending(),
  };
}

/** The text of the last thing that a person or a tool said. */
export function lastHeard({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  if (last === undefined || last.role === "assistant") return "";
  return last.role === "user" ? last.text : last.results.map(({ text }) => text).join("\n");
}

/** The machine's time, and how many timers are held. */
export function countedClock(): { readonly clock: Clock; readonly pending: (shorterThan?: number) => number } {
  const timers = new Map<object, number>();
  const after: Clock["after"] = (ms, call) => {
    const timer = {};
    timers.set(timer, ms);
    const cancel = systemClock.after(ms, () => {
      timers.delete(timer);
      call();
    });
    return () => {
      timers.delete(timer);
      cancel();
    };
  };
  return { clock: { ...systemClock, after }, pending: (shorterThan = Infinity) => [...timers.values()].filter((ms) => ms < shorterThan).length };
}

function tick(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
