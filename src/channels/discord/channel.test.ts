import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo } from "#test/fakes/discord/open-discord";
import { DiscordServer } from "#test/fakes/discord/server";
import { startedDiscord } from "#test/fakes/discord/started";
import { checkDiscord } from "./check.ts";
import { discordSettings } from "./index.ts";
import { missingIntent } from "./outcome.ts";

describe("what comes in", () => {
  it("lesson 1: a press is handled while its room waits for something else", async () => {
    await using chat = await startedDiscord();
    const slow = Promise.withResolvers<undefined>();
    chat.desk.keep = async (event) => (event.what.kind === "said" ? slow.promise : "Allowed");
    const sent = await chat.post(chat.direct, "May it?");
    chat.server.say(chat.ann, chat.direct, "slow");
    await chat.desk.until(() => chat.desk.events.length === 1);
    chat.server.press(chat.ann, sent.ok ? sent.receipt : "", "q:abcde:0");
    await chat.server.waitFor((s) => s.world.toasts.length === 1);
    expect(chat.server.world.toasts).toMatchObject([{ text: "Allowed" }]);
    slow.resolve(undefined);
    await chat.server.waitFor((s) => s.gateway.unacked === 0);
  });

  it("a press is acknowledged in time however long it takes to store, and told its outcome afterwards", async () => {
    await using chat = await startedDiscord({ timing: { deferMs: 20 } });
    const slow = Promise.withResolvers<string>();
    chat.desk.keep = () => slow.promise;
    const sent = await chat.post(chat.group, "May it?");
    const press = chat.server.press(chat.ann, sent.ok ? sent.receipt : "", "q:abcde:0");
    await chat.server.waitFor(() => press.answered === 6);
    expect(chat.server.world.toasts).toEqual([]);
    slow.resolve("Allowed");
    await chat.server.waitFor((s) => s.world.toasts.find(({ text }) => text === "Allowed"));
  });

  it("a command is acknowledged at once, and the notice goes away when it is stored", async () => {
    await using chat = await startedDiscord();
    await chat.server.waitFor((s) => s.world.commands.length === 1);
    const slow = Promise.withResolvers<undefined>();
    chat.desk.keep = () => slow.promise;
    const chosen = chat.server.choose(chat.ann, chat.thread, "use", { session: "my work" });
    await chat.server.waitFor(() => chosen.answered === 5);
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(event).toMatchObject({ addressed: true, from: { room: chat.thread }, by: { locale: "en-GB" }, what: { kind: "command", line: 'use "my work"' } });
    slow.resolve(undefined);
    await chat.server.waitFor((s) => s.calls.some(({ route }) => route === "deleteReply"));
  });

  it("the commands are listed once: a restart with the same ones does not list them again", async () => {
    const memory = memoryOf();
    await using chat = await startedDiscord({ memory });
    await chat.server.waitFor((s) => s.world.commands.length === 1);
    await chat.channel[Symbol.asyncDispose]();
    await using again = channelTo(chat.server);
    const desk = new Desk();
    await again.start(desk, startWith(chat.signal, memory));
    await desk.until(() => desk.lastLink === "connected");
    expect(chat.server.calls.filter(({ route }) => route === "listCommands")).toHaveLength(1);
  });

  it("after a resumed restart the names of rooms are asked for, once", async () => {
    const memory = memoryOf();
    await using chat = await startedDiscord({ memory });
    await chat.channel[Symbol.asyncDispose]();
    await using again = channelTo(chat.server);
    const desk = new Desk();
    await again.start(desk, startWith(chat.signal, memory));
    for (const text of ["one", "two"]) chat.server.say(chat.ann, chat.thread, text);
    await desk.until(() => desk.events.length === 2);
    expect(desk.events.map(({ roomName }) => roomName)).toEqual(["The team › #general › Ships", "The team › #general › Ships"]);
    expect(chat.server.calls.filter(({ route }) => route === "guild")).toHaveLength(1);
  });

  it("a thread is an address of its own in both directions", async () => {
    await using chat = await startedDiscord();
    chat.server.say(chat.ann, chat.thread, "x");
    const { from, roomName } = await chat.desk.until(() => chat.desk.events[0]);
    expect([from, roomName]).toEqual([{ channel: "discord", room: chat.thread }, "The team › #general › Ships"]);
    expect(await chat.post(chat.thread, "seen")).toMatchObject({ ok: true });
    expect(chat.server.posted).toMatchObject([{ content: "seen", channel: { id: chat.thread } }]);
  });

  it("an event of a later version is noted and left out; so is one that cannot be stored while others can", async () => {
    await using chat = await startedDiscord({ timing: { failedMs: 1 } });
    chat.server.event("MESSAGE_CREATE", { id: 9 });
    await chat.server.waitFor((s) => s.gateway.unacked === 0);
    expect(chat.notes).toHaveLength(1);
    chat.desk.keep = (event) => (event.what.kind === "said" && event.what.text === "poison" ? Promise.reject(new Error("never")) : Promise.resolve(undefined));
    const ref = chat.server.say(chat.ann, chat.direct, "poison");
    chat.server.say(chat.ann, chat.direct, "after");
    for (let i = 0; i < 10; i++) chat.server.say(chat.ann, chat.group, `${i}`);
    await chat.server.waitFor((s) => s.gateway.unacked === 0);
    expect(chat.desk.events.at(-1)?.what).toMatchObject({ text: "after" });
    expect(chat.notes[1]).toContain(ref.split(":")[1]);
  });

  it("a file is fetched from its signed address, asked for anew, without the token; one that is gone is not found, a gateway's error is tried again", async () => {
    await using chat = await startedDiscord();
    chat.server.say(chat.ann, chat.direct, "", { files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("x") }] });
    const { what } = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = what.kind === "said" ? (what.files ?? []) : [];
    if (file === undefined) throw new Error("no file came");
    expect(await new Response(await chat.channel.fetch?.(file, chat.signal)).text()).toBe("x");
    chat.server.fault({ on: ["getMessage"], kind: "busy" });
    await expect(chat.channel.fetch?.(file, chat.signal)).rejects.toMatchObject({ code: "Timeout" });
    chat.server.known(file.id.split(":").slice(0, 2).join(":")).isRemoved = true;
    await expect(chat.channel.fetch?.(file, chat.signal)).rejects.toMatchObject({ code: "NotFound" });
    await expect(chat.channel.fetch?.({ ...file, id: "../../x" }, chat.signal)).rejects.toMatchObject({ code: "NotFound" });
  });
});

