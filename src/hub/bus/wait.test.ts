import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operator, refusalOf } from "#test/fakes/bus-hub";
import { meetForEach, nobodyYet, numbersFrom, seqsOf } from "#test/fakes/bus-meeting";

let { rig, ann, bob, thread } = nobodyYet;
meetForEach((met) => ({ rig, ann, bob, thread } = met));

describe("waiting", () => {
  it("answers at once when something is there", async () => {
    await rig.fill(thread, 2);
    expect(seqsOf((await rig.wait(bob, thread, 1)).messages)).toEqual([2]);
  });

  it("is woken by a post, and what it brings can be answered", async () => {
    const waiting = rig.wait(bob, thread, 0);
    await rig.untilWaiting(thread, 1);
    await rig.post(ann, thread, "wake up");
    const { messages, sync } = await waiting;
    expect(messages).toMatchObject([{ seq: 1, text: "wake up", author: { id: ann.id } }]);
    expect((await rig.postAt(bob, thread, sync, "awake")).message.seq).toBe(2);
  });

  it("answers with nothing when its time is over, and the place stays", async () => {
    await rig.fill(thread, 4);
    const waiting = rig.wait(bob, thread, 4, { timeoutMs: 50_000 });
    await rig.untilWaiting(thread, 1);
    await rig.clock.advance(50_000);
    expect(await waiting).toMatchObject({ messages: [], sync: { currentSeq: 4 } });
    expect(await rig.bus.waits(operator, thread)).toEqual([]);
  });

  it("of no time at all looks and answers", async () => {
    expect(await rig.wait(bob, thread, 0, { timeoutMs: 0 })).toMatchObject({ messages: [], sync: { currentSeq: 0 } });
  });

  it("tells its client that it still waits", async () => {
    let told = 0;
    const waiting = rig.wait(bob, thread, 0, { timeoutMs: 120_000, onProgress: () => (told += 1) });
    await rig.untilWaiting(thread, 1);
    await rig.clock.advance(65_000);
    expect(told).toBe(4);
    await rig.clock.advance(60_000);
    await waiting;
  });

  it("ends when its client goes away", async () => {
    const client = new AbortController();
    const waiting = rig.wait(bob, thread, 0, { signal: client.signal });
    await rig.untilWaiting(thread, 1);
    client.abort();
    expect((await waiting).messages).toEqual([]);
    expect(await rig.bus.waits(operator, thread)).toEqual([]);
  });

  it("ends when the thread is closed, with the word that it is", async () => {
    const waiting = rig.wait(bob, thread, 0);
    await rig.untilWaiting(thread, 1);
    await rig.bus.close(ann, thread, "We are done.");
    expect((await waiting).messages).toMatchObject([{ text: "We are done." }, { author: { kind: "hub" }, text: "Ann (m1) closed this thread." }]);
    expect((await rig.wait(bob, thread, 2)).messages).toEqual([]);
  });

  it("ends when the thread is archived, and when it is deleted", async () => {
    const first = rig.wait(bob, thread, 0);
    await rig.untilWaiting(thread, 1);
    await rig.bus.setStatus(ann, thread, "archived");
    expect((await first).messages).toEqual([]);
    const other = await rig.thread(ann, "another");
    const second = refusalOf(rig.wait(bob, other, 0));
    await rig.untilWaiting(other, 1);
    await rig.bus.remove(ann, other);
    expect(await second).toMatchObject({ code: "NotFound" });
  });

  it("ends when the agent is kicked, whose token is worth nothing from then on", async () => {
    const cara = await rig.agent("Cara");
    const waiting = refusalOf(rig.wait(cara, thread, 0));
    await rig.untilWaiting(thread, 1);
    expect(await rig.hub.access.bearer(cara.token)).toMatchObject({ id: cara.id });
    await rig.bus.kick(operator, cara.id);
    expect(await waiting).toMatchObject({ code: "BadToken" });
    expect(await rig.hub.access.bearer(cara.token)).toBeUndefined();
    expect(await rig.bus.agent(operator, cara.id)).toMatchObject({ isOnline: false });
    expect((await rig.bus.agents(operator)).map((row) => row.agent.id)).not.toContain(cara.id);
  });

  it("answers at once, once, after a post that was refused", async () => {
    await rig.post(ann, thread, "one");
    await refusalOf(rig.postAt(bob, thread, { currentSeq: 1, replyToken: "nonsense" }));
    const fresh = await rig.wait(bob, thread, 1);
    expect(fresh).toMatchObject({ messages: [], sync: { currentSeq: 1 } });
    await rig.postAt(bob, thread, fresh.sync, "two");
    void rig.wait(bob, thread, 2);
    await rig.untilWaiting(thread, 1);
  });

  it("answers at once for the agent whose post was refused and for no other, and in that thread alone", async () => {
    const other = await rig.thread(ann, "another");
    await refusalOf(rig.postAt(bob, thread, { currentSeq: 0, replyToken: "nonsense" }));
    void rig.wait(ann, thread, 0);
    void rig.wait(bob, other, 0);
    await rig.untilWaiting(thread, 1);
    await rig.untilWaiting(other, 1);
    expect((await rig.wait(bob, thread, 0)).messages).toEqual([]);
  });

  it("for one agent passes over what is handed to others, and does not come back to it", async () => {
    const waiting = rig.wait(bob, thread, 0, { forAgent: bob.id });
    await rig.untilWaiting(thread, 1);
    await rig.post(ann, thread, "for all");
    await rig.post(ann, thread, "for Cara", { metadata: { handoff_target: "agt_cara" } });
    await rig.post(ann, thread, "for Bob", { metadata: { handoff_target: bob.id } });
    const { messages, sync } = await waiting;
    expect(messages).toMatchObject([{ seq: 3, text: "for Bob" }]);
    expect(sync.currentSeq).toBe(3);
  });

  it("for one agent finds what is handed to it behind hundreds of lines for others", async () => {
    await rig.fill(thread, 320);
    await rig.post(ann, thread, "for Bob", { metadata: { handoff_target: bob.id } });
    expect((await rig.wait(bob, thread, 1, { forAgent: bob.id })).messages).toMatchObject([{ text: "for Bob" }]);
  });

  it("is not ended by edits, reactions, settings, nor by other threads", async () => {
    const { id } = await rig.post(ann, thread, "one");
    let isOver = false;
    const waiting = rig.wait(bob, thread, 1).then(() => (isOver = true));
    await rig.untilWaiting(thread, 1);
    await rig.bus.edit(ann, id, "uno");
    await rig.bus.react(ann, id, "+1");
    await rig.bus.settings(ann, thread, { timeoutSeconds: 90 });
    await rig.post(ann, await rig.thread(ann, "another"), "elsewhere");
    await rig.clock.settle();
    expect(isOver).toBe(false);
    await rig.post(ann, thread, "two");
    await waiting;
  });

  it("of fifty is over with one post, and each gets the line once", async () => {
    const agents = await Promise.all(Array.from({ length: 50 }, (_, n) => rig.agent(`Agent${n}`)));
    const waits = agents.map((agent) => rig.wait(agent, thread, 0));
    await rig.untilWaiting(thread, 50);
    await rig.post(ann, thread, "all of you");
    const results = await Promise.all(waits);
    for (const { messages } of results) expect(messages).toMatchObject([{ seq: 1, text: "all of you" }]);
    // One of them may answer; the others learn of it.
    const posts = await Promise.allSettled(results.map(({ sync }, n) => rig.postAt(agents[n] ?? ann, thread, sync, `by ${n}`)));
    expect(posts.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await rig.texts(thread)).toHaveLength(2);
  });

  it("goes on at the same place after a restart, with nothing lost and nothing twice", async () => {
    const before = rig.wait(bob, thread, 0);
    await rig.untilWaiting(thread, 1);
    await rig.restart();
    expect((await before).messages).toEqual([]);
    await rig.post(ann, thread, "meanwhile");
    const again = await rig.wait(bob, thread, 0);
    expect(seqsOf(again.messages)).toEqual([1]);
    const next = rig.wait(bob, thread, 1);
    await rig.untilWaiting(thread, 1);
    await rig.post(ann, thread, "and on");
    expect(seqsOf((await next).messages)).toEqual([2]);
  });

  it("in a thread that one may not see is refused like one that is not there", async () => {
    const mia = await rig.person("Mia");
    const closed = "thr_closed";
    await rig.store.accept({
      at: 1,
      thread: { id: closed, topic: "private", access: "closed", createdBy: { kind: "person", id: mia.id, name: "Mia" }, at: 1, participants: [mia.id] },
    });
    const refusal = await refusalOf(rig.wait(bob, closed, 0));
    expect(refusal).toMatchObject({ code: "NotFound" });
    expect(refusal.message).toBe((await refusalOf(rig.wait(bob, "thr_nothing", 0))).message);
  });

  it("loses no line and brings none twice, whoever posts how many at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (bursts, readers) => {
          const here = await rig.thread(ann, `about ${Math.random()}`);
          const total = bursts.flat().length;
          const follow = async (): Promise<readonly number[]> => {
            const got: number[] = [];
            let at = 0;
            while (got.length < total) {
              const { messages, sync } = await rig.wait(bob, here, at);
              got.push(...seqsOf(messages));
              at = sync.currentSeq;
            }
            return got;
          };
          const following = Array.from({ length: readers }, follow);
          for (const burst of bursts) {
            await Promise.all(
              burst.map((author) => rig.bus.post(author % 2 === 0 ? ann : bob, { thread: here, text: `by ${author}`, surface: "api", unsynced: true })),
            );
            if ((burst[0] ?? 0) > 1) await rig.clock.settle();
          }
          for (const got of await Promise.all(following)) expect(got).toEqual(numbersFrom(1, total));
        },
      ),
      { numRuns: 25 },
    );
  });
});
