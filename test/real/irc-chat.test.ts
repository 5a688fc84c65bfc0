import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ircChannel } from "#channels/irc/channel";
import type { Channel, ChannelMemory } from "#domain/channel";
import { systemClock } from "#lib/time/clock";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { gatherPeople, type ChatPeople } from "#test/fakes/irc/chat-people";
import { ircClient } from "#test/fakes/irc/client";
import { heardLink } from "#test/fakes/irc/heard-link";
import { settingsFor } from "#test/fakes/irc/open-irc-world";

// What only a real network can show: who somebody is, what a server plays back, and what it passes on.

let people: ChatPeople;
beforeAll(async () => {
  people = await gatherPeople();
}, 90_000);
afterAll(() => people[Symbol.asyncDispose]());

const open = (nick: string, channels: readonly string[], ...login: readonly string[]): Channel =>
  ircChannel("irc", settingsFor(people.network.port, nick, channels, ...login), {
    clock: systemClock,
    random: Math.random,
    language: "en",
    note: () => undefined,
    timings: { quitMs: 300 },
  });

async function started(channel: Channel, memory: ChannelMemory = memoryOf()): Promise<Desk> {
  const desk = new Desk();
  await channel.start(desk, startWith(new AbortController().signal, memory));
  await desk.until(() => desk.lastLink === "connected");
  return desk;
}