describe("what goes out", () => {
  it("a limit that Discord's headers announce comes back at once as 'later', and nothing waits inside", async () => {
    await using chat = await startedDiscord({ server: { bucket: { limit: 2, perMs: 60_000 } } });
    const results = [];
    for (const key of ["1", "2", "3"]) results.push(await chat.post(chat.direct, "x", key));
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: false, why: "later", scope: "address" }]);
    expect(results[2]).toHaveProperty(
      "afterMs",
      expect.toSatisfy((ms: number) => ms > 50_000 && ms <= 60_000),
    );
    expect(await chat.post(chat.group, "x", "4")).toMatchObject({ ok: true });
  });

  it("hints are left out while Discord wants no calls at all", async () => {
    await using chat = await startedDiscord();
    chat.server.fault({ on: ["createMessage"], kind: "limit everywhere", retryAfter: 600 });
    expect(await chat.post(chat.direct, "x")).toMatchObject({ scope: "channel", afterMs: 600_000 });
    await chat.channel.hint?.({ channel: "discord", room: chat.direct }, "working");
    expect(chat.server.world.hints).toEqual([]);
    expect(await chat.post(chat.direct, "x")).toMatchObject({ ok: true });
  });

  it("nobody is called by a mention in the text, and links bring no previews", async () => {
    await using chat = await startedDiscord();
    await chat.post(chat.group, `@everyone <@${chat.ann}> https://example.org/a_b_c`);
    const { body } = chat.server.calls.find(({ route }) => route === "createMessage") ?? {};
    expect(body).toMatchObject({ allowed_mentions: { parse: [], replied_user: false }, flags: 4, enforce_nonce: true });
    expect(body?.["content"]).toBe(`@everyone \\<@${chat.ann}> https://example.org/a_b_c`);
  });

  it("somebody who takes no direct messages is a refusal that says so, and 'direct' asks Discord for the chat", async () => {
    await using chat = await startedDiscord();
    chat.server.world.shut.add(chat.ann);
    expect(await chat.post(chat.direct, "x")).toMatchObject({ ok: false, why: "refused", reason: expect.stringContaining("direct messages") as unknown });
    expect(await chat.channel.direct?.(`discord:${chat.ann}`, chat.signal)).toEqual({ channel: "discord", room: chat.direct });
    expect(await chat.channel.direct?.("discord:../@me", chat.signal)).toBeUndefined();
    expect(await chat.channel.direct?.("discord:123456789012345678", chat.signal)).toBeUndefined();
  });

  it("a file that is larger than Discord takes here is refused, and told in words instead", async () => {
    await using chat = await startedDiscord({ can: { fileBytes: 20 * 1024 * 1024 } });
    const path = join(mkdtempSync(join(tmpdir(), "discord-")), "x");
    writeFileSync(path, Buffer.alloc(11 * 1024 * 1024));
    const to = { channel: "discord", room: chat.direct };
    const [file] = chat.channel.render(
      [{ kind: "file", artifact: "art_1", path, name: 'a"b\r\n/c.zip', mime: "application/zip", bytes: 11 * 1024 * 1024, description: "" }],
      to,
    );
    expect(file && (await chat.channel.post(to, file, { key: "k", signal: chat.signal }))).toMatchObject({ ok: false, why: "refused" });
    expect(file?.instead && (await chat.channel.post(to, file.instead, { key: "k", signal: chat.signal }))).toMatchObject({ ok: true });
    expect(chat.server.posted[0]?.content).toContain("11 MB");
  });
});

describe("the check of `parley doctor`", () => {
  const check = (server: DiscordServer, token: string) =>
    checkDiscord({ ...discordSettings.parse({ api_root: server.root }), token: new Secret(token) }, systemClock);

  it("says that the bot works, what it lacks, that the token is wrong, or that Discord is away; the token is in none of it", async () => {
    await using server = await DiscordServer.start();
    const works = await check(server, server.token);
    server.world.readsMessages = false;
    const lacks = await check(server, server.token);
    const wrong = await check(server, "MTAx.wrong-token");
    await server.stop();
    const away = await check(server, server.token);
    expect([works, lacks, wrong, away].map(({ state }) => state)).toEqual(["ok", "error", "error", "warning"]);
    expect(lacks.says).toBe(missingIntent);
    expect(JSON.stringify([works, lacks, wrong, away])).not.toMatch(/wrong-token|fake-token/);
    expect(server.gateway.identified).toBe(0);
  });
});
