import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ircChannel } from "#channels/irc/channel";
import { ircSettings } from "#channels/irc/index";
import type { Channel, ChannelMemory } from "#domain/channel";
import { systemClock } from "#lib/time/clock";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { loggedIn } from "#test/fakes/irc/anope";
import { botPassword, gatherOn, type ChatPeople, type Network } from "#test/fakes/irc/chat-people";
import { ircClient } from "#test/fakes/irc/client";
import { heardLink } from "#test/fakes/irc/heard-link";
import { startInspircd } from "#test/fakes/irc/inspircd";
import { startNgircd } from "#test/fakes/irc/ngircd";

// Servers whose lines do not carry the sender's account: it is asked for, by WHOX on one and by WHOIS on the other.

const nicks = { ann: "annie", cleo: "cleo" };

describe.each([
  ["InspIRCd without account-tag, by WHOX", "WHO", () => startInspircd({ services: true, accountTag: false })],
  ["ngircd, by WHOIS", "WHOIS", () => startNgircd({ services: true })],
] as const)("an account is found out on %s", (_server, question, start) => {
  let people: ChatPeople<Network>;
  beforeAll(async () => {
    people = await gatherOn<Network>(start, nicks);
  }, 90_000);
  afterAll(() => people[Symbol.asyncDispose]());

  const open = (nick: string, channels: readonly string[]): Channel => {
    const nickserv = { account: "parley", password: botPassword };
    const pace = { burst: 1_000, every: "1ms" };
    const settings = ircSettings.parse({ server: "127.0.0.1", port: people.network.port, tls: false, nick, channels, nickserv, pace });
    return ircChannel("irc", settings, { clock: systemClock, random: Math.random, language: "en", note: () => undefined, timings: { quitMs: 300 } });
  };
  const started = async (channel: Channel, memory: ChannelMemory = memoryOf()): Promise<Desk> => {
    const desk = new Desk();
    await channel.start(desk, startWith(new AbortController().signal, memory));
    await desk.until(() => desk.lastLink === "connected");
    return desk;
  };

  it("says who has an account, who has none and who is not there", async () => {
    await using asker = heardLink({ port: people.network.port, nick: "asker" });
    await asker.told(({ kind }) => kind === "connected");
    const { signal } = new AbortController();
    expect(asker.link.tellsAccounts()).toBe(false);
    expect(await asker.link.whoIs("annie", signal)).toMatchObject({ kind: "account", account: "ann" });
    expect(await asker.link.whoIs("bo", signal)).toEqual({ kind: "none" });
    expect(await asker.link.whoIs("nobody", signal)).toEqual({ kind: "absent" });
    expect(await asker.link.nickOf("cleo", signal)).toBe("cleo");
    const questions = asker.trace.flatMap(({ line }) => /^(WHO|WHOIS) /.exec(line)?.[1] ?? []);
    expect(new Set(questions)).toEqual(new Set([question]));
  });

  it("somebody who takes the nick of a person with an account is nobody", async () => {
    const { network } = people;
    await network.register("dora", "dora-secret");
    await using channel = open("guard", ["#door"]);
    const desk = await started(channel);
    {
      using dora = await loggedIn(network.port, "dora", "dora", "dora-secret");
      dora.send("JOIN #door");
      await dora.says(/ 366 /);
      dora.send("PRIVMSG #door :guard: it is me");
      await desk.until(() => desk.events.length === 1);
      dora.send("QUIT");
      await dora.closed();
    }
    using thief = await ircClient({ port: network.port, nick: "dora", channels: ["#door"] });
    thief.send("PRIVMSG #door :guard: it is me, too");
    thief.send("PRIVMSG guard :and alone");
    await desk.until(() => desk.events.length === 3);
    expect(desk.events[0]).toMatchObject({ by: { kind: "account", account: "irc:dora" } });
    for (const { by } of desk.events.slice(1)) expect(JSON.stringify(by)).not.toContain("irc:dora");
  });

  it("after a restart a person is reached under the nick they had, if it is still theirs", async () => {
    const { ann } = people;
    const memory = memoryOf();
    const { signal } = new AbortController();
    const to = { channel: "irc", room: "ann" };
    {
      await using channel = open("again", []);
      const desk = await started(channel, memory);
      ann.send("PRIVMSG again :hello");
      const event = await desk.until(() => desk.events[0]);
      expect(event).toMatchObject({ from: to, by: { account: "irc:ann" } });
    }
    await using channel = open("again", []);
    await started(channel, memory);
    const [piece] = channel.render([{ kind: "text", markdown: "welcome back" }], to);
    if (piece === undefined) throw new Error("nothing was rendered");
    expect(await channel.post(to, piece, { key: "k", signal })).toMatchObject({ ok: true });
    expect(await ann.hears("annie", 1)).toContain("welcome back");
    // Somebody else has the nick now: what is for Ann does not reach them.
    ann.send("NICK gone");
    await ann.says(/ NICK :?gone/);
    using other = await ircClient({ port: people.network.port, nick: "annie" });
    await using third = open("thrice", []);
    await started(third, memoryOf({ at: Date.now(), nicks: { ann: "annie" } }));
    const sent = await third.post(to, piece, { key: "k2", signal });
    await Promise.all([ann.synced(), other.synced()]);
    expect(other.textsTo("annie")).toEqual([]);
    // WHOX finds an account under any nick; WHOIS does not.
    expect(sent).toMatchObject(question === "WHO" ? { ok: true } : { ok: false, why: "later" });
    ann.send("NICK annie2");
  });
});
