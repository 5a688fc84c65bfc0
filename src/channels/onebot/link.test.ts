import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { Desk, startWith } from "#test/contracts/channel-world";
import { channelTo, freePort } from "#test/fakes/onebot/open-onebot";
import { lagrange, napCat } from "#test/fakes/onebot/personality";
import { OneBotServer } from "#test/fakes/onebot/server";
import { startedOneBot } from "#test/fakes/onebot/started";
import { startProxy } from "#test/fakes/proxy";
import { onebotChannel } from "./channel.ts";
import { checkOneBot } from "./check.ts";
import { onebotPart, onebotSettings } from "./index.ts";

const settingsOf = (given: Readonly<Record<string, unknown>>) => onebotSettings.parse(given);

describe("the link to a OneBot implementation", () => {
  it("sends the token in a header and never in the address", async () => {
    await using chat = await startedOneBot();
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    expect(chat.server.handshakes).toEqual([{ address: "/", authorization: `Bearer ${chat.server.token}` }]);
    expect(JSON.stringify([chat.desk.links, chat.notes])).not.toContain(chat.server.token);
  });

  it.each([napCat, lagrange])("lesson 28: a token that $app_name does not take is a red light with a sentence that does not hold it", async (personality) => {
    await using chat = await startedOneBot({ server: { personality }, token: "a-wrong-secret" });
    const { reason = "" } = await chat.desk.until(() => chat.desk.links.find((link) => link.state === "error"));
    expect(reason).toMatch(/token/);
    expect(JSON.stringify([chat.desk.links, chat.notes])).not.toContain("a-wrong-secret");
  });

  it.each(["http", "socks5"] as const)("goes through a proxy (%s): the connection, files, and the check", async (kind) => {
    await using proxy = await startProxy(kind);
    await using chat = await startedOneBot({ more: { proxy: proxy.url } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    expect(proxy.opened).toBe(1);
    expect(await chat.say(chat.group, "hello")).toMatchObject([{ ok: true }]);
    chat.server.say(7, chat.group, "", { mention: true, files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("你好") }] });
    const { what } = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = what.kind === "said" ? (what.files ?? []) : [];
    const stream = file && (await chat.channel.fetch?.(file, chat.signal));
    expect(await new Response(stream).text()).toBe("你好");
    expect(proxy.opened).toBe(2);
    const settings = { ...settingsOf({ url: chat.server.url, proxy: proxy.url }), access_token: new Secret(chat.server.token) };
    expect(await checkOneBot(settings, systemClock)).toMatchObject({ state: "ok" });
    expect(proxy.opened).toBe(3);
  });

  it("a proxy that is away is told as such, and one that nothing goes through is a warning", async () => {
    const proxy = await startProxy("http");
    await proxy[Symbol.asyncDispose]();
    await using chat = await startedOneBot({ more: { proxy: proxy.url } });
    const { reason } = await chat.desk.until(() => chat.desk.links.find((link) => link.reason !== undefined));
    expect(reason).toMatch(/^Nobody listens at that address/);
    expect(onebotPart.warnings?.(settingsOf({ listen: "127.0.0.1:3002", access_token: "t", proxy: proxy.url }))).toMatchObject([{ path: ["proxy"] }]);
    expect(onebotPart.warnings?.(settingsOf({ url: "ws://127.0.0.1:3002", access_token: "t", proxy: proxy.url }))).toEqual([]);
  });

  it("lesson 17: notices an implementation that has gone silent on a live socket, and comes back", async () => {
    await using chat = await startedOneBot({ timing: { silentMs: 200, probeMs: 100 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.freeze();
    await chat.desk.until(() => chat.desk.links.some(({ reason }) => reason?.startsWith("The OneBot implementation has stopped answering.")));
    expect(chat.server.connections).toBeLessThanOrEqual(1);
    chat.server.thaw();
    await chat.desk.until(() => chat.desk.lastLink === "connected");
  });

  it("stays connected to an implementation that sends no heartbeats, and asks whether the account is online", async () => {
    await using chat = await startedOneBot({ server: { heartbeatMs: 0 }, timing: { silentMs: 20, probeMs: 2_000 } });
    await chat.server.waitFor((s) => s.calls.filter(({ action }) => action === "get_status").length >= 4);
    expect(chat.desk.links.map(({ state }) => state)).toEqual(["connecting", "connected"]);
    chat.server.world.isOnline = false;
    await chat.desk.until(() => chat.desk.lastLink === "error");
    chat.server.world.isOnline = true;
    await chat.desk.until(() => chat.desk.lastLink === "connected");
  });

  it("lesson 17: is red from the start where the account is offline, holds what is to be sent, and starting does not wait for it", async () => {
    await using server = await OneBotServer.start();
    server.world.isOnline = false;
    const room = server.user(7, "Ann");
    await using channel = channelTo(server);
    const desk = new Desk();
    const { signal } = new AbortController();
    await channel.start(desk, startWith(signal));
    expect(desk.links.map(({ state }) => state)).toEqual(["connecting", "error"]);
    const [piece] = channel.render([{ kind: "text", markdown: "x" }], { channel: "onebot", room });
    expect(piece && (await channel.post({ channel: "onebot", room }, piece, { key: "k", signal }))).toMatchObject({ ok: false, why: "later" });
    server.world.isOnline = true;
    await desk.until(() => desk.lastLink === "connected");
  });

  it("is red when a notice says that the account was logged out", async () => {
    await using chat = await startedOneBot({ server: { heartbeatMs: 0 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.push({ post_type: "notice", notice_type: "bot_offline", time: 1, self_id: 10_000, user_id: 10_000, tag: "kicked", message: "" });
    await chat.desk.until(() => chat.desk.lastLink === "error");
    expect(chat.server.connections).toBe(1);
  });

  it("leaves out what it cannot read, notes it, and goes on", async () => {
    await using chat = await startedOneBot();
    chat.server.push({ post_type: "message", of: "a later version" });
    chat.server.say(7, chat.direct, "still here");
    await chat.desk.until(() => chat.desk.events.length === 1);
    expect(chat.notes).toHaveLength(1);
    expect(chat.desk.links.map(({ state }) => state)).toEqual(["connecting", "connected"]);
  });

  it("tries an event again that could not be stored, because OneBot does not send it a second time", async () => {
    await using chat = await startedOneBot();
    chat.desk.keep = () => (chat.desk.events.length < 3 ? Promise.reject(new Error("disk full")) : Promise.resolve(undefined));
    chat.server.say(7, chat.direct, "keep me");
    const events = await chat.desk.until(() => chat.desk.events.length === 3 && chat.desk.events);
    expect(new Set(events.map(({ key }) => key)).size).toBe(1);
  });
});

describe("a reverse WebSocket", () => {
  const dial = (at: string, headers: Readonly<Record<string, string>>) => new WebSocket(`ws://${at}`, { headers });
  const refusal = async (socket: WebSocket): Promise<number> => {
    const [request, response] = (await once(socket, "unexpected-response")) as [{ destroy(): void }, { statusCode: number }];
    socket.on("error", () => undefined);
    request.destroy();
    return response.statusCode;
  };
  const good = { authorization: "Bearer a-shared-secret", "x-self-id": "10000", "x-client-role": "Universal" };

  async function listening(settings: Readonly<Record<string, unknown>> = {}) {
    const at = `127.0.0.1:${await freePort()}`;
    const desk = new Desk();
    const given = { ...settingsOf({ listen: at, ...settings }), access_token: new Secret("a-shared-secret") };
    const deps = { clock: systemClock, random: Math.random, language: "en", note: () => undefined, backoff: { firstMs: 5, maxMs: 10 } } as const;
    const channel = onebotChannel("onebot", given, { ...deps, timing: { arrivalMs: 5_000, probeMs: 5_000 } });
    const started = channel.start(desk, startWith(new AbortController().signal));
    return { at, desk, channel, started };
  }

  it("lesson 23: lets in who knows the token, and no web page, no other role, nobody without an account", async () => {
    const { at, channel, started, desk } = await listening();
    await using _ = channel;
    await started;
    expect(await refusal(dial(at, { ...good, authorization: "Bearer wrong" }))).toBe(401);
    expect(await refusal(dial(at, { "x-self-id": "10000" }))).toBe(401);
    expect(await refusal(dial(at, { ...good, origin: "https://evil.example" }))).toBe(403);
    expect(await refusal(dial(at, { ...good, "x-client-role": "Event" }))).toBe(400);
    expect(await refusal(dial(at, { ...good, "x-self-id": "me" }))).toBe(400);
    expect(JSON.stringify(desk.links)).not.toContain("a-shared-secret");
    expect(desk.links.map(({ state }) => state)).not.toContain("connected");
  });

  it("gives its place to a newer connection of the same account, and turns another account away", async () => {
    const at = `127.0.0.1:${await freePort()}`;
    await using first = await OneBotServer.start({ token: "a-shared-secret", reverse: `ws://${at}` });
    await using channel = channelTo(first, { settings: { listen: at } });
    const desk = new Desk();
    await channel.start(desk, startWith(new AbortController().signal));
    await desk.until(() => desk.lastLink === "connected");
    expect(await refusal(dial(at, { ...good, "x-self-id": "10001" }))).toBe(409);
    // As after a restart of the implementation whose old socket nobody has noticed: the first one does not dial again.
    first.freeze();
    await using second = await OneBotServer.start({ token: "a-shared-secret", reverse: `ws://${at}` });
    second.user(7, "Ann");
    await desk.until(() => desk.links.filter(({ state }) => state === "connected").length >= 2);
    await second.waitFor((s) => s.calls.some(({ action }) => action === "get_login_info"));
  });

  it("lesson 23: is not opened to other machines without a token, and says so in red", async () => {
    const port = await freePort();
    const deps = { clock: systemClock, random: Math.random, language: "en", note: () => undefined } as const;
    await using channel = onebotChannel("onebot", settingsOf({ listen: `0.0.0.0:${port}` }), deps);
    const desk = new Desk();
    await channel.start(desk, startWith(new AbortController().signal));
    expect(desk.links.at(-1)).toMatchObject({ state: "error", reason: expect.stringContaining("access_token") as unknown });
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: good });
    const [error] = (await once(socket, "error")) as [{ code?: string }];
    expect(error.code).toBe("ECONNREFUSED");
  });

  it("whose port is taken shows red with the address", async () => {
    await using server = await OneBotServer.start();
    const at = new URL(server.url).host;
    await using channel = channelTo(server, { settings: { listen: at } });
    const desk = new Desk();
    await channel.start(desk, startWith(new AbortController().signal));
    expect(desk.links.at(-1)).toMatchObject({ state: "error", reason: expect.stringContaining(at) as unknown });
  });
});

describe("the settings of OneBot", () => {
  it("warn of a token in the address, of plain connections to other machines, and of listening without a token", () => {
    const warned = (given: Readonly<Record<string, unknown>>) => onebotPart.warnings?.(settingsOf(given)).map(({ path }) => path.join("."));
    expect(warned({ url: "ws://127.0.0.1:3001" })).toEqual([]);
    expect(warned({ url: "wss://qq.example/?access_token=x" })).toEqual(["url"]);
    expect(warned({ url: "ws://10.0.0.5:3001", listen: "127.0.0.1:1" })).toEqual(["url", "listen"]);
    expect(warned({ listen: "127.0.0.1:3002" })).toEqual(["listen"]);
    expect(warned({ listen: "127.0.0.1:3002", access_token: "x" })).toEqual([]);
    expect(onebotSettings.safeParse({ listen: "3002" }).success).toBe(false);
  });

  it("are checked against the implementation: who answers, a wrong token, an account that is offline, nobody there", async () => {
    const server = await OneBotServer.start();
    const check = (token: string) => checkOneBot({ ...settingsOf({ url: server.url }), access_token: new Secret(token) }, systemClock);
    expect(await check(server.token)).toMatchObject({ state: "ok", says: expect.stringMatching(/NapCat\S* .*10000/) as unknown });
    expect(await check("wrong")).toMatchObject({ state: "error" });
    server.world.isOnline = false;
    expect(await check(server.token)).toMatchObject({ state: "error", says: expect.stringContaining("offline") as unknown });
    await server.stop();
    expect(await check(server.token)).toMatchObject({ state: "warning" });
    expect(await checkOneBot(settingsOf({ listen: "0.0.0.0:3002" }), systemClock)).toMatchObject({ state: "error" });
    expect(await checkOneBot(settingsOf({ listen: "127.0.0.1:3002" }), systemClock)).toMatchObject({ state: "ok" });
  });
});
