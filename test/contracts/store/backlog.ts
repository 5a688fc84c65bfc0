import fc from "fast-check";
import { expect, it } from "vitest";
import { keptMax, unreadMax } from "#domain/backlog";
import type { Backlog, BacklogEntry, BacklogRead } from "#domain/backlog";
import type { Holder } from "#domain/command";
import { kit } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

type Lines = Parameters<Backlog["add"]>[0];

function lines(count: number, from = 1): Lines {
  return Array.from({ length: count }, (_, i) => ({ at: from + i, body: { text: `line ${from + i}` } }));
}

/** As `lines` become when they are the first ones of a backlog. */
function entries(first: number, last: number): readonly BacklogEntry[] {
  return lines(last - first + 1, first).map((line) => ({ n: line.at, ...line }));
}

function pull(k: Kit, limit: number, holder: Holder = "ses_1", name = "#a"): Promise<BacklogRead> {
  return k.store.readBacklog(holder, name, { limit, peek: false });
}

function peek(k: Kit, limit: number, holder: Holder = "ses_1", name = "#a"): Promise<BacklogRead> {
  return k.store.readBacklog(holder, name, { limit, peek: true });
}

const nothing: BacklogRead = { entries: [], before: 0, after: 0, dropped: 0, waiting: 0 };

