import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createWaiting, type WaitFor, type Woken } from "./waiting.ts";

function room() {
  const clock = fakeClock();
  const waiting = createWaiting(clock);
  const ends: Woken[] = [];
  const wait = (more: Partial<WaitFor> = {}, signal = new AbortController().signal): Promise<Woken> => {
    const over = waiting.wait({ agent: "agt_a", name: "Ann", thread: "thr_a", timeoutMs: 50_000, callId: "run_1", mark: waiting.mark(), ...more }, signal);
    void over.then((why) => ends.push(why));
    return over;
  };
  return { clock, waiting, ends, wait };
}

describe("waiting in memory", () => {
  it("ends with news of its own thread and of no other", async () => {
    const { clock, waiting, ends, wait } = room();
    const over = wait();
    waiting.news("thr_b");
    await clock.settle();
    expect(ends).toEqual([]);
    waiting.news("thr_a");
    expect(await over).toBe("news");
  });

  it("does not sleep through news that came after the look and before the wait", async () => {
    const { waiting, wait } = room();
    const mark = waiting.mark();
    waiting.news("thr_a");
    expect(await wait({ mark })).toBe("news");
    expect(waiting.count("thr_a")).toBe(0);
  });

  it("does not sleep through them either when so much happened meanwhile that the thread was forgotten", async () => {
    const { waiting, wait } = room();
    const mark = waiting.mark();
    waiting.news("thr_a");
    for (let n = 0; n < 10_001; n++) waiting.news(`thr_other${n}`);
    expect(await wait({ mark })).toBe("news");
  });

  it("sleeps when what happened was before the look", async () => {
    const { clock, waiting, ends, wait } = room();
    waiting.news("thr_a");
    void wait();
    await clock.settle();
    expect(ends).toEqual([]);
    expect(waiting.count("thr_a")).toBe(1);
  });

  it("wakes many in several turns of the event loop, each once, and lets others go between", async () => {
    const { waiting, ends, wait } = room();
    const waits = Array.from({ length: 100 }, (_, n) => wait({ agent: `agt_${n}` }));
    let left = -1;
    setImmediate(() => (left = waiting.count("thr_a")));
    waiting.news("thr_a");
    // DoorMessage again while they are being woken: nobody is forgotten, nobody is woken twice.
    waiting.news("thr_a");
    expect(new Set(await Promise.all(waits))).toEqual(new Set(["news"]));
    expect([left > 0, left < 100, ends.length, waiting.count("thr_a")]).toEqual([true, true, 100, 0]);
  });

  it("wakes nobody any more when the hub stops in the middle of it", async () => {
    const { waiting, wait } = room();
    const waits = Array.from({ length: 100 }, (_, n) => wait({ agent: `agt_${n}` }));
    waiting.news("thr_a");
    waiting[Symbol.dispose]();
    const ends = await Promise.all(waits);
    expect([ends.includes("news"), ends.includes("gone"), ends.length]).toEqual([true, true, 100]);
  });

  it("ends when its time is over, and leaves no timer behind", async () => {
    const { clock, waiting, wait } = room();
    const over = wait({ onProgress: () => {} });
    await clock.advance(49_999);
    expect(waiting.count("thr_a")).toBe(1);
    await clock.advance(1);
    expect(await over).toBe("timeout");
    expect(clock.pending).toBe(0);
    expect(waiting.isWaiting("agt_a")).toBe(false);
  });

  it("tells that it still waits every fifteen seconds, while it does", async () => {
    const { clock, waiting, wait } = room();
    let told = 0;
    void wait({ timeoutMs: 600_000, onProgress: () => (told += 1) });
    await clock.advance(46_000);
    expect(told).toBe(3);
    waiting.news("thr_a");
    await clock.advance(60_000);
    expect(told).toBe(3);
  });

  it("ends when its client goes away, and does not begin for one that has gone", async () => {
    const { waiting, wait } = room();
    const client = new AbortController();
    const over = wait({}, client.signal);
    client.abort();
    expect(await over).toBe("gone");
    expect(await wait({}, client.signal)).toBe("gone");
    expect(waiting.all()).toEqual([]);
  });

  it("ends everywhere for an agent that is kicked, also when it was just about to wait", async () => {
    const { clock, waiting, ends, wait } = room();
    const mark = waiting.mark();
    const here = wait();
    const there = wait({ thread: "thr_b" });
    const other = wait({ agent: "agt_b" });
    waiting.kick("agt_a");
    expect(await Promise.all([here, there])).toEqual(["kicked", "kicked"]);
    expect(await wait({ mark })).toBe("kicked");
    await clock.settle();
    expect(ends).not.toContain("news");
    waiting.news("thr_a");
    expect(await other).toBe("news");
  });

  it("lets an agent wait that comes after the kick under the same name", async () => {
    const { clock, waiting, ends, wait } = room();
    waiting.kick("agt_a");
    void wait();
    await clock.settle();
    expect(ends).toEqual([]);
  });

  it("lists who waits where since when", async () => {
    const { clock, waiting, wait } = room();
    void wait();
    void wait({ agent: "agt_b", name: "Bob", thread: "thr_b", timeoutMs: 10, callId: "run_2" });
    expect(waiting.all("thr_b")).toEqual([{ agent: "agt_b", name: "Bob", thread: "thr_b", enteredAt: clock.now(), timeoutMs: 10, callId: "run_2" }]);
    expect(waiting.all()).toHaveLength(2);
  });

  it("holds nobody past the hub's end", async () => {
    const { clock, waiting, wait } = room();
    const over = wait({ onProgress: () => {} });
    waiting[Symbol.dispose]();
    expect(await over).toBe("gone");
    expect(clock.pending).toBe(0);
  });
});
