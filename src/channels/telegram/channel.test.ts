import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Part } from "#domain/channel";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo } from "#test/fakes/telegram/open-telegram";
import { TelegramServer } from "#test/fakes/telegram/server";
import { startedTelegram } from "#test/fakes/telegram/started";
import { verifies } from "#test/verifies";
import { checkTelegram } from "./check.ts";
import { telegramSettings } from "./index.ts";
import { faultOf } from "./outcome.ts";

const denied = (code: number, description = "") => faultOf({ how: "denied", denial: { code, description } });

describe("the link to Telegram", () => {
  verifies("C-2.3.2-2", "polls with getUpdates and timeout=30", async () => {
    await using chat = await startedTelegram({ unhurried: true });
    const poll = await chat.server.waitFor((s) => s.calls.filter(({ method }) => method === "getUpdates")[1]);
    expect(poll.payload).toMatchObject({ timeout: 30, allowed_updates: ["message", "edited_message", "callback_query", "message_reaction"] });
  });

  verifies("C-2.3.3-2", "is retried five seconds after a poll failed", async () => {
    await using server = await TelegramServer.start();
    const desk = new Desk();
    await using channel = channelTo(server, { unhurried: true });
    server.fault({ on: ["getUpdates"], kind: "busy" });
    await channel.start(desk, startWith(new AbortController().signal));
    expect(desk.links.at(-1)?.reason).toMatch(/Trying again in 5 seconds\.$/);
  });

  it("shows red with a sentence while another program polls with the same token, and comes back", async () => {
    await using chat = await startedTelegram();
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    await chat.server.waitFor((s) => s.isPolled);
    const pollElsewhere = () => fetch(`${chat.server.root}/bot${chat.server.token}/getUpdates`, { method: "POST", body: "{}" });
    // Once may be the last poll of a hub that was restarted.
    await pollElsewhere();
    await chat.server.waitFor((s) => s.isPolled);
    expect(chat.desk.links.map(({ state }) => state)).toEqual(["connecting", "connected"]);
    await pollElsewhere();
    const red = await chat.desk.until(() => chat.desk.links.find((link) => link.state === "error"));
    expect(red.reason).toContain(denied(409).message);
    await chat.desk.until(() => chat.desk.lastLink === "connected");
  });

  it("takes a webhook away that would keep it from polling, and throws nothing away that waits", async () => {
    await using server = await TelegramServer.start();
    server.user(7);
    server.world.webhook = "https://elsewhere.example/";
    server.say(7, server.direct(7), "waiting");
    const desk = new Desk();
    await using channel = channelTo(server);
    await channel.start(desk, startWith(new AbortController().signal));
    await desk.until(() => desk.events.length === 1);
    expect(server.calls.find(({ method }) => method === "deleteWebhook")?.payload).toEqual({ drop_pending_updates: false });
  });

  it("shows red when the token is revoked while it runs, and green when it works again", async () => {
    await using chat = await startedTelegram({ timing: { pollSeconds: 0 } });
    chat.server.fault({ on: ["getUpdates", "getMe"], kind: "unauthorized", times: 2 });
    const red = await chat.desk.until(() => chat.desk.links.find((link) => link.state === "error"));
    expect(red.reason).toContain(denied(401).message);
    await chat.desk.until(() => chat.desk.lastLink === "connected");
  });

  it("lesson 17: notices a poll that is never answered on a live socket", async () => {
    await using chat = await startedTelegram({ timing: { pollSeconds: 0, graceMs: 50 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.fault({ on: ["getUpdates"], kind: "hang-before" });
    await chat.desk.until(() => chat.desk.links.filter((link) => link.state === "connected").length === 2);
    expect(chat.desk.links.some(({ reason }) => reason?.startsWith("Telegram did not answer in time."))).toBe(true);
  });

  it("waits as long as Telegram asks before it polls again, and stays connected", async () => {
    await using chat = await startedTelegram({ timing: { pollSeconds: 0 } });
    await chat.desk.until(() => chat.desk.lastLink === "connected");
    chat.server.fault({ on: ["getUpdates"], kind: "limit", retryAfter: 0 });
    chat.server.say(7, chat.direct, "later");
    await chat.desk.until(() => chat.desk.events.length === 1);
    expect(chat.desk.links.map(({ state }) => state)).toEqual(["connecting", "connected"]);
  });

  it("does not hold up the start of the hub while Telegram asks for a long wait", async () => {
    await using server = await TelegramServer.start();
    server.fault({ on: ["getUpdates"], kind: "limit", retryAfter: 600 });
    const desk = new Desk();
    await using channel = channelTo(server);
    await channel.start(desk, startWith(new AbortController().signal));
    expect(desk.links.at(-1)?.state).toBe("connecting");
    await desk.until(() => desk.lastLink === "connected");
  });

  it("lesson 28: nothing that is said about it holds the token, whatever goes wrong", async () => {
    await using chat = await startedTelegram({ timing: { callMs: 100, graceMs: 50 } });
    const said: unknown[] = [];
    for (const kind of ["cut-before", "hang-before", "garbage", "refuse", "busy"] as const) {
      chat.server.fault({ on: ["sendMessage", "getFile"], kind, times: 2 });
      said.push(await chat.post(chat.direct, "x"));
      said.push(await chat.channel.fetch?.({ id: "f", name: "f", mime: "", bytes: 1 }, chat.signal).catch(textsOf));
    }
    await chat.server.stop();
    said.push(await chat.channel.fetch?.({ id: "f", name: "f", mime: "", bytes: 1 }, chat.signal).catch(textsOf));
    said.push(chat.desk.links, chat.notes, await chat.memory.get());
    expect(JSON.stringify(said)).not.toContain(chat.server.token);
    expect(said.length).toBeGreaterThan(10);
  });
});

describe("what comes in", () => {
  it("lesson 1: a press is handled while its room waits for something else", async () => {
    await using chat = await startedTelegram();
    const slow = Promise.withResolvers<undefined>();
    chat.desk.keep = async (event) => (event.what.kind === "said" ? slow.promise : "Allowed");
    const sent = await chat.post(chat.direct, "May it?");
    chat.server.say(7, chat.direct, "slow");
    await chat.desk.until(() => chat.desk.events.length === 1);
    chat.server.press(7, sent.ok ? sent.receipt : "", "q:abcde:0");
    await chat.server.waitFor((s) => s.world.toasts.length === 1);
    expect(chat.server.world.toasts).toMatchObject([{ text: "Allowed" }]);
    slow.resolve(undefined);
    await chat.server.waitFor((s) => s.unconfirmed.length === 0);
  });

  it("in privacy mode a group begins with /ask and goes on with replies; mentions do not arrive", async () => {
    await using chat = await startedTelegram({ privacy: true });
    await chat.server.waitFor((s) => s.world.commands.some(({ command }) => command === "ask"));
    chat.server.say(7, chat.group, "can you hear me?", { mention: true });
    chat.server.say(7, chat.group, "/ask can you?");
    const sent = await chat.post(chat.group, "yes");
    chat.server.say(7, chat.group, "good", { replyTo: sent.ok ? sent.receipt : "" });
    await chat.desk.until(() => chat.desk.events.length === 2);
    expect(chat.desk.events.map(({ addressed, what }) => [addressed, what.kind === "said" && what.text])).toEqual([
      [true, "can you?"],
      [true, "good"],
    ]);
  });

  it("the pictures of an album are one message, and what is said next comes after it", async () => {
    await using chat = await startedTelegram();
    const picture = (name: string) => ({ name, mime: "image/png", content: Buffer.from(name) });
    chat.server.say(7, chat.direct, "these", { files: [picture("a.png"), picture("b.png"), picture("c.png")] });
    chat.server.say(7, chat.direct, "what are they?");
    await chat.server.waitFor((s) => s.unconfirmed.length === 0);
    expect(chat.desk.events.map(({ what }) => what)).toMatchObject([
      { text: "these", files: [{ name: "a.png" }, { name: "b.png" }, { name: "c.png" }] },
      { text: "what are they?" },
    ]);
  });

  it("an update of a later version is confirmed, noted and left out; so is one that cannot be stored while a hundred others can", async () => {
    await using chat = await startedTelegram();
    const odd = chat.server.update("message", { message_id: "nine" });
    await chat.server.waitFor((s) => s.unconfirmed.length === 0);
    expect(chat.notes).toEqual([expect.stringContaining(`Update ${odd} of telegram`)]);
    chat.desk.keep = (event) => (event.what.kind === "said" && event.what.text === "poison" ? Promise.reject(new Error("never")) : Promise.resolve(undefined));
    chat.server.say(7, chat.direct, "poison");
    for (let i = 0; i < 120; i++) chat.server.say(7, chat.group, `${i}`);
    await chat.server.waitFor((s) => s.unconfirmed.length === 0);
    expect(chat.desk.events.filter(({ direct }) => !direct)).toHaveLength(120);
    expect(chat.notes).toEqual([expect.anything(), expect.stringContaining(`Update ${odd + 1} `)]);
  });

  it("a topic is an address of its own in both directions, and a reaction finds it again", async () => {
    await using chat = await startedTelegram();
    const ref = chat.server.say(7, chat.group, "x", { topic: 3 });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(event.from).toEqual({ channel: "telegram", room: chat.group, topic: "3" });
    expect(await chat.post(chat.group, "seen", "3")).toMatchObject({ ok: true });
    expect(chat.server.posted).toMatchObject([{ topic: 3, text: "seen" }]);
    chat.server.react(7, ref, "👍");
    expect((await chat.desk.until(() => chat.desk.events[1])).from).toEqual(event.from);
    expect(await chat.post(chat.group, "gone", "4")).toMatchObject({ ok: false, why: "refused" });
  });

  it("a group that gets a new number keeps its room, after a restart too", async () => {
    const memory = memoryOf();
    await using chat = await startedTelegram({ memory });
    const small = chat.server.group(-55, "Small", { type: "group" });
    chat.server.say(7, small, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    chat.server.move(small, -10055);
    await chat.server.waitFor((s) => s.unconfirmed.length === 0);
    chat.server.say(7, "-10055", "after");
    expect((await chat.desk.until(() => chat.desk.events[1])).from.room).toBe(small);
    await chat.channel[Symbol.asyncDispose]();
    await using again = channelTo(chat.server);
    await again.start(new Desk(), startWith(chat.signal, memory));
    const [piece] = again.render([{ kind: "text", markdown: "here" }], { channel: "telegram", room: small });
    const sent = piece && (await again.post({ channel: "telegram", room: small }, piece, { key: "k", signal: chat.signal }));
    expect(sent).toMatchObject({ ok: true, receipt: expect.stringMatching(/^-10055:/) as unknown });
  });

  it("a group whose new number nobody told is found by what Telegram answers", async () => {
    await using chat = await startedTelegram();
    const small = chat.server.group(-55, "Small", { type: "group" });
    chat.server.world.chats.set("-10055", { id: -10055, type: "supergroup", title: "Small" });
    chat.server.world.moved.set(small, -10055);
    expect(await chat.post(small, "hello")).toMatchObject({ ok: true, receipt: expect.stringMatching(/^-10055:/) as unknown });
    expect(await chat.memory.get()).toEqual({ moved: { [small]: "-10055" } });
  });

  it("a file of more than 20 MB, or on a local server's disk, is not handed over, and each says why; a gateway's error is tried again", async () => {
    await using chat = await startedTelegram();
    const big = { name: "big.zip", mime: "application/zip", content: Buffer.from("x"), claims: 21 * 1024 * 1024 };
    chat.server.say(7, chat.direct, "", { files: [big] });
    const { what } = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = what.kind === "said" ? (what.files ?? []) : [];
    if (file === undefined) throw new Error("no file came");
    await expect(chat.channel.fetch?.(file, chat.signal)).rejects.toMatchObject({ code: "TooLarge", data: { maxBytes: 20 * 1024 * 1024 } });
    chat.server.world.files.set(file.id, { path: "/var/lib/file", content: Buffer.from("x"), claims: 1 });
    await expect(chat.channel.fetch?.(file, chat.signal)).rejects.toMatchObject({ code: "NotFound" });
    chat.server.fault({ on: ["getFile"], kind: "busy" });
    await expect(chat.channel.fetch?.(file, chat.signal)).rejects.toMatchObject({ code: "Timeout" });
  });
});

describe("what goes out", () => {
  it("a limit in one chat is that chat's; in two at the same time it is the bot's", async () => {
    await using chat = await startedTelegram();
    chat.server.fault({ on: ["sendMessage"], kind: "limit", times: 3, retryAfter: 30 });
    const scopes = [];
    for (const room of [chat.direct, chat.direct, chat.group]) scopes.push(await chat.post(room, "x"));
    expect(scopes).toMatchObject([{ scope: "address", afterMs: 30_000 }, { scope: "address" }, { scope: "channel" }]);
  });

  it("a problem of Telegram's own gateway is unknown, because the message may be there", async () => {
    await using chat = await startedTelegram();
    chat.server.fault({ on: ["sendMessage"], kind: "busy" });
    expect(await chat.post(chat.direct, "x")).toMatchObject({ ok: false, why: "unknown" });
  });

  it("a person who blocked the bot, or never wrote to it, is a refusal that says so", async () => {
    await using chat = await startedTelegram();
    chat.server.world.blocked.add(chat.direct);
    expect(await chat.post(chat.direct, "x")).toMatchObject({ ok: false, why: "refused", reason: "The person has blocked the bot." });
    expect(await chat.channel.direct?.("telegram:7", chat.signal)).toBeUndefined();
    chat.server.world.blocked.clear();
    expect(await chat.channel.direct?.("telegram:7", chat.signal)).toEqual({ channel: "telegram", room: "7" });
    expect(await chat.channel.direct?.("telegram:../me", chat.signal)).toBeUndefined();
  });

  it("a picture that Telegram cannot read is refused as one and arrives as a file; its name cannot break the request", async () => {
    await using chat = await startedTelegram();
    const path = join(mkdtempSync(join(tmpdir(), "telegram-")), "x");
    writeFileSync(path, "no picture");
    const part: Part = { kind: "file", artifact: "art_1", path, name: 'a"; b\r\n.png', mime: "image/png", bytes: 10, description: "" };
    const to = { channel: "telegram", room: chat.direct };
    const [photo] = chat.channel.render([part], to);
    if (photo?.instead === undefined) throw new Error("there is nothing instead");
    expect(await chat.channel.post(to, photo, { key: "k", signal: chat.signal })).toMatchObject({ ok: false, why: "refused" });
    expect(await chat.channel.post(to, photo.instead, { key: "k", signal: chat.signal })).toMatchObject({ ok: true });
    expect(chat.server.posted[0]?.file).toMatchObject({ name: "a__ b__.png", content: Buffer.from("no picture") });
  });

  it("groups are written to more slowly than people", async () => {
    await using server = await TelegramServer.start();
    await using channel = channelTo(server);
    const pace = (room: string) => channel.paceAt?.({ channel: "telegram", room })?.perAddressMs;
    // Twenty a minute in a group, one a second elsewhere.
    expect([pace("-100"), pace("7")]).toEqual([3_000, 1_000]);
  });
});

describe("parley doctor", () => {
  const check = (server: TelegramServer, token: string) =>
    checkTelegram({ ...telegramSettings.parse({ api_root: server.root }), token: new Secret(token) }, systemClock);

  it("asks Telegram who the bot is, and disturbs no hub that polls", async () => {
    await using chat = await startedTelegram();
    await chat.server.waitFor((s) => s.isPolled);
    expect(await check(chat.server, chat.server.token)).toMatchObject({ state: "ok", says: expect.stringContaining("@parley_bot") as unknown });
    expect(chat.desk.links.map(({ state }) => state)).toEqual(["connecting", "connected"]);
    await using shy = await TelegramServer.start({ privacy: true });
    expect(await check(shy, shy.token)).toMatchObject({ state: "ok", mend: expect.stringContaining("/setprivacy") as unknown });
  });

  it("finds a wrong token to be an error and a network that is away a warning, and shows the token in neither", async () => {
    await using server = await TelegramServer.start();
    const wrong = await check(server, "1:wrong-token");
    await server.stop();
    const away = await check(server, server.token);
    expect([wrong.state, away.state]).toEqual(["error", "warning"]);
    expect(JSON.stringify([wrong, away])).not.toMatch(/wrong-token|fake_token/);
  });
});

function textsOf(error: unknown): unknown {
  return error instanceof Error ? [error.message, error.stack, textsOf(error.cause)] : error;
}
