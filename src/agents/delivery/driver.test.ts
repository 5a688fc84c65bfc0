import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AssistantPart, Model } from "#agents/kit/model/model";
import type { TurnId } from "#domain/ids";
import type { Sandbox, SandboxEngine } from "#domain/sandbox";
import type { Ending } from "#domain/turn";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import { systemClock } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { fakeSpec, seatHub } from "#test/fakes/seat-hub";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { createDeliveryDriver } from "./driver.ts";
import { codeDeliveryPart, deliverySettingsOf } from "./index.ts";
import { taskPrompt } from "./prompt.ts";
import { deliveryTexts } from "./texts.ts";
import type { WorkerSettings } from "./worker/run-cli.ts";

const readme = "# Greeter\n\nPrints a greeting.\n\n## Usage\n\nRun `bash hello.sh NAME` in this folder; it prints a line.\n";
const call = (name: string, args: object): readonly AssistantPart[] => [{ kind: "call", id: name, name, input: JSON.stringify(args) }];
const never = new AbortController().signal;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "parley-delivery-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

interface Place {
  /** In place of a model; the engine's commands find no such program. */
  readonly worker?: WorkerSettings;
  readonly sandbox?: "docker" | "bwrap";
  /** Called before the model says its first to that task. */
  readonly before?: (task: string) => Promise<void>;
  readonly remove?: () => Promise<void>;
}

/** Deliveries in an engine that keeps its containers in a set, by a model that writes a README and ends. */
function openPlace({ before = async () => {}, remove = async () => {}, worker, sandbox = "docker" }: Place = {}) {
  const containers = new Set<string>();
  const warned: string[] = [];
  const log: Log = { debug: () => {}, info: () => {}, warn: (_, what) => void warned.push(what), error: () => {}, child: () => log };
  const engine: SandboxEngine = {
    check: async () => ({ ok: true, says: "" }),
    open: async ({ task }): Promise<Sandbox> => {
      containers.add(task);
      return {
        name: task,
        run: async () => ({ exitCode: worker === undefined ? 0 : 127, stdout: "", stderr: "", ms: 0 }),
        start: async () => "bg1",
        background: () => [],
        stop: async () => false,
        install: async () => {},
        takeDiskFull: () => false,
        close: async () => {},
        remove: async () => {
          await remove();
          containers.delete(task);
        },
      };
    },
    sweep: async (isAlive) => {
      const gone = [...containers].filter((task) => !isAlive(task));
      for (const task of gone) containers.delete(task);
      return gone;
    },
  };
  const model: Model = {
    name: "function",
    step: async ({ messages }) => {
      const results = messages.filter(({ role }) => role === "tool").length;
      const [first] = messages;
      if (results === 0 && first?.role === "user") await before(first.text.split("\n")[0] ?? "");
      const parts = results === 0 ? call("write", { path: "README.md", content: readme }) : call("end", { exclude_patterns: [], archive_name: "made" });
      return { parts, usage: { inputTokens: 1, outputTokens: 1 }, stopped: "done" };
    },
  };
  const taskRoot = join(dir, "tasks");
  const driver = createDeliveryDriver({
    clock: systemClock,
    log,
    language: "en",
    settings: deliverySettingsOf(codeDeliveryPart.schema.parse({ sandbox })),
    ...defined({ worker }),
    model: async () => model,
    engine,
    taskRoot,
    keptRoot: join(dir, "kept"),
    installation: "here",
    secrets: [],
  });
  /** Begins a delivery whose prompt is its own name. */
  const deliver = async (task: string, prompt = task) => {
    const folder = join(dir, `session-${task}`);
    await mkdir(folder);
    const settings = { task, prompt: task, source: { type: "empty" }, target: { channel: "chat", room: "r" } };
    const hub = seatHub();
    const seat = await driver.open(fakeSpec({ cliType: "code_delivery", settings, folder }), hub.sink(), never);
    const turn: TurnId = `trn_${task}`;
    await seat.begin(turn, { text: prompt, by: "Ann", outside: false, files: [] });
    const ended = async (): Promise<readonly Ending[]> => {
      await expect.poll(() => hub.endings(turn), { timeout: 10_000, interval: 5 }).toHaveLength(1);
      return hub.endings(turn);
    };
    return { ended };
  };
  return { containers, warned, deliver, taskRoot };
}

describe("what deliveries leave behind", () => {
  verifies("CD-2.3-1", "is removed before the next one, but not what another that is under way works on", async () => {
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const place = openPlace({
      before: async (task) => {
        if (task !== "tsk_slow") return;
        reached.resolve();
        await held.promise;
      },
    });
    const slow = await place.deliver("tsk_slow");
    await reached.promise;
    await mkdir(join(place.taskRoot, "tsk_left", "workspace"), { recursive: true });
    place.containers.add("tsk_left");
    const quick = await place.deliver("tsk_quick");
    expect(await quick.ended()).toMatchObject([{ how: "completed" }]);
    expect([readdirSync(place.taskRoot), [...place.containers]]).toEqual([["tsk_slow"], ["tsk_slow"]]);
    held.resolve();
    expect(await slow.ended()).toMatchObject([{ how: "completed" }]);
    expect([readdirSync(place.taskRoot), [...place.containers]]).toEqual([[], []]);
  });

  verifies("CD-2.3-5", "and cannot be removed is logged; the result is told all the same, and the next one removes it", async () => {
    let isStuck = true;
    const place = openPlace({
      remove: async () => {
        if (isStuck) throw new Error("the engine is busy");
      },
    });
    const first = await place.deliver("tsk_one");
    expect(await first.ended()).toMatchObject([{ how: "completed", text: holding("made.zip") }]);
    expect(place.warned).toEqual(["failed to remove a task's container; the next start tries again"]);
    expect([existsSync(join(place.taskRoot, "tsk_one")), [...place.containers]]).toEqual([false, ["tsk_one"]]);
    isStuck = false;
    await (await place.deliver("tsk_two")).ended();
    expect([...place.containers]).toEqual([]);
  });
});

describe("a delivery", () => {
  it.each([
    ["docker", deliveryTexts.cliMissing],
    ["bwrap", deliveryTexts.cliMissingHere],
  ] as const)("whose worker is not there says where it is missing, in %s", async (sandbox, text) => {
    const place = openPlace({ sandbox, worker: { cli: "codex", args: [], env: {} } });
    const { ended } = await place.deliver("tsk_one");
    expect(await ended()).toMatchObject([{ how: "failed", reason: say("en", text, { cli: "codex", image: "ubuntu:24.04" }) }]);
    expect([readdirSync(place.taskRoot), [...place.containers]]).toEqual([[], []]);
  });

  it("that is asked for again after nothing came of it hears the new words, and the old ones", async () => {
    const heard: string[] = [];
    const place = openPlace({ before: async (words) => void heard.push(words) });
    await (await place.deliver("tsk_one", "with python instead")).ended();
    expect(heard).toEqual(["with python instead"]);
    expect(
      taskPrompt({ task: "tsk_one", prompt: "a script", source: { type: "empty" }, target: { channel: "chat", room: "r" } }, "with python instead"),
    ).toMatch(/^with python instead\n[\s\S]*\na script\n[\s\S]*source_type=empty/);
  });
});
