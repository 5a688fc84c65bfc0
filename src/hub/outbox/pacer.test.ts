import { describe, expect, it } from "vitest";
import type { Channel } from "#domain/channel";
import { fakeClock } from "#test/fakes/clock";
import { createPacer } from "./pacer.ts";

const { signal } = new AbortController();
const room = (name: string) => ({ channel: "c", room: name });

function channelOf(perAddressMs: number, overallMs: number): Pick<Channel, "id" | "can"> {
  const pace = { perAddressMs, overallMs, draftMs: 0, hintMs: 0 };
  return { id: "c", can: { edit: true, buttons: true, fileBytes: 0, dedupes: true, final: "edit", pace } };
}

/** Asks for a slot for each room at once; tells when each had its turn. */
async function slots(rooms: readonly string[], perAddressMs: number, overallMs: number): Promise<readonly number[]> {
  const clock = fakeClock(0);
  const pacer = createPacer(clock);
  const at: number[] = [];
  const all = rooms.map((name, i) => pacer.slot(channelOf(perAddressMs, overallMs), room(name), signal).then(() => (at[i] = clock.now())));
  await clock.settle();
  await clock.until(() => at.filter((one) => one !== undefined).length === rooms.length);
  await Promise.all(all);
  return at;
}

describe("the pacer", () => {
  it("spaces the calls to one address, and lets others pass", async () => {
    expect(await slots(["a", "a", "b", "a"], 100, 0)).toEqual([0, 100, 0, 200]);
  });

  it("spaces any two calls of the channel", async () => {
    expect(await slots(["a", "b", "c"], 0, 30)).toEqual([0, 30, 60]);
  });

  it("does not hold up calls that come slowly", async () => {
    const clock = fakeClock(0);
    const pacer = createPacer(clock);
    await pacer.slot(channelOf(100, 0), room("a"), signal);
    await clock.advance(100);
    await pacer.slot(channelOf(100, 0), room("a"), signal);
    expect(clock.now()).toBe(100);
  });

  it.each([
    { scope: "address", b: 0 },
    { scope: "channel", b: 5_000 },
  ] as const)("a rest for the $scope holds for that alone", async ({ scope, b }) => {
    const clock = fakeClock(0);
    const pacer = createPacer(clock);
    pacer.rest({ id: "c" }, room("a"), { ok: false, why: "later", reason: "", afterMs: 5_000, scope });
    const at: Record<string, number> = {};
    for (const name of ["a", "b"]) void pacer.slot(channelOf(0, 0), room(name), signal).then(() => (at[name] = clock.now()));
    await clock.settle();
    await clock.until(() => at["a"] !== undefined && at["b"] !== undefined);
    expect(at).toEqual({ a: 5_000, b });
  });

  it("a rest that is asked for while calls wait holds them too, and they go on one by one", async () => {
    const clock = fakeClock(0);
    const pacer = createPacer(clock);
    const at: number[] = [];
    for (const name of ["a", "b", "c"]) void pacer.slot(channelOf(0, 10), room(name), signal).then(() => at.push(clock.now()));
    await clock.settle();
    pacer.rest({ id: "c" }, room("a"), { ok: false, why: "later", reason: "", afterMs: 1_000, scope: "channel" });
    await clock.until(() => at.length === 3);
    expect(at).toEqual([0, 1_000, 1_010]);
  });

  it("lets go of a call that is called off", async () => {
    const clock = fakeClock(0);
    const pacer = createPacer(clock);
    const stop = new AbortController();
    pacer.rest({ id: "c" }, room("a"), { ok: false, why: "later", reason: "", afterMs: 1_000 });
    const waiting = pacer.slot(channelOf(0, 0), room("a"), stop.signal);
    stop.abort();
    await waiting;
    expect(clock.now()).toBe(0);
  });
});
