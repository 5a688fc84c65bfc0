import { describe, expect, it } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

const never = new AbortController().signal;

/** Work that goes on until it is let go. */
function held(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<string> => {
    log.push(`${name} begins`);
    await promise;
    log.push(`${name} ends`);
    return name;
  };
  return { work, letGo: resolve };
}

describe("so many at once", () => {
  it("lets the others wait in the order they came, and tells them how many are before", async () => {
    const log: string[] = [];
    const atOnce = createConcurrencyLimit(2);
    const works = ["a", "b", "c", "d"].map((name) => held(log, name));
    const runs = works.map(({ work }, i) => atOnce.run(work, never, (before) => void log.push(`${i} waits for ${before}`)));
    expect(log).toEqual(["a begins", "b begins", "2 waits for 1", "3 waits for 2"]);
    works[1]?.letGo();
    await runs[1];
    await Promise.resolve();
    expect(log.slice(4)).toEqual(["b ends", "c begins"]);
    for (const { letGo } of works) letGo();
    expect(await Promise.all(runs)).toEqual(["a", "b", "c", "d"]);
  });

  it("gives the place on when the work fails, and forgets who left while waiting", async () => {
    const log: string[] = [];
    const atOnce = createConcurrencyLimit(1);
    const stop = new AbortController();
    const first = held(log, "a");
    const failing = atOnce.run(
      async () => {
        await first.work();
        throw new Error("broken");
      },
      never,
      () => {},
    );
    const left = atOnce.run(held(log, "left").work, stop.signal, () => {});
    const last = atOnce.run(
      async () => "last",
      never,
      () => {},
    );
    stop.abort(new Error("stopped"));
    await expect(left).rejects.toThrow("stopped");
    first.letGo();
    await expect(failing).rejects.toThrow("broken");
    expect(await last).toBe("last");
    expect(log).toEqual(["a begins", "a ends"]);
    expect(
      await atOnce.run(
        async () => "free again",
        never,
        () => log.push("waited"),
      ),
    ).toBe("free again");
    expect(log).not.toContain("waited");
  });

  it("does not begin what was stopped before", async () => {
    await expect(
      createConcurrencyLimit(1).run(
        async () => "done",
        AbortSignal.abort(new Error("too late")),
        () => {},
      ),
    ).rejects.toThrow("too late");
  });
});
