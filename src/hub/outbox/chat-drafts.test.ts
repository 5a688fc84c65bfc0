import { describe, expect, it } from "vitest";
import type { Channel, Piece, Sent } from "#domain/channel";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import { openSqliteStore } from "#store/sqlite/store";
import { fakeClock } from "#test/fakes/clock";
import { createChatCalls } from "./chat-calls.ts";
import { createPacer } from "./pacer.ts";
import { createChatDrafts } from "./chat-drafts.ts";
import type { Draft } from "#hub/turns/drafts";

const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => log };
const to = { channel: "slow", room: "r" };
const draft: Draft = { thread: "thr_1", session: "ses_1", sessionName: "work", turn: "trn_1", beganAt: 0, text: "", steps: [] };

/** A platform that answers a call when the test says so. */
function slowChannel() {
  const calls: { text: unknown; growing?: boolean | undefined; answer: (sent: Sent) => void }[] = [];
  const take = (piece: Piece, growing?: boolean): Promise<Sent> => {
    const { promise, resolve } = Promise.withResolvers<Sent>();
    calls.push({ text: piece.body, growing, answer: resolve });
    return promise;
  };
  const channel: Channel = {
    id: "slow",
    can: {
      edit: true,
      buttons: false,
      fileBytes: 0,
      dedupes: true,
      final: "edit",
      pace: { perAddressMs: 0, overallMs: 0, draftMs: 100, hintMs: 0 },
    },
    start: async () => {},
    render: (parts) => parts.flatMap((part) => (part.kind === "text" ? [{ body: part.markdown }] : [])),
    post: (_to, piece, { growing }) => take(piece, growing),
    edit: (_receipt, piece) => take(piece),
    [Symbol.asyncDispose]: async () => {},
  };
  return { channel, calls };
}

async function start(change: Partial<Channel> = {}) {
  let ids = 0;
  const newId: NewId = (kind) => `${kind}_${++ids}` as never;
  const clock = fakeClock();
  const store = await openSqliteStore({ path: ":memory:", newId, now: () => clock.now() });
  const author = { kind: "hub", id: "hub", name: "Parley" } as const;
  await store.accept({
    at: 0,
    thread: { id: "thr_1", topic: "t", access: "open", createdBy: author, at: 0, participants: [] },
    bind: { address: to, thread: "thr_1" },
  });
  const { channel, calls } = slowChannel();
  const drafts = createChatDrafts(
    { store, clock, log, channels: new Map([["slow", { ...channel, ...change }]]), settings: { language: "en" } },
    createChatCalls(clock, createPacer(clock)),
  );
  return { store, clock, drafts, calls };
}

describe("the growing answer in a chat", () => {
  it("that grew while a call was under way is shown when the call is over, though nothing more is said", async () => {
    const { store, clock, drafts, calls } = await start();
    await using _ = store;
    drafts.grew({ ...draft, text: "one" });
    await clock.until(() => calls.length === 1);
    drafts.grew({ ...draft, text: "one two" });
    await clock.advance(1_000);
    expect(calls.map((call) => call.text)).toEqual(["one …"]);
    // For platforms that have a kind of message of its own for drafts.
    expect(calls[0]?.growing).toBe(true);
    calls[0]?.answer({ ok: true, receipt: "m1" });
    await clock.until(() => calls.length === 2);
    expect(calls[1]?.text).toBe("one two …");
    calls[1]?.answer({ ok: true, receipt: "m1" });
    await clock.advance(1_000);
    expect(calls).toHaveLength(2);
    await drafts[Symbol.asyncDispose]();
  });

  it("that a chat could not take just then waits for the next words, and is not tried again and again", async () => {
    const { store, clock, drafts, calls } = await start();
    await using _ = store;
    drafts.grew({ ...draft, text: "one" });
    await clock.until(() => calls.length === 1);
    calls[0]?.answer({ ok: false, why: "later", reason: "away" });
    await clock.advance(10_000);
    expect(calls).toHaveLength(1);
    drafts.grew({ ...draft, text: "one two" });
    await clock.until(() => calls.length === 2);
    calls[1]?.answer({ ok: true, receipt: "m1" });
    await clock.advance(1_000);
    await drafts[Symbol.asyncDispose]();
    expect(calls.map((call) => call.text)).toEqual(["one …", "one two …"]);
  });

  it("whose message is full is not edited to what it says already, and is after an edit that failed", async () => {
    const render: Channel["render"] = (parts) => parts.flatMap((part) => (part.kind === "text" ? [{ body: part.markdown.slice(0, 8) }] : []));
    const { store, clock, drafts, calls } = await start({ render });
    await using _ = store;
    const grow = async (text: string, sent: Sent): Promise<void> => {
      const { length } = calls;
      drafts.grew({ ...draft, text });
      await clock.until(() => calls.length === length + 1);
      calls[length]?.answer(sent);
      await clock.advance(1_000);
    };
    await grow("one", { ok: true, receipt: "m1" });
    await grow("one two three", { ok: false, why: "later", reason: "away" });
    await grow("one two three four", { ok: true, receipt: "m1" });
    drafts.grew({ ...draft, text: "one two three four five" });
    await clock.advance(10_000);
    expect(calls.map((call) => call.text)).toEqual(["one …", "one two ", "one two "]);
    await drafts[Symbol.asyncDispose]();
  });
});
