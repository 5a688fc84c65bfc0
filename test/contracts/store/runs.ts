import fc from "fast-check";
import { expect, it } from "vitest";
import type { Holder, NewRun, RunEnd } from "#domain/command";
import type { RunId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Question } from "#domain/question";
import { all, kit, present, refusal, roomA } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

function newRun(k: Kit, more: Partial<NewRun> = {}): NewRun {
  return { id: k.newId("run"), at: k.clock.now, who: "agt_1", whoName: "agt_1", name: "irc send", surface: "mcp", line: "irc send --text hi", ...more };
}

function asking({ id: run }: NewRun): Pick<Question, "asker"> {
  return { asker: { kind: "run", run, needs: [] } };
}

function ended(run: NewRun, more: Partial<RunEnd> = {}): RunEnd {
  return { id: run.id, at: run.at + 5, exitCode: 0, text: "sent", result: { sent: true }, ...more };
}

/** All that can be known of one. */
function whole(k: Kit, thread: ThreadId): { readonly run: NewRun; readonly end: RunEnd } {
  const run = newRun(k, { thread, address: roomA, session: "ses_1", args: { text: "hi" }, stdin: { chars: 3, sha256: "abc" } });
  const artifacts = [{ path: ".agents/artifacts/a.txt", mime: "text/plain", description: "all of it", bytes: 9, sha256: "def" }];
  return { run, end: ended(run, { exitCode: 1, code: "ConfirmRequired", message: "Confirm it.", stderr: "no", artifacts }) };
}

async function idsOf(
  k: Kit,
  reader: Reader,
  which: Omit<Parameters<Kit["store"]["runs"]>[1], "limit"> & { readonly limit?: number },
): Promise<readonly RunId[]> {
  return (await k.store.runs(reader, { limit: 50, ...which })).map(({ id }) => id);
}

