import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { untilAborted } from "./until-aborted.ts";

it("ends with the promise or the signal, whichever is first, and leaves no listener behind", async () => {
  const { signal } = new AbortController();
  await untilAborted(Promise.resolve(), signal);
  await expect(untilAborted(Promise.reject(new Error("lost")), signal)).rejects.toThrow("lost");
  const stop = new AbortController();
  const waiting = untilAborted(new Promise(() => undefined), stop.signal);
  stop.abort();
  await waiting;
  await untilAborted(new Promise(() => undefined), AbortSignal.abort());
  expect([getEventListeners(signal, "abort"), getEventListeners(stop.signal, "abort")]).toEqual([[], []]);
});
