import { describe, expect, it } from "vitest";
import type { ThreadPlace } from "#domain/thread";
import type { ThreadPage } from "#hub/bus/bus";
import { operator } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet } from "#test/fakes/bus-meeting";

let { rig, ann, bob, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, bob, thread } = met));

describe("the list of threads", () => {
  it("fills a page though most threads have another state", async () => {
    for (let n = 0; n < 230; n++) {
      await rig.clock.advance(1);
      const id = await rig.thread(ann, `topic ${n}`);
      if (n < 2) await rig.bus.setStatus(ann, id, "review");
    }
    const page = await rig.bus.threads(bob, { status: "review", archived: false, limit: 10 });
    expect(page.threads.map((row) => row.topic)).toEqual(["topic 1", "topic 0"]);
    expect(page).toMatchObject({ total: 231 });
    expect(page).not.toHaveProperty("next");
  });

  it("has archived ones only when asked for, and then also by their state alone", async () => {
    await rig.bus.setStatus(ann, thread, "archived");
    expect((await rig.bus.threads(bob, { archived: false, limit: 10 })).threads).toEqual([]);
    expect((await rig.bus.threads(bob, { archived: true, limit: 10 })).threads).toHaveLength(1);
    expect((await rig.bus.threads(bob, { status: "archived", archived: false, limit: 10 })).threads).toHaveLength(1);
  });

  it("says whether there is more", async () => {
    await rig.clock.advance(1);
    await rig.thread(ann, "second");
    const first = await rig.bus.threads(bob, { archived: false, limit: 1 });
    expect(first).toMatchObject({ threads: [{ topic: "second" }], next: { at: first.threads[0]?.createdAt } });
    const rest = await rig.bus.threads(bob, { archived: false, limit: 1, before: first.next ?? { at: 0 } });
    expect(rest).toMatchObject({ threads: [{ topic: "release" }] });
    expect(rest).not.toHaveProperty("next");
  });

  it("stands in the order in which threads were made, whoever spoke last, and a page that ends within one moment loses and repeats nothing", async () => {
    const made = [thread];
    for (let n = 0; n < 7; n++) {
      if (n % 3 === 0) await rig.clock.advance(1);
      made.push(await rig.thread(ann, `topic ${n}`));
    }
    await rig.clock.advance(1);
    await rig.post(ann, made[1] ?? thread, "old, and spoken in last");
    const seen: string[] = [];
    for (let next: ThreadPlace | undefined = { at: rig.clock.now() + 1 }; next !== undefined;) {
      const page: ThreadPage = await rig.bus.threads(bob, { archived: false, limit: 2, before: next });
      seen.push(...page.threads.map((row) => row.id));
      next = page.next;
    }
    expect(seen).toEqual(made.toReversed());
    expect((await rig.bus.threads(bob, { archived: false, limit: 1, order: "last" })).threads).toMatchObject([{ id: made[1] }]);
  });

  it("shows agents no last line: it may be one for people only", async () => {
    await rig.post(ann, thread, "hello");
    expect((await rig.bus.threads(ann, { archived: false, limit: 1 })).threads[0]).not.toHaveProperty("last");
    expect((await rig.bus.threads(operator, { archived: false, limit: 1 })).threads[0]).toHaveProperty("last");
  });
});
