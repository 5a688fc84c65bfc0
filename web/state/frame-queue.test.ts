import { expect, it } from "vitest";
import { createFrameQueue } from "./frame-queue.ts";

it("does one piece of work per frame, the newest first, and nothing that was cancelled", () => {
  const frames: (() => void)[] = [];
  const done: string[] = [];
  const queue = createFrameQueue((run) => frames.push(run));
  const cancel = ["a", "b", "c"].map((name) => queue.next(() => done.push(name)));
  cancel[1]?.();
  const history: string[][] = [];
  for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
    frame();
    history.push([...done]);
  }
  expect(history).toEqual([["c"], ["c", "a"]]);
  queue.next(() => done.push("d"));
  frames.shift()?.();
  expect(done).toEqual(["c", "a", "d"]);
  expect(frames).toEqual([]);
});
