import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ircChannel } from "#channels/irc/channel";
import { checkIrc } from "#channels/irc/check";
import { ircSettings } from "#channels/irc/index";
import type { Channel } from "#domain/channel";
import { systemClock } from "#lib/time/clock";
import { Desk, startWith } from "#test/contracts/channel-world";
import { createAuthority, type Authority } from "#test/fakes/irc/certificates";
import { botPassword, gatherPeople } from "#test/fakes/irc/chat-people";
import { ircClient } from "#test/fakes/irc/client";
import { serverDir } from "#test/fakes/irc/daemon";
import { startNgircd, type Ngircd } from "#test/fakes/irc/ngircd";
import { startProxy } from "#test/fakes/proxy";

// The keys of `bots.irc` that decide how a server is reached, on real servers.

const dir = serverDir();
let authority: Authority;
let server: Ngircd;
beforeAll(async () => {
  authority = createAuthority(dir.path);
  server = await startNgircd({ certificate: authority.issue() });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const pace = { burst: 1_000, every: "1ms" };
const settings = (more: Readonly<Record<string, unknown>>) => ircSettings.parse({ server: "127.0.0.1", nick: "parley", channels: ["#talk"], pace, ...more });

const open = (parsed: ReturnType<typeof settings>): Channel =>
  ircChannel("irc", parsed, {
    clock: systemClock,
    random: Math.random,
    language: "en",
    note: () => undefined,
    backoff: { firstMs: 10, maxMs: 50 },
    timings: { quitMs: 300 },
  });

async function started(channel: Channel): Promise<Desk> {
  const desk = new Desk();
  await channel.start(desk, startWith(new AbortController().signal));
  return desk;
}

describe("bots.irc.tls_ca", { timeout: 120_000 }, () => {
  it("trusts the network's own authority and nothing else; a file that is not there is named, and found when it is", async () => {
    const file = join(dir.path, "trusted.pem");
    const safe = settings({ port: server.tlsPort, tls_ca: file });
    await using channel = open(safe);
    const desk = await started(channel);
    await desk.until(() => desk.links.some(({ reason }) => reason?.includes(file) === true));
    expect(desk.links.map(({ state }) => state)).not.toContain("connected");
    writeFileSync(file, authority.ca);
    await desk.until(() => desk.lastLink === "connected");
    expect(await checkIrc(settings({ port: server.tlsPort, tls_ca: file, nick: "checker" }), systemClock)).toMatchObject({ state: "ok" });
    expect(await checkIrc(settings({ port: server.tlsPort, nick: "checker" }), systemClock)).toMatchObject({ state: "error" });
  });
});

describe("bots.irc.proxy", { timeout: 120_000 }, () => {
  it("is the way of every connection, and a proxy that is gone is a reason in words", async () => {
    const proxy = await startProxy("socks5");
    await using channel = open(settings({ port: server.port, tls: false, proxy: proxy.url, nick: "behind" }));
    const desk = await started(channel);
    await desk.until(() => desk.lastLink === "connected");
    expect(proxy.opened).toBe(1);
    using bo = await ircClient({ port: server.port, nick: "bo" });
    bo.send("PRIVMSG behind :hello");
    expect(await desk.until(() => desk.events[0])).toMatchObject({ what: { kind: "said", text: "hello" } });
    await proxy[Symbol.asyncDispose]();
    const lost = await desk.until(() => desk.links.slice(2).find(({ reason }) => reason?.includes("Trying again") === true));
    expect(lost.state).not.toBe("connected");
    // Never past the proxy: the server is there all the time.
    await desk.until(() => desk.links.length > 8);
    expect(desk.links.slice(2).map(({ state }) => state)).not.toContain("connected");
  });

  it("carries TLS, whose certificate is still checked", async () => {
    await using proxy = await startProxy("socks5");
    const file = join(dir.path, "by-proxy.pem");
    writeFileSync(file, authority.ca);
    expect(await checkIrc(settings({ port: server.tlsPort, tls_ca: file, proxy: proxy.url, nick: "both" }), systemClock)).toMatchObject({ state: "ok" });
    expect(await checkIrc(settings({ port: server.tlsPort, proxy: proxy.url, nick: "both" }), systemClock)).toMatchObject({ state: "error" });
    expect(proxy.opened).toBe(2);
  });
});

describe("bots.irc.nickserv", { timeout: 120_000 }, () => {
  it("logs in by a message to NickServ, with the nick's account or a named one, and a wrong password is a red light without it", async () => {
    await using people = await gatherPeople();
    const { network, ann } = people;
    await people.join("#talk");
    const login = (nick: string, nickserv: object) => settings({ port: network.port, tls: false, nick, nickserv });
    {
      await using channel = open(login("helper", { account: "parley", password: botPassword }));
      const desk = await started(channel);
      await desk.until(() => desk.lastLink === "connected");
      ann.send("WHOIS helper");
      await ann.says(/ 330 annie helper parley /);
    }
    {
      await using channel = open(login("parley", { password: botPassword }));
      const desk = await started(channel);
      await desk.until(() => desk.lastLink === "connected");
      ann.send("WHOIS parley");
      await ann.says(/ 330 annie parley parley /);
    }
    await using channel = open(login("parley", { password: "not-the-password" }));
    const desk = await started(channel);
    const { reason = "" } = await desk.until(() => desk.links.find(({ state }) => state === "error"));
    expect(reason).toMatch(/NickServ|password/);
    expect(reason).not.toContain("not-the-password");
    expect(desk.links.map(({ state }) => state)).not.toContain("connected");
  });
});