export function runContract(open: OpenStore): void {
  it("keeps a whole run and its record in one step, as they were", async () => {
    await using k = await kit(open);
    const { run, end } = whole(k, await k.thread());
    await k.store.recordRun(run, end, [k.record({ kind: "run", data: { run: run.id } })]);
    await k.reopen();
    const { at: endedAt, ...rest } = end;
    expect(await k.store.run(all, run.id)).toEqual({ ...run, ...rest, endedAt });
    expect(await k.store.auditRecords({ limit: 9 })).toMatchObject([{ kind: "run", data: { run: run.id } }]);
    expect([await k.store.openRuns(), await k.store.verifyAudit()]).toEqual([[], { ok: true, records: 1 }]);
  });

  it("keeps a run that was accepted first, and all of its end, as they were", async () => {
    await using k = await kit(open);
    const { run, end } = whole(k, await k.thread());
    await k.store.accept({ at: 1, run });
    await k.reopen();
    expect(await k.store.openRuns()).toEqual([run]);
    await k.store.endRun(end, [], []);
    await k.reopen();
    const { at: endedAt, ...rest } = end;
    expect(await k.store.run(all, run.id)).toEqual({ ...run, ...rest, endedAt });
  });

  it("names the open question that runs wait for, in each of them, until it is open no longer", async () => {
    await using k = await kit(open);
    const turn = await k.begun(await k.session(await k.thread()));
    const [one, two, over] = [newRun(k), newRun(k), newRun(k)];
    for (const run of [one, two, over]) await k.store.accept({ at: 1, run });
    const waitsFor = async (): Promise<readonly unknown[]> => Promise.all([one, two, over].map(async ({ id }) => (await k.store.run(all, id))?.question));
    const question = k.question(turn, asking(one));
    await k.store.ask(question, []);
    // The same question, asked for another run; and for one that is over.
    await k.store.ask(k.question(turn, asking(two)), []);
    await k.store.endRun(ended(over), [], []);
    await k.store.ask(k.question(turn, asking(over)), []);
    await k.reopen();
    expect(await waitsFor()).toEqual([question.id, question.id, undefined]);
    expect((await k.store.openRuns()).map(({ question: waits }) => waits)).toEqual([question.id, question.id]);
    await k.store.endRun(ended(two), [], []);
    expect(await waitsFor()).toEqual([question.id, undefined, undefined]);
    const end = new AbortController();
    const told = k.store.changes(end.signal)[Symbol.asyncIterator]().next();
    await k.store.withdraw(question.id, 2, "no longer");
    expect(await waitsFor()).toEqual([undefined, undefined, undefined]);
    expect((await told).value).toContainEqual({ topic: "run", run: one.id });
    end.abort();
    expect(await k.store.ask(k.question(turn, asking(one)), [])).toMatchObject({ isNew: true });
  });

  it("keeps neither run nor record of one that is refused", async () => {
    await using k = await kit(open);
    const fine = newRun(k);
    const lost = newRun(k, { thread: "thr_missing" });
    const [, code] = await Promise.all([
      k.store.recordRun(fine, ended(fine), [k.record({ who: "fine" })]),
      refusal(k.store.recordRun(lost, ended(lost), [k.record({ who: "lost" })])),
    ]);
    expect(code).toBe("NotFound");
    expect([await idsOf(k, all, {}), (await k.store.auditRecords({ limit: 9 })).map(({ who }) => who)]).toEqual([[fine.id], ["fine"]]);
  });

  it("tells of a run that begins, that ends for the first time, and that was kept whole", async () => {
    await using k = await kit(open);
    const end = new AbortController();
    const listener = k.store.changes(end.signal)[Symbol.asyncIterator]();
    const [one, other] = [newRun(k), newRun(k)];
    await k.store.accept({ at: 1, run: one });
    expect((await listener.next()).value).toEqual([{ topic: "run", run: one.id }]);
    await k.store.endRun(ended(one), [], []);
    expect((await listener.next()).value).toEqual([{ topic: "run", run: one.id }]);
    await k.store.endRun(ended(one), [], []);
    await k.store.recordRun(other, ended(other), []);
    expect((await listener.next()).value).toEqual([{ topic: "run", run: other.id }]);
    end.abort();
  });

  it("shows a chat's verb to its caller and to those who see all, and the terminal's runs to the thread", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ access: "open" });
    const [verb, command] = [newRun(k, { thread, who: "per_ann" }), newRun(k, { thread, who: "per_ann", session: "ses_1" })];
    for (const run of [verb, command]) await k.store.accept({ at: 1, run });
    const bo: Reader = { sees: "some", who: "per_bo", open: true };
    for (const which of [{}, { thread }]) {
      expect(await idsOf(k, bo, which)).toEqual([command.id]);
      expect(await idsOf(k, { ...bo, who: "per_ann" }, which)).toEqual([command.id, verb.id]);
      expect(await idsOf(k, all, which)).toEqual([command.id, verb.id]);
    }
    expect(await k.store.run(bo, verb.id)).toBeUndefined();
    expect(await k.store.run(bo, command.id)).toMatchObject({ id: command.id });
  });

  it("lists the newest first, of a thread, of a session, of both, page by page", async () => {
    await using k = await kit(open);
    const [a, b] = [await k.thread(), await k.thread()];
    const made: RunId[] = [];
    for (const more of [
      { thread: a, session: "ses_1" },
      { thread: a },
      { thread: b, session: "ses_1" },
      { session: "ses_1" },
      { thread: a, session: "ses_1" },
    ] as const) {
      const run = newRun(k, more);
      await k.store.recordRun(run, ended(run), []);
      made.push(run.id);
    }
    const at = (...places: readonly number[]): readonly RunId[] => places.map((place) => present(made[place]));
    expect(await idsOf(k, all, {})).toEqual(at(4, 3, 2, 1, 0));
    expect(await idsOf(k, all, { thread: a })).toEqual(at(4, 1, 0));
    expect(await idsOf(k, all, { session: "ses_1" })).toEqual(at(4, 3, 2, 0));
    expect(await idsOf(k, all, { thread: a, session: "ses_1" })).toEqual(at(4, 0));
    expect(await idsOf(k, all, { session: "ses_1", limit: 2 })).toEqual(at(4, 3));
    expect(await idsOf(k, all, { session: "ses_1", limit: 2, before: present(made[3]) })).toEqual(at(2, 0));
    expect(await idsOf(k, all, { thread: "thr_missing" })).toEqual([]);
    expect(await idsOf(k, all, { session: "ses_other" })).toEqual([]);
  });

  it("lists to whoever holds a join token the runs of that thread and its own outside of any", async () => {
    await using k = await kit(open);
    const [theirs, other] = [await k.thread({ access: "closed" }), await k.thread()];
    const add = async (more: Partial<NewRun>): Promise<RunId> => {
      const run = newRun(k, more);
      await k.store.recordRun(run, ended(run), []);
      return run.id;
    };
    const inTheirs = await add({ thread: theirs, who: "per_ann", session: "ses_1" });
    await add({ thread: other, who: "per_ann", session: "ses_1" });
    await add({ who: "per_ann", session: "ses_1" });
    const own = await add({ who: "agt_1", session: "agt_1" });
    const reader: Reader = { sees: "one", who: "agt_1", thread: theirs };
    expect(await idsOf(k, reader, {})).toEqual([own, inTheirs]);
    expect(await idsOf(k, reader, { session: "ses_1" })).toEqual([inTheirs]);
    expect(await idsOf(k, reader, { session: "agt_1" })).toEqual([own]);
    expect(await idsOf(k, reader, { thread: other })).toEqual([]);
  });

  it("lists to every reader exactly those runs that the reader finds one by one", async () => {
    const of = fc.record({ thread: fc.nat(5), who: fc.nat(2), session: fc.nat(3) });
    const page = fc.record({
      thread: fc.option(fc.nat(3)),
      session: fc.option(fc.nat(2)),
      before: fc.option(fc.nat(40)),
      limit: fc.integer({ min: 1, max: 8 }),
    });
    const people = ["per_a", "per_b", "agt_c"];
    const holders: readonly Holder[] = ["ses_1", "per_a", "agt_c"];
    await fc.assert(
      fc.asyncProperty(fc.array(of, { minLength: 1, maxLength: 40 }), fc.array(page, { minLength: 1, maxLength: 6 }), async (runs, pages) => {
        await using k = await kit(open);
        const threads = [
          await k.thread(),
          await k.thread({ access: "closed", participants: ["per_a"] }),
          await k.thread({ access: "closed", participants: ["per_b", "per_a"] }),
          await k.thread({ participants: ["per_b"] }),
        ];
        const made = runs.map(({ thread, who, session }) => {
          const [of_, by] = [threads[thread], holders[session]];
          return newRun(k, { who: present(people[who]), ...(of_ && { thread: of_ }), ...(by && { session: by }) });
        });
        await Promise.all(made.map((run) => k.store.recordRun(run, ended(run), [])));
        const readers: readonly Reader[] = [
          all,
          ...["per_a", "per_b"].flatMap((who) => [true, false].map((isOpen) => ({ sees: "some", who, open: isOpen }) as const)),
          { sees: "one", who: "agt_c", thread: present(threads[1]) },
        ];
        for (const reader of readers) {
          const visible = (await Promise.all(made.map(({ id }) => k.store.run(reader, id)))).filter((run) => run !== undefined).toReversed();
          for (const { limit, ...asked } of pages) {
            const thread = asked.thread === null ? undefined : threads[asked.thread];
            const session = asked.session === null ? undefined : holders[asked.session];
            const before = asked.before === null ? undefined : made[asked.before]?.id;
            const expected = visible
              .filter((run) => (thread === undefined || run.thread === thread) && (session === undefined || run.session === session))
              .filter((run) => before === undefined || run.id < before)
              .slice(0, limit);
            const which = { limit, ...(thread && { thread }), ...(session && { session }), ...(before && { before }) };
            expect(await k.store.runs(reader, which)).toEqual(expected);
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  it("forgets the runs of a thread that is deleted; one under way becomes its caller's alone", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const [over, open_] = [newRun(k, { thread, session: "ses_1" }), newRun(k, { thread, session: "ses_1" })];
    await k.store.recordRun(over, ended(over), []);
    await k.store.accept({ at: 1, run: open_ });
    const [caller, somebody] = ["agt_1", "per_ann"].map((who): Reader => ({ sees: "some", who, open: true }));
    expect(await idsOf(k, present(somebody), {})).toEqual([open_.id, over.id]);
    await k.store.deleteThread(thread, k.record());
    for (const which of [{}, { session: "ses_1" }] as const) {
      expect(await idsOf(k, present(caller), which)).toEqual([open_.id]);
      expect(await idsOf(k, present(somebody), which)).toEqual([]);
    }
  });
}
