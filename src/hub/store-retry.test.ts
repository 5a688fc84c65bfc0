import { describe, expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import type { Log } from "#lib/log";
import { fakeClock } from "#test/fakes/clock";
import { retryStoreWrite } from "./store-retry.ts";

function room() {
  const clock = fakeClock();
  const stop = new AbortController();
  const errors: object[] = [];
  const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: (about) => void errors.push(about), child: () => log };
  const failures: ParleyError[] = [];
  let tries = 0;
  const write = async (): Promise<string> => {
    tries += 1;
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return "kept";
  };
  return { clock, stop, errors, failures, tries: () => tries, begin: () => retryStoreWrite({ clock, log, signal: stop.signal }, write) };
}

const full = (): ParleyError => new ParleyError("StoreFull", "The disk is full.");

describe("writing until it is kept", () => {
  it("goes on by itself when there is space again, and says once that it waits", async () => {
    const { clock, errors, failures, tries, begin } = room();
    failures.push(full(), full(), new ParleyError("StoreBusy", "Somebody holds it."));
    const kept = begin();
    await clock.advance(2_999);
    expect(tries()).toBe(3);
    await clock.advance(1);
    await expect(kept).resolves.toBe("kept");
    expect([tries(), errors.length, clock.pending]).toEqual([4, 1, 0]);
  });

  it("gives up when the hub stops", async () => {
    const { clock, stop, failures, begin } = room();
    failures.push(full(), full(), full());
    const kept = begin();
    kept.catch(() => {});
    await clock.settle();
    stop.abort();
    await expect(kept).rejects.toThrow("The disk is full.");
    expect(clock.pending).toBe(0);
  });

  it("does not repeat what would fail again", async () => {
    const { failures, tries, begin } = room();
    failures.push(new ParleyError("StoreCorrupt", "It is damaged."));
    await expect(begin()).rejects.toThrow("It is damaged.");
    expect(tries()).toBe(1);
  });
});
