import { describe, expect, it } from "vitest";
import type { Channel, Piece, Sent } from "#domain/channel";
import { fakeClock } from "#test/fakes/clock";
import { createChatCalls } from "./chat-calls.ts";
import { createPacer } from "./pacer.ts";
import { timeLimitMs } from "./time-limit.ts";

const to = { channel: "c", room: "r" };
const never = new AbortController().signal;
const signals = { waiting: never, calling: never };
const refused: Sent = { ok: false, why: "refused", reason: "no" };

/** A platform that answers each piece as its body says. */
function channelThat(answer: (body: unknown, signal: AbortSignal) => Promise<Sent>) {
  const calls: { body: unknown; key?: string }[] = [];
  const channel: Channel = {
    id: "c",
    can: {
      edit: true,
      buttons: false,
      fileBytes: 0,
      dedupes: true,
      final: "edit",
      pace: { perAddressMs: 0, overallMs: 0, draftMs: 0, hintMs: 0 },
    },
    start: async () => {},
    render: () => [],
    post: (_to, { body }, { key, signal }) => (calls.push({ body, key }), answer(body, signal)),
    edit: (_receipt, { body }, signal) => (calls.push({ body }), answer(body, signal)),
    [Symbol.asyncDispose]: async () => {},
  };
  return { channel, calls };
}

describe("a call to a chat", () => {
  const ladder: Piece = { body: "first", instead: { body: "second", instead: { body: "words" } } };

  it("that is refused is followed by what its piece gives instead, under the same key, until something is taken", async () => {
    const clock = fakeClock();
    const { channel, calls } = channelThat(async (body) => (body === "words" ? { ok: true, receipt: "m1" } : refused));
    const sent = await createChatCalls(clock, createPacer(clock)).post(channel, to, ladder, { ...signals, key: "k" });
    expect(sent).toEqual({ ok: true, receipt: "m1" });
    expect(calls).toEqual(["first", "second", "words"].map((body) => ({ body, key: "k" })));
  });

  it("goes down no further once something is taken, and reports the refusal when nothing is", async () => {
    const clock = fakeClock();
    const second = channelThat(async (body) => (body === "first" ? refused : { ok: true, receipt: "m1" }));
    const none = channelThat(async () => refused);
    const calls = createChatCalls(clock, createPacer(clock));
    expect(await calls.edit(second.channel, to, { receipt: "m1", piece: ladder }, signals)).toMatchObject({ ok: true });
    expect(second.calls.map(({ body }) => body)).toEqual(["first", "second"]);
    expect(await calls.post(none.channel, to, ladder, { ...signals, key: "k" })).toEqual(refused);
  });

  it.each(["later", "unknown"] as const)("that is %s is not taken for a refusal", async (why) => {
    const clock = fakeClock();
    const { channel, calls } = channelThat(async () => ({ ok: false, why, reason: "" }));
    expect(await createChatCalls(clock, createPacer(clock)).post(channel, to, ladder, { ...signals, key: "k" })).toMatchObject({ why });
    expect(calls).toHaveLength(1);
  });

  it("has longer the more it carries", async () => {
    const clock = fakeClock();
    const begun = clock.now();
    const hanging = (_body: unknown, signal: AbortSignal): Promise<Sent> =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve({ ok: false, why: "unknown", reason: String(clock.now() - begun) })));
    const { channel } = channelThat(hanging);
    const bytes = 50 * 1024 * 1024;
    const sent = createChatCalls(clock, createPacer(clock)).post(channel, to, { body: "file", bytes }, { ...signals, key: "k" });
    let answer: Sent | undefined;
    void sent.then((one) => (answer = one));
    await clock.advance(timeLimitMs(0) + 60_000);
    expect(answer).toBeUndefined();
    await clock.until(() => answer !== undefined, timeLimitMs(2 * bytes));
    expect(timeLimitMs(bytes)).toBeGreaterThan(10 * 60_000);
  });

  it("that is called off while it waits for its slot is never made", async () => {
    const clock = fakeClock();
    const { channel, calls } = channelThat(async () => ({ ok: true, receipt: "m1" }));
    expect(
      await createChatCalls(clock, createPacer(clock)).post(channel, to, ladder, { waiting: AbortSignal.abort(), calling: never, key: "k" }),
    ).toBeUndefined();
    expect(calls).toEqual([]);
  });
});
