import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import { openSqliteStore } from "#store/sqlite/store";
import { compareCounts, compareReads } from "#test/contracts/store/compare-model";
import { emptyModel } from "#test/contracts/store/model";
import type { Model } from "#test/contracts/store/model";
import { flood, send, steps } from "#test/contracts/store/model-steps";
import type { Moment, Sent, Step } from "#test/contracts/store/model-steps";

/** After a change of the store's engine, try some thousand with another seed. */
const runs = 25;
const seed = 20;

it("says what a simple model says, whatever is done and whenever it is killed", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using world = await openWorld();
      for (const step of all) await world.take(step);
      await world.take({ step: "look" });
      await world.take({ step: "kill", at: 1 });
      await world.take({ step: "look" });
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
}, 120_000);

interface World extends AsyncDisposable {
  take(step: Step): Promise<void>;
}

/** The model as it was when the log had that size. */
interface Mark {
  readonly size: number;
  readonly model: Model;
}

async function openWorld(): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), "parley-model-"));
  const moment: Moment = { now: 1_000_000_000_000, made: 0 };
  let places = 0;
  let path = join(dir, "parley.db");
  let model = emptyModel;
  let marks: Mark[] = [];
  let store: Store;
  let heard: Heard;

  const open = async (): Promise<void> => {
    store = await openSqliteStore({ path, newId: (kind) => `${kind}_${moment.made++}` as never, now: () => moment.now });
    heard = listen(store);
    marks = [{ size: statSync(`${path}-wal`).size, model }];
  };

  /** Everything that the file had on the disk when the log ended at that place; the rest of the log never arrived. */
  const kill = async (at: number): Promise<void> => {
    const next = join(dir, String(++places), "parley.db");
    mkdirSync(join(dir, String(places)));
    const [begin = 0, end] = [marks[0]?.size, statSync(`${path}-wal`).size];
    const cut = Math.floor(begin + (end - begin) * at);
    for (const part of ["", "-wal"]) copyFileSync(`${path}${part}`, `${next}${part}`);
    truncateSync(`${next}-wal`, cut);
    model = marks.findLast(({ size }) => size <= cut)?.model ?? emptyModel;
    await store[Symbol.asyncDispose]();
    path = next;
    await open();
  };

  const settle = async (sent: readonly Sent[]): Promise<void> => {
    const answers = await Promise.all(sent.map(({ answer }) => answer.catch(codeOf)));
    expect(answers).toEqual(sent.map(({ says }) => says));
    const before = model;
    model = sent.at(-1)?.model ?? model;
    await heard.all();
    const moved = [...model.threads.values()].filter(({ id, rev }) => before.threads.get(id)?.rev !== rev);
    expect(moved.map(({ id }) => heard.revs.get(id))).toEqual(moved.map(({ rev }) => rev));
  };

  const act = async (step: Step): Promise<void> => {
    switch (step.step) {
      case "together": {
        const sent: Sent[] = [];
        for (const verb of step.verbs) sent.push(send(store, sent.at(-1)?.model ?? model, verb, moment));
        return settle(sent);
      }
      case "flood":
        return settle(flood(store, model, step, moment));
      case "look":
        return compareCounts(store, model);
      case "reopen":
        await store[Symbol.asyncDispose]();
        return open();
      case "kill":
        return kill(step.at);
    }
  };

  await open();
  return {
    take: async (step) => {
      await act(step);
      marks.push({ size: statSync(`${path}-wal`).size, model });
      if (step.step !== "together" || !step.isQuiet) await compareReads(store, model);
    },
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
}

interface Heard {
  /** The last rev that each thread was said to have. */
  readonly revs: ReadonlyMap<ThreadId, number>;
  all(): Promise<void>;
}

function listen(store: Store): Heard {
  const revs = new Map<ThreadId, number>();
  const follow = async (): Promise<void> => {
    for await (const wakes of store.changes(new AbortController().signal))
      for (const wake of wakes) if (wake.topic === "thread") revs.set(wake.thread, wake.rev);
  };
  void follow();
  return { revs, all: () => new Promise((resolve) => setImmediate(resolve)) };
}

function codeOf(error: unknown): unknown {
  if (error instanceof Error && "code" in error) return error.code;
  throw error;
}
