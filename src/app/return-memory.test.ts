import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { ownMemory, returnMemory, type OwnMemory } from "./return-memory.ts";

const megabyte = 1024 * 1024;

/** A process of which `inUse` is what a collection leaves. */
function fakeMemory(): OwnMemory & { resident: number; inUse: number; busy: number; collected: number } {
  const memory = {
    resident: 100 * megabyte,
    inUse: 100 * megabyte,
    busy: 0,
    collected: 0,
    residentBytes: () => memory.resident,
    busyShare: () => memory.busy,
    collect: () => {
      memory.collected += 1;
      memory.resident = memory.inUse;
    },
  };
  return memory;
}

describe("memory that a burst took", () => {
  it("is given back once the hub is calm, and not while it works", async () => {
    const clock = fakeClock();
    const memory = fakeMemory();
    const stop = returnMemory(clock, memory);
    Object.assign(memory, { resident: 300 * megabyte, busy: 0.6 });
    await clock.advance(60_000);
    expect(memory.collected).toBe(0);
    memory.busy = 0.01;
    await clock.advance(10_000);
    expect(memory).toMatchObject({ collected: 1, resident: 100 * megabyte });
    stop();
    expect(clock.pending).toBe(0);
  });

  it("is given back after a start, once", async () => {
    const clock = fakeClock();
    const memory = fakeMemory();
    returnMemory(clock, memory);
    Object.assign(memory, { resident: 115 * megabyte, busy: 0.5 });
    await clock.advance(2_000);
    expect(memory.collected).toBe(0);
    memory.busy = 0.01;
    await clock.advance(2_000);
    expect(memory).toMatchObject({ collected: 1, resident: 100 * megabyte });
    await clock.advance(60_000);
    expect(memory.collected).toBe(1);
  });

  it("is looked for once when it turns out to be in use", async () => {
    const clock = fakeClock();
    const memory = fakeMemory();
    returnMemory(clock, memory);
    Object.assign(memory, { resident: 200 * megabyte, inUse: 180 * megabyte });
    await clock.advance(60_000);
    expect(memory.collected).toBe(1);
    // Given up later, and taken again.
    memory.resident = 100 * megabyte;
    await clock.advance(10_000);
    Object.assign(memory, { resident: 200 * megabyte, inUse: 100 * megabyte });
    await clock.advance(10_000);
    expect(memory).toMatchObject({ collected: 2, resident: 100 * megabyte });
  });

  it("goes back to the system for real", () => {
    const memory = ownMemory();
    const before = process.memoryUsage().heapUsed;
    let held: object[] | undefined = Array.from({ length: 500_000 }, (_, n) => ({ n }));
    const during = process.memoryUsage().heapUsed;
    expect(held.length).toBe(500_000);
    held = undefined;
    memory.collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan((during - before) / 2);
    expect(memory.busyShare()).toBeGreaterThanOrEqual(0);
  });
});
