import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { Desk, startWith } from "#test/contracts/channel-world";
import { channelTo } from "#test/fakes/feishu/open-feishu";
import { FeishuServer } from "#test/fakes/feishu/server";
import { startedFeishu } from "#test/fakes/feishu/started";
import { httpProxy, socksProxy } from "#test/fakes/proxies";
import { verifies } from "#test/verifies";
import { feishuChannel } from "./channel.ts";
import { checkFeishu } from "./check.ts";
import { feishuSettings } from "./index.ts";
import { faultOfCode } from "./outcome.ts";

const fault = (code: number) => faultOfCode({ code, status: 200, description: "" });
const forEver = new AbortController().signal;

/** The first link state with that word in its reason. */
async function reasonOf(server: FeishuServer, options: Parameters<typeof channelTo>[1] = {}) {
  const desk = new Desk();
  await using channel = channelTo(server, options);
  await channel.start(desk, startWith(forEver));
  return desk.links.at(-1);
}

describe("the link to Feishu", () => {
  verifies("C-2.3.2-3", "is a long connection: one WebSocket out, nothing listens, and events are acknowledged over it", async () => {
    await using chat = await startedFeishu();
    expect(chat.server.connections).toBe(1);
    chat.server.say(chat.ann, chat.ann, "hello");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.waitFor((s) => s.unacked === 0);
    expect(chat.server.links.pings).toBeGreaterThan(0);
  });

  it("hears what comes together with the answer to the handshake, at its first delivery and in order", async () => {
    await using server = await FeishuServer.start({ ackMs: 60_000 });
    server.user("ou_ann", "Ann");
    const all = Array.from({ length: 30 }, (_, i) => `waiting ${i}`);
    for (const text of all) server.say("ou_ann", "ou_ann", text);
    await using channel = channelTo(server);
    const desk = new Desk();
    await channel.start(desk, startWith(forEver));
    await server.waitFor((s) => s.unacked === 0);
    expect(desk.events.map(({ what }) => what.kind === "said" && what.text)).toEqual(all);
    expect(server.links.deliveries).toHaveLength(all.length);
  });

  it("an app id of the wrong form is red with a sentence, which the vendor's client keeps to itself", async () => {
    await using server = await FeishuServer.start();
    const link = await reasonOf(server, { appId: "cli_feishu" });
    expect(link).toMatchObject({ state: "error", reason: expect.stringMatching(/id has the wrong form.*Trying again in/) as unknown });
    expect(server.calls).toEqual([]);
  });

  it.each([
    { what: "a secret that is not accepted", code: 514, state: "error" },
    { what: "too many connections", code: 1000040350, state: "error" },
    { what: "an app that may not", code: 403, state: "error" },
    { what: "an app that was disabled", code: 99991662, state: "error" },
    { what: "an app that is not installed", code: 99991673, state: "error" },
    { what: "a busy server", code: 1, state: "connecting" },
    { what: "a server with a problem", code: 1000040343, state: "connecting" },
  ])("$what ($code) is $state with a sentence, from the call and from the handshake alike, and is tried again", async ({ code, state }) => {
    await using server = await FeishuServer.start();
    server.endpointCode = code;
    expect(await reasonOf(server)).toMatchObject({ state, reason: expect.stringContaining(fault(code).message) as unknown });
    server.endpointCode = 0;
    server.handshake = code > 1000 ? { "handshake-status": "514", "handshake-autherrcode": String(code) } : { "handshake-status": String(code) };
    expect(await reasonOf(server)).toMatchObject({ state, reason: expect.stringContaining(fault(code).message) as unknown });
    const desk = new Desk();
    await using channel = channelTo(server);
    await channel.start(desk, startWith(forEver));
    server.handshake = undefined;
    await desk.until(() => desk.lastLink === "connected");
  });

  it("lesson 17: a connection that answers no ping is given up and made again", async () => {
    await using chat = await startedFeishu({ server: { pingSeconds: 1 }, timing: { pongSeconds: 1 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.links.isSilent = true;
    await chat.desk.until(() => chat.desk.lastLink === "connecting");
    chat.server.links.isSilent = false;
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    expect(chat.desk.links.map(({ state }) => state)).toEqual(expect.arrayContaining(["connecting", "connected", "connecting", "connected"]));
    await chat.server.waitFor((s) => s.connections === 1);
  });

  it("lesson 17: our own watchdog notices a socket out of which nothing comes, whatever the vendor's client thinks", async () => {
    await using chat = await startedFeishu({ server: { pingSeconds: 0.02 }, timing: { silentMs: 100, pongSeconds: 1_000 } });
    await chat.server.waitFor((s) => s.links.pings > 3);
    expect(chat.desk.lastLink).toBe("connected");
    chat.server.links.isSilent = true;
    const { reason } = await chat.desk.until(() => chat.desk.links.find((link) => link.reason !== undefined));
    expect(reason).toContain("gone silent");
    chat.server.links.isSilent = false;
    await chat.desk.until(() => chat.desk.links.filter(({ state }) => state === "connected").length === 2);
  });

  it("a connection over which only pongs come is alive, and one that is cut is missed at once", async () => {
    await using chat = await startedFeishu({ server: { pingSeconds: 0.02 }, timing: { silentMs: 200, lookMs: 10 } });
    await chat.server.waitFor((s) => s.links.pings >= 40);
    expect(chat.desk.links.map(({ state }) => state)).toEqual(["connecting", "connected"]);
    chat.server.cut();
    const { reason } = await chat.desk.until(() => chat.desk.links[2]);
    expect(reason).toContain("The connection was cut.");
  });

  it("an event that takes longer than Feishu waits comes again and is stored once", async () => {
    await using chat = await startedFeishu({ server: { ackMs: 30 } });
    const stored = Promise.withResolvers<undefined>();
    chat.desk.keep = () => stored.promise;
    chat.server.say(chat.ann, chat.ann, "slowly");
    await chat.server.waitFor((s) => s.links.deliveries.length >= 3);
    expect(chat.desk.events).toHaveLength(1);
    stored.resolve(undefined);
    await chat.server.waitFor((s) => s.unacked === 0);
    // One that was on its way at that moment has the same key.
    expect(new Set(chat.desk.events.map(({ key }) => key)).size).toBe(1);
  });

  it("an event of a later version is confirmed, noted and left out", async () => {
    await using chat = await startedFeishu();
    chat.server.event("im.message.receive_v1", { something: "else" });
    chat.server.event("im.chat.updated_v1", { chat_id: "oc_team" });
    await chat.server.waitFor((s) => s.unacked === 0);
    expect(chat.desk.events).toEqual([]);
    expect(chat.notes).toEqual([expect.stringContaining("im.message.receive_v1")]);
  });

  it.each([
    { scheme: "socks5", open: socksProxy },
    { scheme: "http", open: httpProxy },
  ])("calls and events go through a proxy ($scheme) alike", async ({ scheme, open }) => {
    const asked: string[] = [];
    const proxy = open(asked);
    await new Promise<void>((done) => void proxy.listen(0, "127.0.0.1", done));
    await using server = await FeishuServer.start();
    server.user("ou_ann", "Ann");
    const { port } = proxy.address() as AddressInfo;
    const settings = {
      ...feishuSettings.parse({ domain: server.domain, app_id: server.appId, proxy: `${scheme}://127.0.0.1:${port}` }),
      app_secret: new Secret(server.secret),
    };
    const desk = new Desk();
    const channel = feishuChannel("feishu", settings, { clock: systemClock, random: Math.random, language: "en", note: () => undefined });
    await channel.start(desk, startWith(forEver));
    await desk.until(() => desk.lastLink === "connected");
    server.say("ou_ann", "ou_ann", "through");
    await desk.until(() => desk.events.length === 1);
    const { host } = new URL(server.domain);
    // The connection for calls and the long one; an HTTP proxy sees each call.
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.filter((one) => !one.includes(host))).toEqual([]);
    expect(asked.filter((one) => one === `CONNECT ${host}` || one === host).length).toBeGreaterThanOrEqual(1);
    await channel[Symbol.asyncDispose]();
    proxy.close();
  });

  it("lesson 28: nothing that is said about it holds the secret or a token, whatever goes wrong", async () => {
    await using chat = await startedFeishu({ timing: { callMs: 100 } });
    for (const kind of ["cut-before", "drop-after", "hang-after", "garbage", "busy", "token", "no permission", "refuse"] as const) {
      chat.server.fault({ on: ["send"], kind });
      const sent = await chat.post(chat.group, kind);
      expect(JSON.stringify(sent)).not.toMatch(/t-g1-|app-secret-of-the-fake|Bearer/);
    }
    expect(JSON.stringify([chat.desk.links, chat.notes, await chat.memory.get()])).not.toMatch(/t-g1-|app-secret-of-the-fake|Bearer|ticket/);
  });
});

describe("doctor", () => {
  const check = (server: FeishuServer, secret: string) =>
    checkFeishu({ ...feishuSettings.parse({ domain: server.domain, app_id: server.appId }), app_secret: new Secret(secret) }, systemClock);

  it("asks Feishu whether the app works, and opens no connection", async () => {
    await using server = await FeishuServer.start();
    expect(await check(server, server.secret)).toMatchObject({ state: "ok", says: expect.stringContaining("Parley") as unknown });
    server.world.bot.status = 1;
    expect(await check(server, server.secret)).toMatchObject({ state: "error", says: expect.stringContaining("offline") as unknown });
    expect(server.connections).toBe(0);
  });

  it("finds a wrong secret to be an error and a network that is away a warning, and shows the secret in neither", async () => {
    await using server = await FeishuServer.start();
    const wrong = await check(server, "a-wrong-secret");
    await server.stop();
    const away = await check(server, server.secret);
    expect([wrong.state, away.state]).toEqual(["error", "warning"]);
    expect(JSON.stringify([wrong, away])).not.toMatch(/a-wrong-secret|app-secret-of-the-fake/);
  });
});
