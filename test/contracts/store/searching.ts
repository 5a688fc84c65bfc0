import fc from "fast-check";
import { expect, it } from "vitest";
import type { Reader } from "#domain/people";
import { all, ann, claude, kit, present, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function hits(k: Kit, query: string, reader: Reader = all): Promise<string> {
  return (await k.store.search(reader, query, { limit: 99 })).map(({ seq }) => seq).join(" ");
}

export function searchContract(open: OpenStore): void {
  it("finds words in messages, whatever their case and accents, all of them in one message, newest first", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    for (const text of ["The deploy failed", "deploy the École today", "nothing here", "a DEPLOY, again"]) await k.say(thread, { text });
    expect(await hits(k, "deploy")).toBe("4 2 1");
    expect(await hits(k, "ecole")).toBe("2");
    expect(await hits(k, "ÉCOLE Deploy")).toBe("2");
    expect(await hits(k, "deploy nothing")).toBe("");
    expect(await hits(k, "dep")).toBe("");
    expect((await k.store.search(all, "deploy", { limit: 2 })).map(({ seq }) => seq)).toEqual([4, 2]);
  });

  it("finds a file by its name, also after an edit, and tells the names", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const made = { thread, key: "k", mime: "text/plain", bytes: 1, sha256: "0".repeat(64), description: "", path: "p", at: 1 };
    const file = await k.store.addArtifact({ ...made, id: "art_1", name: "Harvest plan 收成.pdf" });
    const said = await k.say(thread, { text: "look at this", artifacts: [file.id] });
    await k.say(thread, { text: "no file" });
    expect(await k.store.search(all, "harvest", { limit: 9 })).toMatchObject([{ seq: 1, files: ["Harvest plan 收成.pdf"], snippet: "look at this" }]);
    await k.store.editMessage(said.id, "look again", "x", 1);
    expect([await hits(k, "收成.pdf"), await hits(k, "again"), await hits(k, "this")]).toEqual(["1", "1", ""]);
  });

  it("keeps to a person, to messages with files and to a time, all at once if wanted, and never beyond what the reader sees", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const made = { thread, key: "k", mime: "text/plain", bytes: 1, sha256: "0".repeat(64), description: "", path: "p", at: 1 };
    const { id } = await k.store.addArtifact({ ...made, id: "art_1", name: "a.txt" });
    await k.say(thread, { text: "deploy one", author: ann, at: 100 });
    await k.say(thread, { text: "deploy two", author: claude, at: 200, artifacts: [id] });
    await k.say(thread, { text: "deploy three", author: ann, at: 300, artifacts: [id] });
    await k.say(thread, { text: "other four", author: ann, at: 400, artifacts: [id] });
    const found = async (which: object, reader: Reader = all): Promise<readonly number[]> =>
      (await k.store.search(reader, "deploy", { limit: 9, ...which })).map(({ seq }) => seq);
    expect(await found({ author: ann.id })).toEqual([3, 1]);
    expect(await found({ hasFile: true })).toEqual([3, 2]);
    expect(await found({ hasFile: false })).toEqual([3, 2, 1]);
    expect([await found({ since: 200 }), await found({ until: 200 }), await found({ since: 200, until: 300 })]).toEqual([[3, 2], [1], [2]]);
    expect(await found({ author: ann.id, hasFile: true, since: 0, thread })).toEqual([3]);
    expect(await found({ author: ann.id, limit: 1 })).toEqual([3]);
    expect(await found({ author: "nobody" })).toEqual([]);
    expect(await found({ hasFile: true }, { sees: "some", who: "per_nobody", open: false })).toEqual([]);
  });

  it("tells where it was found and shows the words around it", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ topic: "Ship it" });
    const said = await k.say(thread, { text: "Will the Déploy\nwork? We deploy at noon.", author: claude, at: 77 });
    expect(await k.store.search(all, "deploy", { limit: 9 })).toEqual([
      {
        message: said.id,
        thread,
        topic: "Ship it",
        author: "claude",
        authorId: claude.id,
        seq: 1,
        at: 77,
        snippet: "Will the <mark>Déploy</mark> work? We <mark>deploy</mark> at noon.",
      },
    ]);
  });

  it.each([
    ["Chinese, two characters", "我们明天部署新版本", "部署", "署部"],
    ["Chinese, one character", "我们明天部署新版本", "版", "旧"],
    ["Chinese beside Latin", "请修复login的bug", "修复login", "复修"],
    ["Japanese", "サーバーが落ちました", "サーバー", "バーサ"],
    ["Korean with an ending", "서버가 죽었습니다", "서버", "버서"],
    ["Korean in single letters", "서버가".normalize("NFD"), "서버", "버서"],
    ["Thai", "เซิร์ฟเวอร์ล่มแล้ว", "ล่ม", "มล่"],
    ["Russian", "Сервер упал ночью", "СЕРВЕР", "серв"],
    ["Arabic", "تعطل الخادم الليلة", "الخادم", "خادمة"],
    ["Hindi", "सर्वर बंद है", "बंद", "बद"],
    ["Greek", "ο διακομιστής έπεσε", "ΔΙΑΚΟΜΙΣΤΉΣ", "διακομ"],
    ["full width", "ＡＢＣ１２３", "abc123", "bc12"],
    ["Chinese beyond the first plane", "𠮷野家で会う", "𠮷野", "野𠮷"],
    ["a script from after Unicode 6.1", "𞤀𞤣𞤢𞤤 test", "𞤀𞤣𞤢𞤤", "𞤀𞤣"],
  ])("finds %s", async (_, text, found, missing) => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread, { text });
    expect(await hits(k, found)).toBe("1");
    expect((await k.store.search(all, found, { limit: 1 }))[0]?.snippet).toContain("<mark>");
    expect(await hits(k, missing)).toBe("");
  });

  it.each([
    ['say "hello', "1"],
    ['"hello"', "1"],
    ["hello*", "1"],
    ["hello OR nothing", ""],
    ["NOT hello", ""],
    ["NEAR(hello, 2)", ""],
    ["words:hello", ""],
    ["scope:open", ""],
    ["^hello", "1"],
    ["(hello", "1"],
    ["hello) AND (hello", ""],
    ["-hello +hello", "1"],
    ["O'Brien;--", "1"],
    ["hello\u0000world", ""],
    ["'", ""],
    ["", ""],
    ["   ", ""],
    ["🙂", ""],
  ])("takes %s as words, never as an order", async (query, expected) => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread, { text: "say hello to O'Brien" });
    expect(await hits(k, query)).toBe(expected);
  });

  it("answers any query at all, and finds every message by its own words", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 80 }), fc.string({ minLength: 1, unit: "grapheme" }), async (any, more) => {
        const { id } = await k.say(thread, { text: `${any} needle ${more}` });
        await k.store.search(all, any, { limit: 1 });
        const found = await k.store.search(all, `needle ${more}`, { limit: 1 });
        expect(found.map(({ message }) => message)).toEqual([id]);
      }),
      { numRuns: 60 },
    );
  });

  it("shows to each reader what they may see, and looks into one thread when asked", async () => {
    await using k = await kit(open);
    const threads = [
      await k.thread(),
      await k.thread({ access: "closed", participants: ["per_bob"] }),
      await k.thread({ access: "closed", participants: ["per_eve"] }),
      await k.thread({ participants: ["per_bob"] }),
    ] as const;
    for (const thread of threads) await k.say(thread, { text: "needle" });
    const seen = async (reader: Reader, thread?: number): Promise<string> => {
      const found = await k.store.search(reader, "needle", { limit: 9, ...(thread !== undefined && { thread: present(threads[thread]) }) });
      return found.map((one) => threads.indexOf(one.thread)).join("");
    };
    const bob: Reader = { sees: "some", who: "per_bob", open: true };
    expect(await seen(all)).toBe("3210");
    expect(await seen(bob)).toBe("310");
    expect(await seen({ ...bob, open: false })).toBe("31");
    expect(await seen({ ...bob, who: "per_new", open: false })).toBe("");
    expect(await seen({ sees: "one", who: "agt_1", thread: threads[2] })).toBe("2");
    expect([await seen(all, 2), await seen(bob, 2), await seen(bob, 1)]).toEqual(["2", "", "1"]);
    expect(await seen({ sees: "one", who: "agt_1", thread: threads[2] }, 1)).toBe("");
    await k.store.accept({ at: 1, joins: { thread: threads[2], who: "per_bob" } });
    expect(await seen(bob)).toBe("3210");
  });

  it("still keeps closed threads apart for somebody who takes part in very many", async () => {
    await using k = await kit(open);
    const bob: Reader = { sees: "some", who: "per_bob", open: false };
    const theirs = await Promise.all(Array.from({ length: 520 }, () => k.thread({ access: "closed", participants: ["per_bob"] })));
    const other = await k.thread({ access: "closed" });
    for (const thread of [present(theirs[519]), other, present(theirs[0])]) await k.say(thread, { text: "needle" });
    expect((await k.store.search(bob, "needle", { limit: 9 })).map(({ thread }) => thread)).toEqual([theirs[0], theirs[519]]);
  });

  it("finds an edited message by its new words only, whether or not it was indexed before", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const { id } = await k.say(thread, { text: "first" });
    await k.store.editMessage(id, "second", ann.id, 1);
    expect([await hits(k, "first"), await hits(k, "second")]).toEqual(["", "1"]);
    await k.store.accept({ at: 1, change: { thread, body: { kind: "edited", message: id, text: "third", by: ann.id } } });
    expect([await hits(k, "second"), await hits(k, "third")]).toEqual(["", "1"]);
    expect((await k.store.search(all, "third", { limit: 1 }))[0]?.snippet).toBe("<mark>third</mark>");
  });

  it("catches up with whatever was said since, in many threads, also before it was opened again", async () => {
    await using k = await kit(open);
    const threads = await Promise.all(Array.from({ length: 30 }, () => k.thread()));
    await Promise.all(threads.flatMap((thread) => Array.from({ length: 70 }, () => k.say(thread, { text: "common" }))));
    await k.reopen();
    const [first] = threads;
    await k.say(present(first), { text: "common rare" });
    const found = await k.store.search(all, "common", { limit: 9999 });
    expect(found).toHaveLength(30 * 70 + 1);
    expect(await hits(k, "rare")).toBe("71");
    await k.reopen();
    expect(await k.store.search(all, "common", { limit: 9999 })).toHaveLength(30 * 70 + 1);
  });

  it("indexes nothing of what is refused, and all of what shares its commit", async () => {
    await using k = await kit(open);
    const [thread, other] = [await k.thread(), await k.thread()];
    expect(await hits(k, "zero")).toBe("");
    await k.say(thread, { text: "zero" });
    const missing = { thread: "thr_missing", body: { kind: "renamed", topic: "t", by: "x" } } as const;
    const [found] = await Promise.all([
      hits(k, "zero"),
      k.say(other, { text: "one" }),
      refusal(k.store.accept({ at: 1, message: k.line(other, { text: "refused" }), change: missing })),
      k.say(other, { text: "two" }),
    ]);
    expect(found).toBe("1");
    expect([await hits(k, "one"), await hits(k, "refused"), await hits(k, "two")]).toEqual(["1", "", "2"]);
  });

  it("finds threads by their topic, by beginnings of words, newest first, and only those that the reader may see", async () => {
    await using k = await kit(open);
    const first = await k.thread({ topic: "Deploying the École" });
    const second = await k.thread({ topic: "部署新版本, then deploy" });
    const closed = await k.thread({ topic: "Secret deploy", access: "closed" });
    await k.say(first, { at: 9_000_030 });
    await k.say(second, { at: 9_000_020 });
    await k.say(closed, { at: 9_000_040 });
    const topics = async (query: string, reader: Reader = all, limit = 9): Promise<readonly string[]> =>
      (await k.store.searchTopics(reader, query, limit)).map(({ thread }) => thread);
    expect(await topics("deploy")).toEqual([closed, first, second]);
    expect(await topics("ecole DEPL")).toEqual([first]);
    expect(await topics("新版")).toEqual([second]);
    expect(await topics("ploy")).toEqual([]);
    expect(await topics("…")).toEqual([]);
    expect(await topics("deploy", { sees: "some", who: "stranger", open: true })).toEqual([first, second]);
    expect(await topics("deploy", { sees: "one", who: ann.id, thread: first })).toEqual([first]);
    expect(await topics("deploy", all, 1)).toEqual([closed]);
    await k.store.rename(all, first, "Another name", ann.id, 50);
    expect(await topics("another")).toEqual([first]);
    expect(await topics("ecole")).toEqual([]);
    await k.store.setStatus(first, "archived", ann.id, 60);
    expect((await k.store.searchTopics(all, "another", 9)).map(({ topic, status }) => [topic, status])).toEqual([["Another name", "archived"]]);
  });

  it("counts threads by status, messages, recent ones and why agents stopped", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.thread(), await k.thread()];
    k.clock.now = 10_000_000;
    for (const minutes of [20, 14, 4, 0.5]) await k.say(one, { at: k.clock.now - minutes * 60_000 });
    await k.say(two, { meta: { stop_reason: "complete" } });
    await k.say(one, { meta: { stop_reason: "impasse" } });
    await k.say(one, { meta: { stop_reason: "complete", other: 1 } });
    await k.store.setStatus(two, "done", "x", 1);
    expect(await k.store.metrics()).toEqual({
      threadsByStatus: { discuss: 1, done: 1 },
      messages: 7,
      recent: [4, 5, 6],
      stopReasons: { complete: 2, impasse: 1 },
    });
    await k.store.deleteThread(two, k.record());
    await k.reopen();
    expect(await k.store.metrics()).toEqual({ threadsByStatus: { discuss: 1 }, messages: 6, recent: [3, 4, 5], stopReasons: { complete: 1, impasse: 1 } });
  });
}
