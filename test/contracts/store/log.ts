import fc from "fast-check";
import { expect, it } from "vitest";
import { revOf } from "#domain/thread";
import { all, ann, hub, kit, present, refusal, roomA } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

export function logContract(open: OpenStore): void {
  it("gives each message the next seq and rev, and each change the next rev only", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const first = await k.say(thread);
    await k.store.accept({ at: 5, change: { thread, body: { kind: "edited", message: first.id, text: "hi", by: "per_ann" } } });
    const second = await k.say(thread);
    expect([first.seq, first.rev, second.seq, second.rev]).toEqual([1, 1, 2, 3]);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 2, rev: 3 });
  });

  it("keeps seq and rev dense under any interleaving, also when some verbs are refused and after opening again", async () => {
    const step = fc.record({ thread: fc.nat(2), what: fc.constantFrom("say", "edit", "fail", "flush", "reopen"), at: fc.nat(1000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        await using k = await kit(open);
        const threads = await Promise.all([k.thread(), k.thread(), k.thread()]);
        let waiting: Promise<unknown>[] = [];
        const settled = async (): Promise<void> => {
          await Promise.allSettled(waiting);
          waiting = [];
        };
        for (const { thread, what, at } of steps) {
          const id = present(threads[thread]);
          if (what === "say") waiting.push(k.say(id, { at }));
          else if (what === "edit") waiting.push(k.store.accept({ at, change: { thread: id, body: { kind: "renamed", topic: "t", by: "x" } } }));
          else if (what === "fail")
            waiting.push(k.store.accept({ at, message: k.line(id), change: { thread: "thr_missing", body: { kind: "renamed", topic: "t", by: "x" } } }));
          else await settled();
          if (what === "reopen") await k.reopen();
        }
        await settled();
        for (const id of threads) {
          const entries = await k.store.entries(all, id, { limit: 1000 });
          const seqs = entries.flatMap((entry) => (entry.kind === "message" ? [entry.message.seq] : []));
          expect(entries.map(revOf)).toEqual(entries.map((_, i) => i + 1));
          expect(seqs).toEqual(seqs.map((_, i) => i + 1));
          expect(await k.store.thread(all, id)).toMatchObject({ rev: entries.length, seq: seqs.length });
        }
      }),
      { numRuns: 25 },
    );
  });

  it("gives back a message as it was said, whatever its characters", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const text = "NUL \u0000 bidi \u202e zero\u200bwidth 汉字 🙂 'quotes\"\n" + "x".repeat(300_000);
    const said = await k.say(thread, {
      text,
      turn: "trn_1",
      replyTo: "msg_1",
      origin: { address: roomA, ref: "55" },
      steps: [{ id: "1", verb: "read", what: "a", state: "done", ms: 3 }],
      artifacts: ["art_1"],
      priority: "urgent",
      meta: { a: [1, { b: null }] },
    });
    expect(said).toMatchObject({ seq: 1, rev: 1, text });
    expect(await k.store.message(all, said.id)).toEqual(said);
    expect(await k.store.messages(all, thread, { limit: 5 })).toEqual([said]);
    const plain = await k.say(thread);
    expect(await k.store.message(all, plain.id)).toEqual(plain);
  });

  it("finds a message by the platform's own name for it, in that chat only", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const said = await k.say(thread, { origin: { address: roomA, ref: "55" } });
    expect(await k.store.messageByRef(roomA, "55")).toEqual(said);
    expect(await k.store.messageByRef(roomA, "56")).toBeUndefined();
    expect(await k.store.messageByRef({ ...roomA, topic: "1" }, "55")).toBeUndefined();
  });

  it("pages messages forwards from a seq and backwards before one", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    for (let i = 1; i <= 7; i++) await k.say(thread, { text: String(i) });
    const texts = async (page: Parameters<typeof k.store.messages>[2]): Promise<string> =>
      (await k.store.messages(all, thread, page)).map((m) => m.text).join("");
    expect(await texts({ limit: 3 })).toBe("123");
    expect(await texts({ afterSeq: 4, limit: 10 })).toBe("567");
    expect(await texts({ beforeSeq: 5, limit: 2 })).toBe("34");
    expect(await texts({ beforeSeq: 100, limit: 2 })).toBe("67");
    expect(await texts({ afterSeq: 7, limit: 2 })).toBe("");
  });

  it("pages messages and changes together in rev order, forwards and backwards", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    // m c m m c c m m: revs 1 to 8
    for (const what of "mcmmccmm") {
      if (what === "m") await k.say(thread);
      else await k.store.accept({ at: 1, change: { thread, body: { kind: "renamed", topic: "new", by: "x" } } });
    }
    const shape = async (page: Parameters<typeof k.store.entries>[2]): Promise<string> =>
      (await k.store.entries(all, thread, page)).map((entry) => `${entry.kind === "message" ? "m" : "c"}${revOf(entry)}`).join(" ");
    expect(await shape({ limit: 20 })).toBe("m1 c2 m3 m4 c5 c6 m7 m8");
    for (let after = 0; after <= 9; after++) {
      const expected = "m1 c2 m3 m4 c5 c6 m7 m8".split(" ").slice(after, after + 3);
      expect(await shape({ afterRev: after, limit: 3 })).toBe(expected.join(" "));
    }
    for (let before = 1; before <= 9; before++) {
      const expected = "m1 c2 m3 m4 c5 c6 m7 m8".split(" ").slice(Math.max(0, before - 4), before - 1);
      expect(await shape({ beforeRev: before, limit: 3 })).toBe(expected.join(" "));
    }
  });

  it("ends a page of messages where it would hold more than its bound, in both directions, and always gives one", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    // Two bytes a character; the metadata counts too.
    for (let i = 1; i <= 5; i++) await k.say(thread, { text: "é".repeat(500), ...(i === 3 && { meta: { a: "x".repeat(2_000) } }) });
    const seqs = async (page: Partial<Parameters<typeof k.store.messages>[2]>): Promise<readonly number[]> =>
      (await k.store.messages(all, thread, { limit: 9, ...page })).map(({ seq }) => seq);
    expect(await seqs({ mostBytes: 2_000 })).toEqual([1, 2]);
    expect(await seqs({ mostBytes: 1_999 })).toEqual([1]);
    expect(await seqs({ afterSeq: 2, mostBytes: 10 })).toEqual([3]);
    expect(await seqs({ beforeSeq: 6, mostBytes: 2_000 })).toEqual([4, 5]);
    expect(await seqs({ beforeSeq: 6, mostBytes: 2_000, limit: 1 })).toEqual([5]);
    expect(await seqs({ beforeSeq: 4, mostBytes: 10 })).toEqual([3]);
    expect(await seqs({ mostBytes: 1e6 })).toEqual([1, 2, 3, 4, 5]);
  });

  it("ends a page of entries in the same way, and never skips one of either kind", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const said = await k.say(thread);
    // m e e m m e: revs 1 to 6
    await k.store.editMessage(said.id, "a".repeat(900), "x", 1);
    await k.store.editMessage(said.id, "b".repeat(900), "x", 1);
    await k.say(thread, { text: "m".repeat(900) });
    await k.say(thread, { text: "m".repeat(900) });
    await k.store.editMessage(said.id, "c".repeat(900), "x", 1);
    for (const mostBytes of [1, 1_000, 2_000, 4_000]) {
      const forwards: number[] = [];
      for (let page = await k.store.entries(all, thread, { limit: 9, mostBytes }); page.length > 0;) {
        forwards.push(...page.map(revOf));
        page = await k.store.entries(all, thread, { afterRev: forwards.at(-1) ?? 0, limit: 9, mostBytes });
      }
      const backwards: number[] = [];
      for (let page = await k.store.entries(all, thread, { beforeRev: 7, limit: 9, mostBytes }); page.length > 0;) {
        backwards.unshift(...page.map(revOf));
        page = await k.store.entries(all, thread, { beforeRev: backwards[0] ?? 0, limit: 9, mostBytes });
      }
      expect({ forwards, backwards }).toEqual({ forwards: [1, 2, 3, 4, 5, 6], backwards: [1, 2, 3, 4, 5, 6] });
    }
    expect(await k.store.entries(all, thread, { limit: 9, mostBytes: 1_000 })).toHaveLength(2);
    expect(await k.store.entries(all, thread, { limit: 9, mostBytes: 100 })).toHaveLength(1);
  });

  it("says who spoke, newest first", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    for (const id of ["per_a", "per_b", "per_c"]) await k.say(thread, { author: { kind: "person", id, name: id } });
    expect(await k.store.speakers(thread, { beforeSeq: 3, limit: 9 })).toEqual([
      { seq: 2, kind: "person", id: "per_b" },
      { seq: 1, kind: "person", id: "per_a" },
    ]);
    expect(await k.store.speakers(thread, { beforeSeq: 9, limit: 1 })).toMatchObject([{ seq: 3 }]);
    expect(await k.store.speakers("thr_none", { beforeSeq: 9, limit: 1 })).toEqual([]);
  });

  it("shows a rename in the thread itself", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ topic: "old" });
    await k.store.accept({ at: 1, change: { thread, body: { kind: "renamed", topic: "new", by: "x" } } });
    expect(await k.store.thread(all, thread)).toMatchObject({ topic: "new", rev: 1, seq: 0 });
  });

  it("shows a thread that was read before as it is after each verb that changes it, and as it was after one that is refused", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ topic: "old" });
    const now = async (): Promise<unknown> => {
      const { topic, status, defaultSession, seq } = present(await k.store.thread(all, thread));
      return [topic, status, defaultSession, seq];
    };
    expect(await now()).toEqual(["old", "discuss", undefined, 0]);
    await k.say(thread);
    expect(await now()).toEqual(["old", "discuss", undefined, 1]);
    await k.store.rename(all, thread, "new", "x", 1);
    await k.store.setStatus(thread, "review", "x", 1);
    expect(await now()).toEqual(["new", "review", undefined, 1]);
    const [first, second] = [await k.session(thread), await k.session(thread, { name: "second" })];
    expect(await now()).toEqual(["new", "review", first.id, 1]);
    await k.store.setDefaultSession(thread, second.id);
    expect(await now()).toEqual(["new", "review", second.id, 1]);
    await k.store.dropSession(second.id);
    expect(await now()).toEqual(["new", "review", first.id, 1]);
    const turn = { id: "trn_x", session: "ses_missing", thread, origin: "prompt", prompt: "", message: "msg_x", by: ann, beganBy: ann.id, at: 1 } as const;
    const change = { thread, body: { kind: "renamed", topic: "lost", by: "x" } } as const;
    expect(await refusal(k.store.accept({ at: 1, message: k.line(thread), change, turn }))).toBe("NoSuchSession");
    expect(await now()).toEqual(["new", "review", first.id, 1]);
  });

  it("refuses a message for a thread that is not there", async () => {
    await using k = await kit(open);
    expect(await refusal(k.say("thr_missing"))).toBe("NotFound");
  });

  it("keeps everything over closing and opening", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ access: "closed", participants: [ann.id] });
    const said = await k.say(thread);
    const before = await k.store.thread(all, thread);
    await k.reopen();
    expect(await k.store.thread(all, thread)).toEqual(before);
    expect(before).toMatchObject({ access: "closed", status: "discuss", createdBy: ann, seq: 1, rev: 1, lastAt: said.at });
    expect((await k.say(thread, { author: hub })).seq).toBe(2);
  });
}
