import { describe, expect, it } from "vitest";
import { meet, operator } from "#test/fakes/bus-hub";
import { sinceNow } from "./watch-start.ts";

const all = { sees: "all" } as const;

describe("where a watcher of every thread begins", () => {
  it("is exactly where each thread stood, whatever its lines say of their time", async () => {
    const { rig, ann, thread } = await meet();
    await using _rig = rig;
    await rig.fill(thread, 3);
    await rig.clock.advance(1_000);
    const since = sinceNow(rig.store, all, rig.clock.now());
    await rig.clock.settle();
    // As from a chat that was out of reach: said long ago, heard now.
    await rig.store.accept({
      at: 1,
      message: { id: "msg_old", thread, at: 1, author: { kind: "agent", id: ann.id, name: "Ann" }, role: "user", text: "late", surface: "hub" },
    });
    expect([await since.startOf(thread), await since.knew(thread)]).toEqual([3, true]);
  });

  it("in one that was made afterwards is its beginning, and in one too quiet to be known what is newer", async () => {
    const { rig, thread } = await meet();
    await using _rig = rig;
    await rig.fill(thread, 3);
    await rig.clock.advance(1_000);
    await Promise.all(Array.from({ length: 500 }, (_, n) => rig.thread(operator, `topic ${n}`)));
    const since = sinceNow(rig.store, all, rig.clock.now());
    expect(await since.knew(thread)).toBe(false);
    await rig.fill(thread, 2);
    const made = await rig.thread(operator, "made afterwards");
    await rig.fill(made, 2);
    expect([await since.startOf(thread), await since.startOf(made)]).toEqual([3, 0]);
  });
});
