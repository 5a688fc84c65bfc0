import { describe, expect, it } from "vitest";
import type { Backlog, BacklogMirror } from "#domain/backlog";
import { fakeClock } from "#test/fakes/clock";
import { openBacklogs } from "#test/fakes/irc/backlogs";
import { verifies } from "#test/verifies";
import type { IrcMessage } from "#wire/irc/spec";
import { createKeeper, type StoredIrcMessage, keepEveryMs, ringLines } from "./store-received.ts";
import { roomOf } from "./rooms.ts";
import { takeUnread } from "./unread.ts";

const lemon = roomOf("irc.test", "#lemon", "rfc1459");
const message = (text: string, at = 0): IrcMessage => ({ target: "#lemon", nick: "bob", text, kind: "message", own: false, at });
const all = { limit: 200, peek: false };

function rig(backlog: (name: string) => Backlog) {
  const clock = fakeClock();
  const copied: unknown[] = [];
  const kept: (readonly StoredIrcMessage[])[] = [];
  const mirror: BacklogMirror = { append: async (lines) => void copied.push(...lines) };
  const keeper = createKeeper({ clock, backlog, mirror, words: (text) => text.replaceAll("hunter2", "[secret]"), kept: (lines) => kept.push(lines) });
  return { clock, copied, kept, keeper };
}

describe("what is heard", () => {
  it("is kept many lines at a time, and never more than ten times a second", async () => {
    await using backlogs = await openBacklogs();
    const { clock, kept, keeper } = rig(backlogs.of);
    for (let i = 0; i < 500; i++) keeper.hear({ room: lemon, message: message(`line ${i}`) });
    await clock.advance(0);
    expect(kept.map((lines) => lines.length)).toEqual([500]);
    for (let i = 0; i < 30; i++) {
      keeper.hear({ room: lemon, message: message(`more ${i}`) });
      await clock.advance(10);
    }
    expect(kept.length).toBeLessThanOrEqual(1 + 300 / keepEveryMs);
    await keeper.flush();
    expect(kept.flat().map(({ entry }) => entry.n)).toEqual(Array.from({ length: 530 }, (_, i) => i + 1));
  });

  it("of several rooms goes to the copy in the order it came, and to each room's own lines", async () => {
    await using backlogs = await openBacklogs();
    const { copied, keeper } = rig(backlogs.of);
    const alone = roomOf("irc.test", undefined, "rfc1459");
    for (const [room, text] of [
      [lemon, "one"],
      [alone, "two"],
      [lemon, "three"],
    ] as const)
      keeper.hear({ room, message: message(text) });
    await keeper.flush();
    expect(copied).toMatchObject([
      { from: "#lemon", id: "#lemon 1", text: "one" },
      { from: "*", id: "* 1", text: "two" },
      { id: "#lemon 2", text: "three" },
    ]);
    expect((await takeUnread(backlogs.of, lemon.key, all)).lines.map(({ text }) => text)).toEqual(["one", "three"]);
  });

  it("is bounded, and holds none of the session's own secrets", async () => {
    await using backlogs = await openBacklogs();
    const { copied, keeper } = rig(backlogs.of);
    keeper.hear({ room: lemon, message: { ...message(`the key is hunter2 ${"x".repeat(5_000)}`), nick: "n".repeat(500) } });
    await keeper.flush();
    expect(JSON.stringify(copied)).not.toContain("hunter2");
    expect(JSON.stringify(copied).length).toBeLessThan(2_400);
  });

  verifies("IRC-TRUNC-5", "faster than it can be kept pushes the oldest out of the ring, and they are counted", async () => {
    await using backlogs = await openBacklogs();
    const hold = Promise.withResolvers<void>();
    const { keeper } = rig((name) => ({ ...backlogs.of(name), add: (entries) => hold.promise.then(() => backlogs.of(name).add(entries)) }));
    const first = 500;
    for (let i = 0; i < first + ringLines + 7; i++) keeper.hear({ room: lemon, message: message(`line ${i}`) });
    hold.resolve();
    await keeper.flush();
    const [next] = await backlogs.of(lemon.key).history({ before: first + 2, limit: 1 });
    expect(next?.body).toMatchObject({ text: "line 507" });
    expect(await takeUnread(backlogs.of, lemon.key, { limit: 1, peek: true })).toMatchObject({ dropped: ringLines + 7 });
    expect(await takeUnread(backlogs.of, lemon.key, { limit: 1, peek: false })).toMatchObject({ dropped: ringLines + 7 });
    expect(await takeUnread(backlogs.of, lemon.key, { limit: 1, peek: false })).toMatchObject({ dropped: 0 });
  });

  it("and not taken by the store is told with the next line that is", async () => {
    await using backlogs = await openBacklogs();
    let isDown = true;
    const { keeper, kept } = rig((name) => ({
      ...backlogs.of(name),
      add: (entries) => (isDown ? Promise.reject(new Error("full")) : backlogs.of(name).add(entries)),
    }));
    for (const text of ["one", "two"]) keeper.hear({ room: lemon, message: message(text) });
    await keeper.flush();
    expect(kept).toEqual([[]]);
    isDown = false;
    keeper.hear({ room: lemon, message: message("three") });
    await keeper.flush();
    expect(await takeUnread(backlogs.of, lemon.key, all)).toMatchObject({ lines: [{ text: "three" }], dropped: 2 });
  });
});
