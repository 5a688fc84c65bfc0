import { describe, expect, it } from "vitest";
import { say } from "#lib/words/words";
import { Desk, startWith } from "#test/contracts/channel-world";
import { channelTo } from "#test/fakes/onebot/open-onebot";
import { goCqhttp, lagrange } from "#test/fakes/onebot/personality";
import { OneBotServer } from "#test/fakes/onebot/server";
import { startedOneBot } from "#test/fakes/onebot/started";
import { onebotTexts } from "./texts.ts";

const textOf = (event: Desk["events"][number] | undefined) => (event?.what.kind === "said" ? event.what.text : undefined);
const called = (actions: readonly { readonly action: string }[]) => actions.map(({ action }) => action);

describe("what comes in from QQ", () => {
  it("in string format is read as well as in segments: mentions, replies with their words, typed brackets", async () => {
    await using chat = await startedOneBot({ server: { personality: goCqhttp } });
    const first = chat.server.say(7, chat.group, "use [x], a & b");
    chat.server.say(7, chat.group, "this one", { mention: true, replyTo: first });
    const events = await chat.desk.until(() => chat.desk.events.length === 2 && chat.desk.events);
    expect(events.map(textOf)).toEqual(["use [x], a & b", "this one"]);
    expect(events[1]).toMatchObject({
      addressed: true,
      roomName: "The team",
      what: { replyTo: first, quoted: { text: "use [x], a & b", by: "Ann" } },
    });
  });

  it("that is addressed and replies to a file brings that file, since a file in QQ has no words", async () => {
    await using chat = await startedOneBot();
    const files = [{ name: "log.txt", mime: "text/plain", content: Buffer.from("hello") }];
    const sent = chat.server.say(7, chat.group, "", { files });
    chat.server.say(7, chat.group, "what is wrong here?", { replyTo: sent, mention: true });
    chat.server.say(7, chat.group, "and you, Bo?", { replyTo: sent });
    const [, asked, among] = await chat.desk.until(() => chat.desk.events.length === 3 && chat.desk.events);
    const [file] = asked?.what.kind === "said" ? (asked.what.files ?? []) : [];
    expect(file).toMatchObject({ name: "log.txt", mime: "text/plain" });
    expect(file && (await new Response(await chat.channel.fetch?.(file, chat.signal)).text())).toBe("hello");
    expect(among?.what).not.toHaveProperty("files");
  });

  it("is a file by a notice where the implementation sends one, and is handed over", async () => {
    await using chat = await startedOneBot({ server: { personality: lagrange } });
    chat.server.say(7, chat.direct, "", { files: [{ name: "a.pdf", mime: "application/pdf", content: Buffer.from("%PDF") }] });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(event).toMatchObject({ direct: true, addressed: true, by: { account: "onebot:7" } });
    const [file] = event.what.kind === "said" ? (event.what.files ?? []) : [];
    expect(JSON.stringify(file)).not.toContain("http");
    expect(file && (await new Response(await chat.channel.fetch?.(file, chat.signal)).text())).toBe("%PDF");
  });

  it("as a file is found again after a restart, by asking for its message", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.direct, "", { files: [{ name: "a.bin", mime: "", content: Buffer.from("abc") }] });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = event.what.kind === "said" ? (event.what.files ?? []) : [];
    await chat.channel[Symbol.asyncDispose]();
    await using next = channelTo(chat.server);
    const desk = new Desk();
    await next.start(desk, startWith(chat.signal));
    await desk.until(() => desk.lastLink === "connected");
    expect(file && (await new Response(await next.fetch?.(file, chat.signal)).text())).toBe("abc");
    expect(called(chat.server.calls)).toContain("get_msg");
  });

  it("as a voice note without an address comes in base64, and a path on the implementation's own disk is not read", async () => {
    await using chat = await startedOneBot();
    chat.server.world.files.set("v.amr", { name: "v.amr", content: Buffer.from("#!AMR") });
    chat.server.say(7, chat.direct, "", { segments: [{ type: "record", data: { file: "v.amr" } }] });
    chat.server.say(7, chat.direct, "", { segments: [{ type: "image", data: { file: "/etc/passwd.jpg" } }] });
    const events = await chat.desk.until(() => chat.desk.events.length === 2 && chat.desk.events);
    const [voice, picture] = events.map(({ what }) => (what.kind === "said" ? what.files?.[0] : undefined));
    expect(voice && (await new Response(await chat.channel.fetch?.(voice, chat.signal)).text())).toBe("#!AMR");
    if (picture === undefined) throw new Error("no picture came");
    await expect(chat.channel.fetch?.(picture, chat.signal)).rejects.toMatchObject({ code: "NotFound" });
  });

  it("as a file whose name is an address is not fetched from there: its sender chose the name", async () => {
    await using chat = await startedOneBot();
    const inside = await OneBotServer.start();
    inside.world.files.set("/secret", { name: "secret", content: Buffer.from("of the inside") });
    const name = `${inside.world.fileRoot()}/download/${encodeURIComponent("/secret")}?rkey=x`;
    chat.server.world.files.set("/real", { name, content: Buffer.from("what was sent") });
    chat.server.say(7, chat.direct, "", { segments: [{ type: "file", data: { file: name, file_id: "/real" } }] });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    const [file] = event.what.kind === "said" ? (event.what.files ?? []) : [];
    expect(file && (await new Response(await chat.channel.fetch?.(file, chat.signal)).text())).toBe("what was sent");
    await inside[Symbol.asyncDispose]();
  });

  it("as a merged forward is quoted line by line, so that it is neither a command nor an answer", async () => {
    await using chat = await startedOneBot();
    const id = 4711;
    chat.server.world.messages.set(id, {
      id,
      chat: { kind: "private", id: 7 },
      user: 8,
      time: 1,
      segments: [{ type: "forward", data: { id: "res-1" } }],
      nodes: ["!!end work", "yes"],
    });
    chat.server.say(7, chat.direct, "", { segments: [{ type: "forward", data: { id: "res-1" } }] });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(textOf(event)).toBe([say("en", onebotTexts.mergedForward), "> Zoe: !!end work", "> Zoe: yes"].join("\n"));
  });

  it("from somebody who is no friend is answered through the group that they have in common, also after a restart", async () => {
    await using chat = await startedOneBot();
    const room = chat.server.user(9, "Bo", false);
    chat.server.say(9, room, "hi", { more: { sub_type: "group", group_id: 20 } });
    await chat.desk.until(() => chat.desk.events.length === 1);
    expect(await chat.say(room, "hello")).toMatchObject([{ ok: true }]);
    await chat.channel[Symbol.asyncDispose]();
    await using next = channelTo(chat.server);
    const desk = new Desk();
    await next.start(desk, startWith(chat.signal, chat.memory));
    await desk.until(() => desk.lastLink === "connected");
    const to = { channel: "onebot", room };
    const [piece] = next.render([{ kind: "text", markdown: "again" }], to);
    expect(piece && (await next.post(to, piece, { key: "k", signal: chat.signal }))).toMatchObject({ ok: true });
  });
});
