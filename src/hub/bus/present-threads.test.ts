import { describe, expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { FeedEvent } from "#hub/hub";
import { verifies } from "#test/verifies";
import { operator, refusalOf, type AgentActor } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet } from "#test/fakes/bus-meeting";

let { rig, ann, bob, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, bob, thread } = met));

const placesOf = async (agent: AgentActor, by: Actor = operator): Promise<readonly ThreadId[]> => (await rig.bus.agent(by, agent.id)).threads;

describe("where an agent is", () => {
  verifies("AW-MODE-2", "is where it reads, waits or posts, and nowhere when it is gone", async () => {
    const other = await rig.thread(ann, "other");
    expect(await placesOf(bob)).toEqual([]);
    await rig.bus.read(bob, thread, { afterSeq: 0, limit: 1 });
    await rig.post(bob, other, "hello");
    expect(await placesOf(bob)).toEqual([thread, other]);
    await rig.clock.advance(60_000);
    expect(await placesOf(bob)).toEqual([]);
  });

  it("is where it waits, however long that takes, and not where it was five minutes ago", async () => {
    const other = await rig.thread(ann, "other");
    await rig.bus.read(bob, other, { afterSeq: 0, limit: 1 });
    const waiting = rig.wait(bob, thread, 0, { timeoutMs: 3_600_000 });
    await rig.untilWaiting(thread, 1);
    expect(await placesOf(bob)).toEqual([other, thread]);
    await rig.clock.advance(5 * 60_000);
    expect(await placesOf(bob)).toEqual([thread]);
    await rig.bus.kick(operator, bob.id);
    expect(await refusalOf(waiting)).toMatchObject({ code: "BadToken" });
    expect(await placesOf(bob)).toEqual([]);
  });

  it("is not told of threads that the asker does not see, and a refused read is no place", async () => {
    const at = rig.clock.now();
    const closed = {
      id: "thr_closed",
      topic: "private",
      access: "closed",
      createdBy: { kind: "hub", id: "hub", name: "hub" },
      at,
      participants: [ann.id],
    } as const;
    await rig.store.accept({ at, thread: closed });
    await rig.bus.read(ann, "thr_closed", { afterSeq: 0, limit: 1 });
    await refusalOf(rig.bus.read(bob, "thr_closed", { afterSeq: 0, limit: 1 }));
    expect(await placesOf(ann)).toEqual(["thr_closed"]);
    expect(await placesOf(ann, bob)).toEqual([]);
    expect(await placesOf(bob)).toEqual([]);
  });

  it("is told to watchers soon after it came, once", async () => {
    const seen: FeedEvent["kind"][] = [];
    await rig.clock.advance(1_000);
    const stop = rig.hub.feed.watch({ by: operator }, (event) => void seen.push(event.kind));
    for (let n = 0; n < 5; n++) await rig.bus.read(bob, thread, { afterSeq: 0, limit: 1 });
    await rig.clock.advance(250);
    expect(seen.filter((kind) => kind === "agents")).toHaveLength(1);
    stop();
  });
});

describe("an agent that writes", () => {
  const watch = (by: Actor): string[] => {
    const seen: string[] = [];
    rig.hub.feed.watch({ by }, (event) => {
      if (event.kind === "typing") seen.push(`${event.typist.name} ${event.on}`);
    });
    return seen;
  };

  it("is shown to whoever sees the thread, until it posts, and it never is a line", async () => {
    const seen = watch(await rig.person("Mia"));
    await rig.bus.typing(ann, thread, true);
    await rig.clock.advance(100);
    expect(seen).toEqual(["Ann (m1) true"]);
    expect(await rig.hub.feed.typists(bob)).toEqual([{ thread, who: ann.id, name: "Ann (m1)" }]);
    await rig.post(ann, thread, "done");
    await rig.clock.advance(100);
    expect(seen).toEqual(["Ann (m1) true", "Ann (m1) false"]);
    expect(await rig.texts(thread)).toEqual(["done"]);
    expect((await rig.bus.thread(ann, thread)).thread.rev).toBe(1);
  });

  it("ends when it stops, falls silent or leaves", async () => {
    const seen = watch(operator);
    for (const end of [() => rig.bus.typing(ann, thread, false), () => rig.clock.advance(15_000), () => rig.bus.unregister(ann, ann.id)]) {
      await rig.bus.typing(ann, thread, true);
      await rig.clock.advance(100);
      await end();
      await rig.clock.advance(100);
    }
    expect(seen.map((one) => one.split(" ").at(-1))).toEqual(["true", "false", "true", "false", "true", "false"]);
  });

  it("is not shown to whoever does not see the thread, and may not write where it sees nothing", async () => {
    const invited = await rig.invited("Visitor", await rig.thread(ann, "other"));
    const seen = watch(invited);
    expect(await refusalOf(rig.bus.typing(invited, thread, true))).toMatchObject({ code: "NotFound" });
    await rig.bus.typing(ann, thread, true);
    await rig.clock.advance(100);
    expect(seen).toEqual([]);
    expect(await rig.hub.feed.typists(invited)).toEqual([]);
  });
});
