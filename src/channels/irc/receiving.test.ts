import { expect, it } from "vitest";
import type { ChannelSink, Inbound } from "#domain/channel";
import { systemClock } from "#lib/time/clock";
import type { IrcLink, IrcMessage } from "#wire/irc/spec";
import { memoryOf } from "#test/contracts/channel-world";
import { createAccountNicks } from "./account-nicks.ts";
import { createEventKeys } from "./event-keys.ts";
import { createReceiving } from "./receiving.ts";
import { createWhoSpeaks } from "./who-speaks.ts";

const link = { nick: "parley", fold: (name: string) => name.toLowerCase(), same: (a: string, b: string) => a === b, tellsAccounts: () => true } as IrcLink;
const line = (text: string, nick = "annie"): IrcMessage =>
  ({ kind: "message", own: false, nick, mask: `${nick}@x`, account: "ann", target: "parley", text, at: Date.now() }) as IrcMessage;

function receiver(memory = memoryOf()) {
  const { signal } = new AbortController();
  const events: Inbound[] = [];
  const stored = Promise.withResolvers<undefined>();
  const notes: string[] = [];
  const sink: ChannelSink = {
    received: async (event) => {
      await stored.promise;
      events.push(event);
      return {};
    },
    link: () => undefined,
  };
  const nicks = createAccountNicks(systemClock);
  const who = createWhoSpeaks(systemClock, signal);
  const receiving = createReceiving({
    channel: "irc",
    clock: systemClock,
    sink,
    memory,
    who,
    nicks,
    key: createEventKeys("c"),
    note: (text) => notes.push(text),
    signal,
  });
  return { receiving, events, notes, nicks, store: () => stored.resolve(undefined) };
}

it("a burst of 10,000 lines waits for a store that is slow, in its order, and none is left out", async () => {
  const { receiving, events, notes, store } = receiver();
  await receiving.load();
  for (let i = 0; i < 10_000; i++) receiving.heard(line(String(i)), link);
  store();
  await expect.poll(() => events.length, { timeout: 20_000 }).toBe(10_000);
  expect(notes).toEqual([]);
  expect(events.map(({ what }) => what.kind === "said" && what.text)).toEqual(Array.from({ length: 10_000 }, (_, i) => String(i)));
});

it("remembers at once the nick under which somebody writes for the first time", async () => {
  const memory = memoryOf();
  const { receiving, events, store } = receiver(memory);
  store();
  await receiving.load();
  receiving.connected();
  for (const nick of ["annie", "ann_away"]) {
    const before = events.length;
    receiving.heard(line("x", nick), link);
    await expect.poll(() => events.length).toBe(before + 1);
  }
  await expect.poll(() => memory.get()).toMatchObject({ nicks: { ann: "ann_away" } });
  const next = receiver(memory);
  await next.receiving.load();
  // Known, and not trusted before the server was asked.
  expect([next.nicks.fresh("ann"), next.nicks.latest()]).toEqual([undefined, { ann: "ann_away" }]);
});
