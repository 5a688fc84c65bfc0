import { describe, expect, it } from "vitest";
import type { Inbound } from "#domain/channel";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo } from "#test/fakes/discord/open-discord";
import { DiscordServer } from "#test/fakes/discord/server";
import { startedDiscord } from "#test/fakes/discord/started";
import { startProxy } from "#test/fakes/proxy";
import { verifies } from "#test/verifies";
import { missingIntent, wrongToken } from "./outcome.ts";

const words = (events: readonly Inbound[]) => events.map(({ what }) => ("text" in what ? what.text : what.kind));
const ups = (desk: Desk) => desk.links.filter(({ state }) => state === "connected").length;

describe("the link to Discord", () => {
  verifies(["C-2.3.2-1", "C-2.3.3-1"], "comes back by itself when the socket is cut, and Discord replays what was said meanwhile", async () => {
    await using chat = await startedDiscord();
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.cut();
    await chat.server.waitFor((s) => s.gateway.connections === 0);
    chat.server.say(chat.ann, chat.direct, "while it was away");
    await chat.desk.until(() => chat.desk.events.length === 1);
    expect(await chat.post(chat.direct, "back again")).toMatchObject({ ok: true });
    expect([chat.server.gateway.identified, chat.server.gateway.resumed]).toEqual([1, 1]);
  });

  it("goes on with its session when Discord asks for another connection (op 7)", async () => {
    await using chat = await startedDiscord();
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.gateway.askReconnect();
    await chat.server.waitFor((s) => s.gateway.resumed === 1);
    await chat.desk.until(() => ups(chat.desk) === 2);
    expect(chat.server.gateway.identified).toBe(1);
    expect(chat.desk.links.some(({ reason }) => reason?.startsWith("Discord asked us to reconnect."))).toBe(true);
  });

  it("reads by REST what was said after its session was lost (op 9), each once and in order, in channels, threads and direct chats", async () => {
    await using chat = await startedDiscord();
    const { server, desk } = chat;
    for (const room of [chat.direct, chat.group]) server.say(chat.ann, room, "before");
    await server.waitFor((s) => desk.events.length === 2 && s.gateway.unacked === 0);
    await server.stop();
    server.gateway.invalidate();
    for (const room of [chat.direct, chat.group, chat.thread]) for (const text of ["one", "two"]) server.say(chat.ann, room, text);
    for (let i = 0; i < 230; i++) server.say(chat.ann, chat.group, `m${i}`);
    await server.listen();
    await desk.until(() => desk.events.length >= 2 + 6 + 230);
    expect(server.gateway.identified).toBe(2);
    const after = desk.events.slice(2);
    for (const room of [chat.direct, chat.thread]) expect(words(after.filter(({ from }) => from.room === room))).toEqual(["one", "two"]);
    expect(words(after.filter(({ from }) => from.room === chat.group))).toEqual(["one", "two", ...Array.from({ length: 230 }, (_, i) => `m${i}`)]);
    expect(after.find(({ from }) => from.room === chat.thread)).toMatchObject({ direct: false, roomName: "The team › #general › Ships" });
    expect(after.find(({ from }) => from.room === chat.direct)?.direct).toBe(true);
  });

  it("after a restart too, and again if the hub was stopped before it was read", async () => {
    const memory = memoryOf();
    await using chat = await startedDiscord({ memory });
    chat.server.say(chat.ann, chat.group, "before");
    await chat.server.waitFor((s) => chat.desk.events.length === 1 && s.gateway.unacked === 0);
    await chat.channel[Symbol.asyncDispose]();
    chat.server.gateway.invalidate();
    chat.server.say(chat.ann, chat.group, "while it was down");
    chat.server.fault({ on: ["getMessages"], kind: "hang-before" });
    const interrupted = new Desk();
    await using second = channelTo(chat.server);
    await second.start(interrupted, startWith(chat.signal, memory));
    await chat.server.waitFor((s) => s.calls.some(({ route }) => route === "getMessages"));
    await second[Symbol.asyncDispose]();
    expect(interrupted.events).toEqual([]);
    const desk = new Desk();
    await using third = channelTo(chat.server);
    await third.start(desk, startWith(chat.signal, memory));
    await desk.until(() => desk.events.length === 1);
    expect(words(desk.events)).toEqual(["while it was down"]);
  });

  it("its first connection reads nothing of what was said before", async () => {
    await using server = await DiscordServer.start();
    const [ann, room] = [server.user("Ann"), server.channel(server.guild("The team"), "general")];
    server.say(ann, room, "long ago");
    const desk = new Desk();
    await using channel = channelTo(server);
    await channel.start(desk, startWith(new AbortController().signal));
    server.say(ann, room, "now");
    await server.waitFor((s) => s.gateway.unacked === 0);
    expect(words(desk.events)).toEqual(["now"]);
    expect(server.calls.some(({ route }) => route === "getMessages")).toBe(false);
  });

  it("a hub that was killed goes on with its session: only what is stored was acknowledged, and the rest comes again", async () => {
    const memory = memoryOf();
    await using chat = await startedDiscord({ memory, server: { heartbeatMs: 100 } });
    const { server, desk } = chat;
    server.say(chat.ann, chat.direct, "stored");
    await server.waitFor((s) => desk.events.length === 1 && s.gateway.unacked === 0);
    const slow = Promise.withResolvers<undefined>();
    desk.keep = (event) => (event.direct ? slow.promise : Promise.resolve(undefined));
    server.say(chat.ann, chat.direct, "not stored");
    server.say(chat.ann, chat.group, "stored behind it");
    await desk.until(() => desk.events.length === 3);
    const beats = server.gateway.heartbeats;
    await server.waitFor((s) => s.gateway.heartbeats >= beats + 3);
    expect(server.gateway.unacked).toBe(2);
    const kept = memoryOf(structuredClone(await memory.get()));
    const killed = new Desk();
    await using again = channelTo(server);
    await again.start(killed, startWith(chat.signal, kept));
    await killed.until(() => killed.events.length === 2);
    expect(killed.events.map(({ key }) => key)).toEqual(desk.events.slice(1).map(({ key }) => key));
    expect(server.gateway.identified).toBe(1);
    slow.resolve(undefined);
  });

  it("lesson 17: a half-open connection is noticed by its missing heartbeats, and not waited for", async () => {
    await using chat = await startedDiscord({ server: { heartbeatMs: 100 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.gateway.deafen();
    chat.server.say(chat.ann, chat.direct, "anybody there?");
    await chat.desk.until(() => chat.desk.events.length === 1);
    expect(chat.desk.links.some(({ reason }) => reason?.startsWith("Discord stopped answering on an open connection."))).toBe(true);
  });

  it("a gateway that never says that the session is there is given up and tried again", async () => {
    await using chat = await startedDiscord({ timing: { handshakeMs: 100, helloMs: 100, readyMs: 100 }, server: { heartbeatMs: 10_000 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.gateway.holdResumes = 1;
    chat.server.cut();
    await chat.desk.until(() => ups(chat.desk) === 2);
    expect(chat.desk.links.some(({ reason }) => reason?.startsWith("Discord did not answer in time."))).toBe(true);
  });

  it("shows red with a sentence when the token is revoked while it runs (4004), and green when it works again", async () => {
    await using chat = await startedDiscord();
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.fault({ on: ["application"], kind: "unauthorized", times: 3 });
    chat.server.gateway.close(4_004);
    const reds = await chat.desk.until(() => {
      const found = chat.desk.links.filter(({ state }) => state === "error");
      return found.length >= 3 && found;
    });
    for (const { reason } of reds) expect(reason).toContain(wrongToken);
    await chat.desk.until(() => chat.desk.lastLink === "connected");
  });

  it("shows red with what to turn on when an intent is missing (4014), begins no session meanwhile, and connects once it is on", async () => {
    await using server = await DiscordServer.start();
    server.world.readsMessages = false;
    const desk = new Desk();
    await using channel = channelTo(server);
    await channel.start(desk, startWith(new AbortController().signal));
    const reds = await desk.until(() => {
      const found = desk.links.filter(({ state }) => state === "error");
      return found.length >= 4 && found;
    });
    for (const { reason } of reds) expect(reason).toContain(missingIntent);
    expect(server.calls.filter(({ route }) => route === "gateway")).toHaveLength(1);
    server.world.readsMessages = true;
    await desk.until(() => desk.lastLink === "connected");
  });

  it("begins no session when Discord allows no more: past its limit it takes the token away", async () => {
    await using server = await DiscordServer.start();
    server.world.startsLeft = 0;
    const desk = new Desk();
    await using channel = channelTo(server);
    await channel.start(desk, startWith(new AbortController().signal));
    await desk.until(() => desk.links.filter(({ reason }) => reason?.includes("60 minutes")).length >= 3);
    expect(server.gateway.identified).toBe(0);
    server.world.startsLeft = 5;
    await desk.until(() => desk.lastLink === "connected");
  });

  it.each(["http", "socks5"] as const)("goes through a proxy (%s) with everything: calls, gateway, resumed sessions and files", async (kind) => {
    await using proxy = await startProxy(kind);
    await using chat = await startedDiscord({ proxy: proxy.url });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.say(chat.ann, chat.direct, "", { files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("你好") }] });
    const { what } = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = what.kind === "said" ? (what.files ?? []) : [];
    const stream = file && (await chat.channel.fetch?.(file, chat.signal));
    expect(await new Response(stream).text()).toBe("你好");
    expect(await chat.post(chat.direct, "hello")).toMatchObject({ ok: true });
    chat.server.cut();
    await chat.desk.until(() => ups(chat.desk) === 2);
    // Nothing came to it but through the proxy.
    expect([chat.server.gateway.resumed, chat.server.accepted]).toEqual([1, proxy.opened]);
    chat.server.gateway.close(4_014);
    const red = await chat.desk.until(() => chat.desk.links.find(({ state }) => state === "error"));
    expect(red.reason).toContain(missingIntent);
  });

  it("a proxy that is away is told as such", async () => {
    const proxy = await startProxy("http");
    await proxy[Symbol.asyncDispose]();
    await using chat = await startedDiscord({ proxy: proxy.url });
    const { reason } = await chat.desk.until(() => chat.desk.links.find((link) => link.reason !== undefined));
    expect(reason).toMatch(/^Nobody listens at that address/);
  });

  it("lesson 28: nothing that is said about it holds the token, whatever goes wrong", async () => {
    await using chat = await startedDiscord({ timing: { callMs: 100 } });
    const said: unknown[] = [];
    const file = { id: `${chat.direct}:1:1`, name: "f", mime: "", bytes: 1 };
    for (const kind of ["cut-before", "hang-before", "garbage", "refuse", "busy", "unauthorized"] as const) {
      chat.server.fault({ on: ["createMessage", "getMessage"], kind, times: 2 });
      said.push(await chat.post(chat.direct, "x"));
      said.push(await chat.channel.fetch?.(file, chat.signal).catch(textsOf));
    }
    await chat.server.stop();
    said.push(await chat.channel.fetch?.(file, chat.signal).catch(textsOf));
    said.push(chat.desk.links, chat.notes, await chat.memory.get());
    expect(JSON.stringify(said)).not.toContain(chat.server.token);
    expect(said.length).toBeGreaterThan(10);
  });
});

function textsOf(error: unknown): unknown {
  return error instanceof Error ? [error.message, error.stack, textsOf(error.cause)] : error;
}
