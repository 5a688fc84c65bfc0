import { describe, expect, it } from "vitest";
import type { Inbound } from "#domain/channel";
import { systemClock } from "#lib/time/clock";
import { channelContract } from "#test/contracts/channel";
import { startWith, type ChannelWorld, type WorldOptions } from "#test/contracts/channel-world";
import { chatChannel, platform, type ChatSettings } from "./channel.ts";
import { parseBody } from "./encode.ts";
import { textLimit } from "./protocol.ts";
import { ChatServer } from "./server.ts";
import { defined } from "#lib/defined";

channelContract("the fake chat", openChat);

describe("the fake chat's channel", () => {
  it("acknowledges an event that it cannot read, so that it does not come for ever, and notes it", async () => {
    await using chat = await startedChat();
    chat.server.sendRaw(`${JSON.stringify({ t: "event", event: { id: 99, what: "a thing of a later version" } })}\n`);
    await chat.server.waitFor((s) => s.calls.some((call) => call.method === "ack" && call.event === 99));
    expect(chat.events).toEqual([]);
    expect(chat.notes).toEqual(["Event 99 of chat1 has a shape that is not known here. It was acknowledged and left out."]);
  });

  it("lesson 17: notices a server that has stopped answering on a live socket, and connects anew", async () => {
    await using chat = await startedChat({ ping_ms: 5, call_timeout_ms: 100 });
    chat.server.fault({ on: "ping", kind: "hang-before" });
    await chat.server.waitFor((s) => s.welcomed >= 2);
    expect(chat.links.some((line) => line.startsWith("connecting The chat server has stopped answering."))).toBe(true);
  });

  it("passes topics on in both directions, and fetches a file that somebody sent", async () => {
    await using chat = await startedChat();
    const room = chat.server.group("team", ["ann"]);
    chat.server.say("ann", room, "see", { topic: "t1", files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("你好") }] });
    await chat.server.waitFor((s) => s.unacked.length === 0);
    const [event] = chat.events;
    expect(event).toMatchObject({ from: { channel: "chat1", room, topic: "t1" } });
    const [file] = event?.what.kind === "said" ? (event.what.files ?? []) : [];
    if (event === undefined || file === undefined) throw new Error("no file came");
    const { signal } = new AbortController();
    expect(await new Response(await chat.channel.fetch?.(file, signal)).text()).toBe("你好");
    await expect(chat.channel.fetch?.({ ...file, id: "f-none" }, signal)).rejects.toThrow("The chat did not hand over the file a.txt. Send it again.");
    const [piece] = chat.channel.render([{ kind: "text", markdown: "seen" }], event.from);
    expect(piece && (await chat.channel.post(event.from, piece, { key: "k", signal }))).toMatchObject({ ok: true });
    expect(chat.server.posted).toMatchObject([{ room, topic: "t1", text: "seen" }]);
  });
});

async function startedChat(settings: Partial<ChatSettings> = {}) {
  const server = await ChatServer.start();
  const [events, notes, links]: [Inbound[], string[], string[]] = [[], [], []];
  const channel = chatChannel(
    "chat1",
    { port: server.port, token: server.token, retry_first_ms: 5, retry_max_ms: 10, ...settings },
    { clock: systemClock, random: Math.random, note: (line) => void notes.push(line) },
  );
  const received = async (event: Inbound) => {
    events.push(event);
    return {};
  };
  await channel.start({ received, link: (state, reason = "") => void links.push(`${state} ${reason}`) }, startWith(new AbortController().signal));
  const free = async () => {
    await channel[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { server, channel, events, notes, links, [Symbol.asyncDispose]: free };
}

async function openChat({
  wrongToken = false,
  impatient = false,
  dedupes = true,
  buttons = true,
  fileBytes = 1024 * 1024,
  final = "edit",
}: WorldOptions = {}): Promise<ChannelWorld> {
  const server = await ChatServer.start({ token: "chat-secret-1", dedupe: dedupes });
  const secret = wrongToken ? "not-the-secret-2" : server.token;
  server.user("u-ann", { name: "Ann" });
  server.user("u-hook", { name: "Build", human: false });
  const direct = { channel: "chat1", room: server.direct("u-ann") };
  const group = { channel: "chat1", room: server.group("team", ["u-ann", "u-hook"], "The team") };
  server.user("u-silent", { name: "Sil" });
  const settings = {
    port: server.port,
    token: secret,
    buttons,
    dedupes,
    direct: true,
    final,
    file_bytes: fileBytes,
    call_timeout_ms: impatient ? 200 : 10_000,
    retry_first_ms: 5,
    retry_max_ms: 10,
  };
  const again = () => chatChannel("chat1", settings, { clock: systemClock, random: Math.random });
  return {
    channel: again(),
    again,
    groupName: "The team",
    silent: { account: "chat:u-silent" },
    chooses: (line) => void server.command("u-ann", group.room, line),
    listed: () => server.commands.map(({ name }) => name),
    withholdsFile: () => server.fault({ on: "download", kind: "refuse" }),
    resumed: () => server.resumed,
    platform,
    secret,
    limit: { unit: "utf16", most: textLimit },
    person: { id: "u-ann", name: "Ann" },
    direct,
    group,
    gone: { channel: "chat1", room: "demolished" },
    limitMs: 2_500,
    says: (where, text, how) => server.say("u-ann", where.room, text, how),
    outsiderSays: (text) => void server.say("u-hook", group.room, text),
    edits: (ref, text) => void server.editBy("u-ann", ref, text),
    reacts: (ref, reaction) => void server.react("u-ann", ref, reaction),
    presses: (receipt, data) => void server.press("u-ann", receipt, data),
    redelivers: () => server.redeliver(),
    losesNextAck: () => server.fault({ on: "ack", kind: "cut-before" }),
    unacked: () => server.unacked.length,
    toasts: () => server.toasts.map(({ toast }) => toast),
    hints: () => server.hints.map(({ doing, message }) => ({ doing, ...defined({ on: message }) })),
    shown: () =>
      server.posted.map(({ id, room, text, buttons: shown, file, replyTo }) => ({
        receipt: id,
        room,
        text,
        buttons: shown.map((button) => button.data),
        ...defined({ file, replyTo }),
      })),
    postCalls: () => server.calls.filter((call) => call.method === "post" || call.method === "upload").length,
    textOf: (piece) => {
      const body = parseBody(piece);
      return body.kind === "text" ? body.text : undefined;
    },
    troubles: (kind) => server.fault({ on: "post", kind: kind === "limit everywhere" ? "limit-all" : kind, retryAfterMs: 2_500 }),
    account: (online) => server.account(online),
    stop: () => server.stop(),
    listen: () => server.listen(),
    connections: () => server.connections,
    until: (look) => server.waitFor(look),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