describe("an IRC network with services", { timeout: 120_000 }, () => {
  it("says which account a nick has, which nick an account, and who has none or is not there", async () => {
    await using link = heardLink({ port: people.network.port, nick: "asker" });
    await link.told(({ kind }) => kind === "connected");
    const { signal } = new AbortController();
    expect(await link.link.whoIs("annie", signal)).toMatchObject({ kind: "account", account: "ann" });
    expect(await link.link.whoIs("bo", signal)).toEqual({ kind: "none" });
    expect(await link.link.whoIs("nobody", signal)).toEqual({ kind: "absent" });
    expect(await link.link.whoIs("a\r\nQUIT", signal)).toEqual({ kind: "absent" });
    expect(await link.link.nickOf("cleo", signal)).toBe("cleopatra");
    expect(await link.link.nickOf("nobody", signal)).toBeUndefined();
    expect(link.link.tellsAccounts()).toBe(true);
  });

  it("takes the nick back from another connection of the same account", async () => {
    const { network } = people;
    await network.register("owned", "owned-secret");
    using ghost = await ircClient({ port: network.port, nick: "owned" });
    await using channel = open("owned", [], "owned-secret", "owned");
    const desk = new Desk();
    await channel.start(desk, startWith(new AbortController().signal));
    await desk.until(() => desk.links.some(({ state, reason }) => state === "connected" && reason?.includes("owned_") === true));
    await desk.until(() => desk.links.at(-1)?.state === "connected" && desk.links.at(-1)?.reason === undefined);
    expect(await ghost.says(/^:owned!\S+ NICK /)).not.toBeNull();
  });

  it("plays back lines: each is taken once, and what was said before Parley was ever there is not", async () => {
    const { ann } = people;
    ann.send("JOIN #past", "MODE #past +H 50:1h");
    await ann.synced();
    ann.send("PRIVMSG #past :before anybody listened");
    await ann.synced();
    const came = Date.now();
    const memory = memoryOf();
    const keys: string[] = [];
    {
      await using channel = open("listener", ["#past"]);
      const desk = await started(channel, memory);
      await ann.says(/:listener!\S+ JOIN :?#past/);
      ann.send("PRIVMSG #past :heard at once");
      const event = await desk.until(() => desk.events[0]);
      expect(event.what).toMatchObject({ text: "heard at once" });
      keys.push(event.key);
    }
    ann.send("PRIVMSG #past :said while it was away");
    await ann.synced();
    await using channel = open("listener", ["#past"]);
    const desk = await started(channel, memory);
    await desk.until(() => desk.events.some(({ what }) => what.kind === "said" && what.text === "said while it was away"));
    const again = desk.events.filter(({ what }) => what.kind === "said" && what.text === "heard at once");
    // It may come again; then it is known by its key.
    for (const { key } of again) expect(keys).toContain(key);
    // To the second, which is how servers keep it.
    for (const { at } of desk.events) expect(at).toBeGreaterThan(came - 2_000);
  });

  it.each([
    ["bans the bot", "+b banned*!*@*", "-b banned*!*@*", "banned"],
    ["has a key that the bot does not know", "+k sesame", "-k sesame", "keyless"],
  ])("a channel that %s is a red light with a sentence, everything else works, and it is joined once it may be", async (_what, shut, open_, nick) => {
    const { network, ann } = people;
    const channel = `#shut-${nick}`;
    ann.send(`JOIN ${channel}`, `MODE ${channel} ${shut}`);
    await ann.synced();
    const settings = settingsFor(network.port, nick, [channel]);
    const rejoin = { firstMs: 20, maxMs: 40 };
    await using bot = ircChannel("irc", settings, {
      clock: systemClock,
      random: Math.random,
      language: "en",
      note: () => undefined,
      rejoin,
      timings: { quitMs: 300 },
    });
    const desk = new Desk();
    const { signal } = new AbortController();
    await bot.start(desk, startWith(signal));
    const { reason } = await desk.until(() => desk.links.find(({ state }) => state === "impaired"));
    expect(reason).toContain(channel);
    ann.send(`PRIVMSG ${nick} :are you there?`);
    const { from } = await desk.until(() => desk.events[0]);
    const [piece] = bot.render([{ kind: "text", markdown: "alone I am" }], from);
    expect(piece && (await bot.post(from, piece, { key: "k", signal }))).toMatchObject({ ok: true });
    ann.send(`MODE ${channel} ${open_}`);
    await desk.until(() => desk.links.at(-1)?.state === "connected" && desk.links.at(-1)?.reason === undefined);
    await ann.says(new RegExp(`:${nick}!\\S+ JOIN :?${channel}`));
  });

  it("a ban from the server, at the login and while connected, is a red light with the server's words, and it is tried again", async () => {
    const { network } = people;
    using oper = await ircClient({ port: network.port, nick: "operator" });
    oper.send("OPER oper operator");
    await oper.says(/ 381 /);
    const settings = settingsFor(network.port, "outlaw", []);
    await using bot = ircChannel("irc", settings, {
      clock: systemClock,
      random: Math.random,
      language: "en",
      note: () => undefined,
      backoff: { firstMs: 20, maxMs: 40 },
      timings: { quitMs: 300 },
    });
    const desk = new Desk();
    await bot.start(desk, startWith(new AbortController().signal));
    await desk.until(() => desk.lastLink === "connected");
    oper.send("KLINE parley@* 1h :bots are not welcome");
    const { reason } = await desk.until(() => desk.links.find(({ state }) => state === "error"));
    expect(reason).toContain("bots are not welcome");
    // Banned at the login, too: it keeps trying, and says why.
    await desk.until(() => desk.links.filter(({ state }) => state === "error").length >= 3);
    oper.send("KLINE parley@*");
    await desk.until(() => desk.lastLink === "connected");
  });

  it("passes on that somebody is typing", async () => {
    const { network, ann } = people;
    using watcher = await ircClient({ port: network.port });
    watcher.send("CAP REQ :message-tags", "NICK watcher", "USER w 0 * :w", "CAP END");
    await watcher.says(/^\S+ (?:376|422) /);
    watcher.send("JOIN #types");
    await watcher.says(/ 366 /);
    await using channel = open("typist", ["#types"]);
    await started(channel);
    await watcher.says(/:typist!\S+ JOIN/);
    await channel.hint?.({ channel: "irc", room: "#types" }, "working");
    await watcher.says(/\+typing=active.* TAGMSG :?#types/);
    expect(ann.lines.some((line) => line.includes("TAGMSG"))).toBe(false);
  });
});