export function backlogContract(open: OpenStore): void {
  it("numbers what is added without a gap, and hands it out oldest first, each line once", async () => {
    await using k = await kit(open);
    expect(await k.store.addBacklog("ses_1", "#a", lines(3))).toEqual(entries(1, 3));
    await k.reopen();
    expect(await k.store.addBacklog("ses_1", "#a", lines(2, 4))).toEqual(entries(4, 5));
    expect(await pull(k, 2)).toEqual({ entries: entries(1, 2), before: 0, after: 2, dropped: 0, waiting: 3 });
    await k.reopen();
    expect(await pull(k, 9)).toEqual({ entries: entries(3, 5), before: 2, after: 5, dropped: 0, waiting: 0 });
    expect(await pull(k, 9)).toEqual({ entries: [], before: 5, after: 5, dropped: 0, waiting: 0 });
  });

  it("changes nothing when it is only peeked at", async () => {
    await using k = await kit(open);
    expect([await peek(k, 9), await pull(k, 9)]).toEqual([nothing, nothing]);
    expect(await k.store.addBacklog("ses_1", "#a", [])).toEqual([]);
    await k.store.addBacklog("ses_1", "#a", lines(unreadMax + 2));
    const seen = { entries: entries(3, 4), before: 0, after: 0, dropped: 2, waiting: unreadMax - 2 };
    expect([await peek(k, 2), await peek(k, 2)]).toEqual([seen, seen]);
    expect(await pull(k, 2)).toEqual({ ...seen, after: 4 });
  });

  it("keeps each holder's and each name's lines and cursor apart", async () => {
    await using k = await kit(open);
    await k.store.addBacklog("ses_1", "#a", lines(2));
    await k.store.addBacklog("ses_1", "#b", lines(1));
    await k.store.addBacklog("agt_1", "#a", lines(3));
    await pull(k, 9);
    expect(await pull(k, 9, "ses_1", "#b")).toMatchObject({ entries: entries(1, 1), before: 0 });
    expect(await pull(k, 2, "agt_1")).toMatchObject({ entries: entries(1, 2), before: 0, waiting: 1 });
    expect(await pull(k, 9)).toMatchObject({ entries: [], before: 2 });
    expect(await k.store.backlogHistory("agt_1", "#b", { limit: 9 })).toEqual([]);
  });

  it("passes over the oldest unread lines when too many wait, counts them, and still has them in its history", async () => {
    await using k = await kit(open);
    await k.store.addBacklog("ses_1", "#a", lines(unreadMax + 200));
    expect(await pull(k, 50)).toEqual({ entries: entries(201, 250), before: 0, after: 250, dropped: 200, waiting: 450 });
    await k.store.addBacklog("ses_1", "#a", lines(60, unreadMax + 201));
    expect(await pull(k, 1)).toEqual({ entries: entries(261, 261), before: 250, after: 261, dropped: 10, waiting: unreadMax - 1 });
    await k.store.addBacklog("ses_1", "#a", lines(4, unreadMax + 261));
    expect(await pull(k, 0)).toMatchObject({ entries: [], before: 261, after: 264, dropped: 3, waiting: unreadMax });
    expect(await k.store.backlogHistory("ses_1", "#a", { before: 4, limit: 9 })).toEqual(entries(1, 3));
  });

  it("forgets the oldest lines of all when it grows past its bound, and counts those that nobody had read", async () => {
    await using k = await kit(open);
    await k.store.addBacklog("ses_1", "#a", lines(10));
    await pull(k, 10);
    await k.store.addBacklog("ses_1", "#a", lines(keptMax - 10, 11));
    expect(await k.store.backlogHistory("ses_1", "#a", { before: 3, limit: 9 })).toEqual(entries(1, 2));
    await k.store.addBacklog("ses_1", "#a", lines(1, keptMax + 1));
    expect(await k.store.backlogHistory("ses_1", "#a", { before: 4, limit: 9 })).toEqual(entries(2, 3));
    await k.store.addBacklog("ses_1", "#a", lines(keptMax + 7, keptMax + 2));
    const last = 2 * keptMax + 8;
    expect(await k.store.backlogHistory("ses_1", "#a", { before: last - keptMax + 2, limit: 9 })).toEqual(entries(last - keptMax + 1, last - keptMax + 1));
    expect(await pull(k, 1)).toMatchObject({ before: 10, dropped: last - unreadMax - 10, entries: [{ n: last - unreadMax + 1 }], waiting: unreadMax - 1 });
  });

  it("shows what is kept, read or not, page by page from the newest", async () => {
    await using k = await kit(open);
    await k.store.addBacklog("ses_1", "#a", lines(7));
    await pull(k, 3);
    expect(await k.store.backlogHistory("ses_1", "#a", { limit: 3 })).toEqual(entries(5, 7));
    expect(await k.store.backlogHistory("ses_1", "#a", { limit: 3, before: 5 })).toEqual(entries(2, 4));
    expect(await k.store.backlogHistory("ses_1", "#a", { limit: 3, before: 2 })).toEqual(entries(1, 1));
    expect(await pull(k, 9)).toMatchObject({ before: 3, after: 7 });
  });

  it("stays dense and gives every line to one reader, when all call at once and some are refused", async () => {
    await using k = await kit(open);
    const results = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, i) => k.store.addBacklog("ses_1", "#a", lines(2, 2 * i + 1))),
      k.say("thr_missing"),
      ...Array.from({ length: 4 }, () => k.store.addBacklog("ses_1", "#a", lines(1, 99))),
    ]);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const reads = await Promise.all(Array.from({ length: 11 }, () => pull(k, 4)));
    expect(reads.flatMap((read) => read.entries.map(({ n }) => n))).toEqual(Array.from({ length: 44 }, (_, i) => i + 1));
  });

  it("goes with its holder, and nobody else's goes", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread());
    const at = { at: 1, lastHeartbeat: 1, lastActivity: "", lastActivityAt: 1 };
    await k.store.putAgent({ id: "agt_1", name: "Agent", ide: "", model: "", description: "", capabilities: [], skills: [], aliasSource: "auto", ...at });
    await k.store.addPerson({ id: "per_1", name: "One", role: "member", accounts: [], source: "store" }, k.record());
    const holders: readonly Holder[] = [session.id, "agt_1", "per_1", "operator"];
    for (const holder of holders) for (const name of ["#a", "#b"]) await k.store.addBacklog(holder, name, lines(3));
    const left = async (): Promise<readonly number[]> =>
      Promise.all(
        holders.map(async (holder) => (await k.store.backlogHistory(holder, "#a", { limit: 9 })).length + (await peek(k, 9, holder, "#b")).entries.length),
      );
    expect(await left()).toEqual([6, 6, 6, 6]);
    await k.store.dropSession(session.id);
    expect(await left()).toEqual([0, 6, 6, 6]);
    await k.store.endAgent("agt_1", 2, k.record());
    expect(await left()).toEqual([0, 0, 6, 6]);
    await k.store.removePerson("per_1", 2, k.record());
    expect(await left()).toEqual([0, 0, 0, 6]);
    await k.reopen();
    expect(await left()).toEqual([0, 0, 0, 6]);
    expect(await k.store.addBacklog("agt_1", "#a", lines(1))).toEqual(entries(1, 1));
  });

  it("accounts for every line under any order of adding, reading, peeking and opening again", async () => {
    const step = fc.record({ what: fc.constantFrom("add", "add", "pull", "peek", "reopen"), count: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using k = await kit(open);
        let [added, cursor, read, dropped] = [0, 0, 0, 0];
        const reads: BacklogRead[] = [];
        const expected: BacklogRead[] = [];
        for (const { what, count } of steps) {
          if (what === "add") added += (await k.store.addBacklog("ses_1", "#a", lines(count, added + 1))).length;
          else if (what === "reopen") await k.reopen();
          else {
            const from = Math.max(cursor, added - unreadMax);
            const to = Math.min(from + count, added);
            const given = await (what === "pull" ? pull(k, count) : peek(k, count));
            reads.push(given);
            expected.push({
              entries: entries(from + 1, to),
              before: cursor,
              after: what === "pull" ? to : cursor,
              dropped: from - cursor,
              waiting: added - to,
            });
            if (what === "peek") continue;
            read += given.entries.length;
            dropped += given.dropped;
            cursor = given.after;
          }
        }
        expect(reads).toEqual(expected);
        const rest = await pull(k, unreadMax);
        expect(read + rest.entries.length + dropped + rest.dropped).toBe(added);
      }),
      { numRuns: 20 },
    );
  });
}
