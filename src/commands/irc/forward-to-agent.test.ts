import { say } from "#lib/words/words";
import { ircTexts } from "#commands/irc/texts";
import { describe, expect, it } from "vitest";
import type { Inbound } from "#domain/channel";
import type { Handed } from "#domain/command";
import { fakeClock } from "#test/fakes/clock";
import { openBacklogs } from "#test/fakes/irc/backlogs";
import { verifies } from "#test/verifies";
import type { IrcMessage } from "#wire/irc/spec";
import { createForward, forwardEveryMs, forwardsAMinute } from "./forward-to-agent.ts";
import type { StoredIrcMessage } from "./store-received.ts";
import { bodyOf } from "./stored-line.ts";
import { roomOf } from "./rooms.ts";
import { takeUnread } from "./unread.ts";

const lemon = roomOf("irc.test", "#lemon", "rfc1459");
const alone = roomOf("irc.test", undefined, "rfc1459");
const all = { limit: 200, peek: false };

async function rig(answer: () => Promise<Handed> = async () => "prompted", isOn = true) {
  const stack = new AsyncDisposableStack();
  const backlogs = stack.use(await openBacklogs());
  const clock = fakeClock();
  const got: { at: number; event: Inbound }[] = [];
  const forward = stack.use(
    createForward({
      clock,
      language: "en",
      isOn: () => isOn,
      backlog: backlogs.of,
      received: async (event) => {
        got.push({ at: clock.now(), event });
        return answer();
      },
    }),
  );
  const say = async (texts: readonly string[], { room = lemon, nick = "bob", kind = "message" as IrcMessage["kind"] } = {}): Promise<void> => {
    const messages = texts.map((text): IrcMessage => ({ target: "#lemon", nick, text, kind, own: false, at: 0 }));
    const entries = await backlogs.of(room.key).add(messages.map((message) => ({ at: 0, body: bodyOf(message, (text) => text) })));
    forward.kept(entries.map((entry, i): StoredIrcMessage => ({ room, entry, message: messages[i]! })));
    await clock.advance(0);
  };
  const texts = (): readonly string[] => got.map(({ event }) => (event.what.kind === "said" ? event.what.text : ""));
  return { clock, got, forward, backlogs, say, texts, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe("what others say on IRC, handed over by itself", () => {
  verifies(["REQ-0028-024", "IRC-ENV-7", "IRC-SAFE-5"], "is not, unless that was asked for", async () => {
    await using r = await rig(async () => "prompted", false);
    await r.say(["hello"]);
    await r.clock.advance(60_000);
    expect(r.got).toEqual([]);
    expect((await takeUnread(r.backlogs.of, lemon.key, all)).lines).toHaveLength(1);
  });

  it("comes as a third party's words with where they were said, and is not read a second time", async () => {
    await using r = await rig();
    await r.say(["hello", "\u0002anybody\u0007 there"]);
    expect(r.got.map(({ event }) => event)).toEqual([
      {
        key: `${lemon.key} 1`,
        at: 0,
        from: { channel: "irc", room: "#lemon" },
        direct: false,
        addressed: true,
        by: { kind: "outside", name: "bob" },
        what: { kind: "said", text: "00:00 <bob> hello\n00:00 <bob> anybody⟨U+0007⟩ there" },
      },
    ]);
    await r.say(["psst"], { room: alone, nick: "eve" });
    await r.clock.advance(forwardEveryMs);
    expect(r.got[1]?.event).toMatchObject({ from: { room: "eve" }, direct: true, by: { name: "eve" } });
    expect(await takeUnread(r.backlogs.of, lemon.key, { ...all, peek: true })).toMatchObject({ lines: [], waiting: 0 });
    expect(await takeUnread(r.backlogs.of, lemon.key, all)).toMatchObject({ lines: [], before: 0, after: 2, waiting: 0 });
    expect(r.forward.counts()).toEqual({ forwarded: 3, stayed: 0 });
  });

  it("goes out at most every five seconds, and then all that came meanwhile", async () => {
    await using r = await rig();
    for (const text of ["one", "two", "three"]) await r.say([text]);
    await r.clock.advance(forwardEveryMs - 1);
    expect(r.texts()).toEqual(["00:00 <bob> one"]);
    await r.clock.advance(1);
    expect(r.texts()[1]).toBe("00:00 <bob> two\n00:00 <bob> three");
    expect(r.got.map(({ event }) => event.by.name)).toEqual(["bob", "bob"]);
    await r.say(["four"], { nick: "eve" });
    await r.say(["five"]);
    await r.clock.advance(forwardEveryMs);
    expect(r.got[2]?.event.by.name).toBe("several people");
  });

  it("is ten messages a minute; the rest waits for pull, and how many is told with the next", async () => {
    await using r = await rig();
    await r.say(Array.from({ length: 5_000 }, (_, i) => `flood ${i}`));
    await r.clock.advance(59_999);
    expect(r.texts()[0]?.split("\n").slice(forwardsAMinute)).toEqual([say("en", ircTexts.ircForwardMore, { count: "4990" })]);
    expect(r.texts()).toHaveLength(1);
    await r.say(["one more"]);
    expect(r.forward.counts()).toEqual({ forwarded: 10, stayed: 4_991 });
    await r.clock.advance(1);
    await r.say(["calm"]);
    expect(r.texts().at(-1)).toBe(`00:00 <bob> calm\n${say("en", ircTexts.ircForwardMore, { count: 1 })}`);
    const unread = await takeUnread(r.backlogs.of, lemon.key, { limit: 1, peek: true });
    expect(unread.waiting + unread.dropped).toBeGreaterThan(4_900);
  });

  verifies("REQ-0028-023", "is bounded like a pull, and says so", async () => {
    await using r = await rig();
    await r.say(Array.from({ length: 10 }, () => "y".repeat(2_000)));
    const [text = ""] = r.texts();
    expect(text.length).toBeLessThan(8_100);
    expect(
      text
        .split("\n")
        .filter((line) => line.endsWith("…"))
        .map((line) => line.length),
    ).toEqual(Array.from({ length: 10 }, () => "00:00 <bob> ".length + 512));
    expect(text).toContain(say("en", ircTexts.ircForwardCut));
  });

  it("is no notice, and nothing that the agent has pulled meanwhile", async () => {
    await using r = await rig();
    await r.say(["beep"], { kind: "notice" });
    await r.say(["one"]);
    await r.say(["two"]);
    await r.forward.inTurn(async () => r.forward.pulled(lemon.key, (await takeUnread(r.backlogs.of, lemon.key, all)).after));
    await r.clock.advance(60_000);
    expect(r.texts()).toEqual(["00:00 <bob> one"]);
  });

  it("stays for pull when nobody took it, or the hub could not", async () => {
    for (const answer of [async (): Promise<Handed> => "kept", (): Promise<Handed> => Promise.reject(new Error("no"))]) {
      await using r = await rig(answer);
      await r.say(["one"]);
      expect(r.got).toHaveLength(1);
      expect((await takeUnread(r.backlogs.of, lemon.key, all)).lines).toHaveLength(1);
      expect(r.forward.counts()).toEqual({ forwarded: 0, stayed: 1 });
    }
  });
});
