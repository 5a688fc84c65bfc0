import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createTyping } from "./typing.ts";

const ann = { thread: "thr_a", who: "agt_ann", name: "Ann" } as const;

function room() {
  const clock = fakeClock();
  const told: string[] = [];
  const typing = createTyping(clock, ({ name, thread }, on) => void told.push(`${name} ${on ? "writes" : "stopped"} in ${thread}`));
  return { clock, told, typing };
}

describe("typing", () => {
  it("is told once however often it is said, and ends by itself", async () => {
    const { clock, told, typing } = room();
    typing.set(ann, true);
    await clock.advance(100);
    expect(told).toEqual(["Ann writes in thr_a"]);
    await clock.advance(10_000);
    typing.set(ann, true);
    await clock.advance(14_900);
    expect(told).toHaveLength(1);
    await clock.advance(200);
    expect(told).toEqual(["Ann writes in thr_a", "Ann stopped in thr_a"]);
    expect(typing.all()).toEqual([]);
  });

  it("is not told at all when it was over before, and seldom when it changes all the time", async () => {
    const { clock, told, typing } = room();
    typing.set(ann, true);
    typing.set(ann, false);
    await clock.advance(1_000);
    expect(told).toEqual([]);
    for (let n = 0; n < 1_000; n++) typing.set(ann, n % 2 === 0);
    typing.set(ann, true);
    await clock.advance(100);
    expect(told).toEqual(["Ann writes in thr_a"]);
  });

  it("ends everywhere for whoever leaves, and for nobody else", async () => {
    const { clock, told, typing } = room();
    typing.set(ann, true);
    typing.set({ ...ann, thread: "thr_b" }, true);
    typing.set({ ...ann, who: "agt_bob", name: "Bob" }, true);
    await clock.advance(100);
    typing.stop(ann.who);
    await clock.advance(100);
    expect(told.slice(3)).toEqual(["Ann stopped in thr_a", "Ann stopped in thr_b"]);
    expect(typing.all()).toEqual([{ ...ann, who: "agt_bob", name: "Bob" }]);
  });

  it("of a crowd is bounded", () => {
    const { typing } = room();
    for (let n = 0; n < 5_000; n++) typing.set({ ...ann, who: `agt_${n}` }, true);
    expect(typing.all()).toHaveLength(1_000);
  });

  it("holds on to nothing after its end", async () => {
    const { clock, told, typing } = room();
    typing.set(ann, true);
    typing[Symbol.dispose]();
    await clock.advance(60_000);
    expect(told).toEqual([]);
  });
});
