import { describe, expect, it } from "vitest";
import type { Holder } from "#domain/command";
import { createOwned, type Idle, type Owned } from "./session-resources.ts";
import type { Log } from "#lib/log";
import { fakeClock } from "#test/fakes/clock";

const agent: Holder = "agt_bee";

class Thing implements AsyncDisposable {
  isOpen = true;
  readonly ending: AbortSignal;
  readonly #fails: boolean;

  constructor(ending: AbortSignal, fails = false) {
    this.ending = ending;
    this.#fails = fails;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOpen = false;
    if (this.#fails) throw new Error("it did not want to end");
  }
}

function rig(idle: Partial<Idle> = {}) {
  const clock = fakeClock();
  const errors: object[] = [];
  const quiet = (): void => {};
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => void errors.push(fields), child: () => log };
  const owned = createOwned(clock, log, { after: () => undefined, busyFor: () => 0, ...idle });
  const open = (holder: Holder = agent, key = "irc"): Promise<Thing> => owned.own(holder, key, async (ending) => new Thing(ending));
  return { clock, errors, owned, open };
}

describe("what a session owns", () => {
  it("is made on first use and found again, one for each session and key", async () => {
    const { owned, open } = rig();
    const [first, again] = await Promise.all([open(), open()]);
    expect(again).toBe(first);
    expect(await open("agt_cat")).not.toBe(first);
    expect(await open(agent, "other")).not.toBe(first);
    expect(await owned.get(agent, "irc")).toBe(first);
    expect(await owned.get("agt_none", "irc")).toBeUndefined();
  });

  it("is tried anew after it could not be made", async () => {
    const { owned, open } = rig();
    await expect(owned.own(agent, "irc", () => Promise.reject(new Error("no server")))).rejects.toThrow("no server");
    expect((await open()).isOpen).toBe(true);
  });

  it("ends with its session, told before it is closed; another session's stays", async () => {
    const { owned, open } = rig();
    const [mine, theirs] = [await open(), await open("agt_cat")];
    await owned.end(agent);
    expect([mine.isOpen, mine.ending.aborted, theirs.isOpen]).toEqual([false, true, true]);
    expect(await open()).not.toBe(mine);
  });

  it("can be given up by itself", async () => {
    const { owned, open } = rig();
    const thing = await open();
    expect(await owned.disown(agent, "irc")).toBe(true);
    expect(thing.isOpen).toBe(false);
    expect(await owned.disown(agent, "irc")).toBe(false);
  });

  it("ends all at the end, also beside one that does not end cleanly", async () => {
    const { owned, open, errors } = rig();
    await owned.own(agent, "bad", async (ending) => new Thing(ending, true));
    const good = await open();
    await owned[Symbol.asyncDispose]();
    expect(good.isOpen).toBe(false);
    expect(errors).toHaveLength(1);
    expect(owned.holders()).toEqual([]);
  });
});

describe("a session that nobody uses", () => {
  const minutes = (count: number): number => count * 60_000;

  it("ends what it owns after its time, counted from the last use", async () => {
    const { owned, open, clock } = rig({ after: () => minutes(30) });
    const thing = await open();
    await clock.advance(minutes(29));
    owned.touch(agent);
    await clock.advance(minutes(29));
    expect(thing.isOpen).toBe(true);
    await clock.advance(minutes(1));
    expect(thing.isOpen).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it("counts as used for as long as it is there in another way", async () => {
    let until = minutes(45);
    const { open, clock } = rig({ after: () => minutes(30), busyFor: () => Math.max(0, until - clock.now() + start) });
    const start = clock.now();
    const thing = await open();
    await clock.advance(minutes(44));
    expect(thing.isOpen).toBe(true);
    until = 0;
    await clock.advance(minutes(1));
    expect(thing.isOpen).toBe(false);
  });

  it("of the hub's own driving lives until it is ended", async () => {
    const { owned, open, clock }: { owned: Owned; open: (holder: Holder) => Promise<Thing>; clock: ReturnType<typeof fakeClock> } = rig();
    const thing = await open("ses_1");
    await clock.advance(minutes(10_000));
    expect(thing.isOpen).toBe(true);
    await owned.end("ses_1");
    expect(thing.isOpen).toBe(false);
  });
});
