import { describe, expect, it } from "vitest";
import { say } from "#lib/words/words";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo, freePort } from "#test/fakes/onebot/open-onebot";
import { goCqhttp, lagrange, napCat } from "#test/fakes/onebot/personality";
import { filePart, startedOneBot } from "#test/fakes/onebot/started";
import { shownText } from "#test/fakes/onebot/world";
import { verifies } from "#test/verifies";
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

describe("what was said while the link was down", () => {
  it("is found in the histories when it is back, once, and our own words are not", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.group, "before", { mention: true });
    chat.server.say(7, chat.direct, "alone");
    await chat.desk.until(() => chat.desk.events.length === 2);
    await chat.say(chat.group, "our own");
    await chat.server.stop();
    chat.server.say(7, chat.group, "meanwhile", { mention: true });
    chat.server.say(7, chat.direct, "alone, meanwhile");
    await chat.server.listen();
    await chat.desk.until(() => chat.desk.events.length === 4);
    expect(chat.desk.events.map(textOf).toSorted()).toEqual(["alone", "alone, meanwhile", "before", "meanwhile"]);
    expect(new Set(chat.desk.events.map(({ key }) => key)).size).toBe(4);
    expect(chat.desk.events.find((event) => textOf(event) === "meanwhile")).toMatchObject({ addressed: true, from: { room: chat.group } });
  });

  it("is found by the next hub too, which has what the last one remembered", async () => {
    const memory = memoryOf();
    await using chat = await startedOneBot({ memory });
    chat.server.say(7, chat.direct, "one");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.channel[Symbol.asyncDispose]();
    chat.server.say(7, chat.direct, "two");
    await using next = channelTo(chat.server);
    const desk = new Desk();
    await next.start(desk, startWith(chat.signal, memory));
    await desk.until(() => desk.events.length === 1);
    expect(desk.events.map(textOf)).toEqual(["two"]);
    expect(JSON.stringify(await memory.get())).not.toContain(chat.server.token);
  });

  it("is not passed over when the link breaks again before its history was read and something newer was heard", async () => {
    await using chat = await startedOneBot({ timing: { catchUpMs: 50 } });
    chat.server.say(7, chat.direct, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "missed");
    chat.server.fault({ on: ["get_friend_msg_history"], kind: "hang-before" });
    await chat.server.listen();
    await chat.server.waitFor((s) => called(s.calls).includes("get_friend_msg_history"));
    chat.server.say(7, chat.direct, "newer");
    await chat.desk.until(() => chat.desk.events.length === 2);
    expect(chat.desk.events.map(textOf)).toEqual(["before", "newer"]);
    chat.server.cut();
    await chat.desk.until(() => chat.desk.events.length === 3);
    expect(chat.desk.events.map(textOf)).toEqual(["before", "newer", "missed"]);
  });

  it("comes before what is said when it is back", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.direct, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "first");
    await chat.server.listen();
    await chat.server.waitFor((s) => s.connections === 1);
    chat.server.say(7, chat.direct, "second");
    await chat.desk.until(() => chat.desk.events.length === 3);
    expect(chat.desk.events.map(textOf)).toEqual(["before", "first", "second"]);
  });

  it("is not asked for again and again where there are no histories", async () => {
    await using chat = await startedOneBot({ server: { personality: { ...napCat, lacks: ["get_group_msg_history", "get_friend_msg_history"] } } });
    chat.server.say(7, chat.group, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    for (const times of [2, 3]) {
      chat.server.cut();
      await chat.desk.until(() => chat.desk.links.filter(({ state }) => state === "connected").length === times);
      await chat.server.waitFor((s) => called(s.calls).includes("get_group_msg_history"));
      // A round trip over the same connection: what was asked before it has been answered.
      await chat.say(chat.group, "after");
    }
    expect(called(chat.server.calls).filter((action) => action === "get_group_msg_history")).toHaveLength(1);
  });
});

describe("what goes out to QQ", () => {
  const long = Array.from({ length: 450 }, (_, i) => `word${i}`).join(" ");

  it("above 1,500 characters is one merged forward, of a private chat too", async () => {
    await using chat = await startedOneBot();
    for (const room of [chat.group, chat.direct]) expect(await chat.say(room, long)).toMatchObject([{ ok: true }]);
    expect(chat.server.posted.map(({ nodes = [] }) => nodes.join(""))).toEqual([long, long]);
  });

  it("is plain text where merged forwards are refused or not known, which is asked once", async () => {
    await using chat = await startedOneBot({ server: { personality: { ...goCqhttp, lacks: [...goCqhttp.lacks, "send_group_forward_msg"] } } });
    for (const _time of [1, 2]) expect(await chat.say(chat.group, long)).toMatchObject([{ ok: true }]);
    expect(chat.server.posted.map(shownText)).toEqual([long, long]);
    expect(called(chat.server.calls).filter((action) => action === "send_group_forward_msg")).toHaveLength(1);
    chat.server.fault({ on: ["send_private_forward_msg"], kind: "refuse" });
    expect(await chat.say(chat.direct, long)).toMatchObject([{ ok: true }]);
    expect(chat.server.posted.map(shownText)).toEqual([long, long, long]);
  });

  it("is unknown where QQ did not confirm in time, or the connection broke, and is not posted in another way", async () => {
    await using chat = await startedOneBot();
    chat.server.fault({ on: ["send_group_forward_msg"], kind: "confirm-late" });
    expect(await chat.say(chat.group, long)).toMatchObject([{ ok: false, why: "unknown" }]);
    chat.server.fault({ on: ["upload_group_file"], kind: "cut-after" });
    expect(await chat.post(chat.group, [filePart("a.bin", Buffer.from("abc"))])).toMatchObject([{ ok: false, why: "unknown" }]);
    expect(chat.server.posted).toHaveLength(2);
  });

  it("is posted without its quote where the implementation refuses it because that message is gone", async () => {
    await using chat = await startedOneBot({ server: { personality: lagrange } });
    expect(await chat.say(chat.group, "noon", `${chat.group}/-12345`)).toMatchObject([{ ok: true }]);
    expect(chat.server.posted).toMatchObject([{ chat: { id: 20 } }]);
    expect(chat.server.posted[0]).not.toHaveProperty("replyTo");
  });

  it("quotes no message of another chat", async () => {
    await using chat = await startedOneBot();
    const elsewhere = chat.server.say(7, chat.direct, "here");
    await chat.say(chat.group, "there", elsewhere);
    expect(chat.server.posted[0]).not.toHaveProperty("replyTo");
  });

  it("lesson 13: shows that a message was received by a face on it in groups, in the way that the implementation has", async () => {
    for (const personality of [napCat, lagrange, goCqhttp]) {
      await using chat = await startedOneBot({ server: { personality } });
      const ref = chat.server.say(7, chat.group, "hello", { mention: true });
      await chat.desk.until(() => chat.desk.events.length === 1);
      const to = { channel: "onebot", room: chat.group };
      for (const _time of [1, 2]) await chat.channel.hint?.(to, "received", ref);
      const tried = called(chat.server.calls).filter((action) => /emoji_like|group_reaction/.test(action));
      expect(chat.server.world.hints).toEqual(
        personality === goCqhttp
          ? []
          : [
              { doing: "face 289", on: ref },
              { doing: "face 289", on: ref },
            ],
      );
      expect(tried).toEqual(
        personality === napCat
          ? ["set_msg_emoji_like", "set_msg_emoji_like"]
          : personality === lagrange
            ? ["set_msg_emoji_like", "set_group_reaction", "set_group_reaction"]
            : ["set_msg_emoji_like", "set_group_reaction"],
      );
    }
  });

  it("shows in a private chat that an answer is written, where the implementation can", async () => {
    await using chat = await startedOneBot();
    await chat.channel.hint?.({ channel: "onebot", room: chat.direct }, "working");
    expect(chat.server.world.hints).toEqual([{ doing: "typing to 7" }]);
  });
});

describe("files to QQ", () => {
  const content = Buffer.from("a\0b\r\n你好\xff".repeat(50), "latin1");
  const uploads = (calls: readonly { readonly action: string; readonly params: Readonly<Record<string, unknown>> }[]) =>
    calls.flatMap(({ action, params }) =>
      /^upload_(group|private)_file$/.test(action) ? [[action, String(params["file"]).replace(/^(base64:|http:).*$/s, "$1")]] : [],
    );

  verifies(["CD-7.1-1", "CD-7.1-2"], "are uploaded to groups and private chats by id, path and name, where the implementation reads our disk", async () => {
    await using chat = await startedOneBot({ server: { personality: lagrange }, more: { self_files: true } });
    const part = filePart("site.zip", content);
    for (const room of [chat.group, chat.direct]) expect(await chat.post(room, [part])).toMatchObject([{ ok: true }]);
    expect(uploads(chat.server.calls)).toEqual([
      ["upload_group_file", part.path],
      ["upload_private_file", part.path],
    ]);
    expect(chat.server.posted).toMatchObject([
      { chat: { kind: "group", id: 20 }, file: { name: "site.zip", content } },
      { chat: { kind: "private", id: 7 }, file: { name: "site.zip", content } },
    ]);
  });

  it("are fetched from us by a secret address that lasts as long as the upload", async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    await using chat = await startedOneBot({ more: { files_listen: listen } });
    expect(await chat.post(chat.group, [filePart("a b.bin", content)])).toMatchObject([{ ok: true }]);
    expect(chat.server.posted).toMatchObject([{ file: { name: "a b.bin", content } }]);
    const address = String(chat.server.calls.find(({ action }) => action === "upload_group_file")?.params["file"]);
    expect(address).toMatch(new RegExp(`^http://${listen}/[\\w-]{43}/a%20b\\.bin$`));
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(`http://${listen}/`)).status).toBe(404);
  });

  it("go by the next way where one is refused: path, base64, chunks", async () => {
    const personality = { ...napCat, uploads: ["path"] as const };
    await using chat = await startedOneBot({ server: { personality }, more: { self_files: true } });
    chat.server.fault({ on: ["upload_group_file"], kind: "refuse" });
    const big = Buffer.alloc(1_300_000, "0123456789");
    expect(await chat.post(chat.group, [filePart("big.bin", big)])).toMatchObject([{ ok: true }]);
    expect(called(chat.server.calls).filter((action) => action.startsWith("upload"))).toEqual([
      "upload_group_file",
      "upload_group_file",
      "upload_file_stream",
      "upload_file_stream",
      "upload_file_stream",
      "upload_file_stream",
      "upload_group_file",
    ]);
    expect(chat.server.posted).toHaveLength(1);
    expect(chat.server.posted[0]?.file?.content.equals(big)).toBe(true);
  });

  it("that break off while they are streamed are tried again later, because nothing was posted yet", async () => {
    await using chat = await startedOneBot({ server: { personality: { ...napCat, uploads: ["path"] } } });
    chat.server.fault({ on: ["upload_file_stream"], kind: "cut-after" });
    expect(await chat.post(chat.group, [filePart("a.bin", content)])).toMatchObject([{ ok: false, why: "later" }]);
    expect(chat.server.posted).toEqual([]);
  });

  verifies("CD-7.3-1", "are a file segment of a message where the upload actions are not supported", async () => {
    const lacks = ["upload_group_file", "upload_private_file", "upload_file_stream"];
    await using chat = await startedOneBot({ server: { personality: { ...napCat, lacks } } });
    expect(await chat.post(chat.group, [filePart("a.bin", content)])).toMatchObject([{ ok: true }]);
    expect(chat.server.posted).toMatchObject([{ file: { name: "a.bin", content } }]);
    expect(called(chat.server.calls).filter((action) => action.startsWith("upload"))).toEqual(["upload_group_file"]);
  });

  verifies(["CD-7.3-2", "CD-12-3"], "are told by name and path where everything is refused", async () => {
    for (const personality of [lagrange, goCqhttp]) {
      await using chat = await startedOneBot({ server: { personality } });
      const part = filePart("site.zip", content);
      expect(await chat.post(chat.group, [part])).toMatchObject([{ ok: true }]);
      expect(chat.server.posted.map(shownText)).toEqual([expect.stringContaining(part.path)]);
    }
  });

  it("that are pictures are shown in the chat, by every implementation", async () => {
    for (const personality of [napCat, lagrange, goCqhttp]) {
      await using chat = await startedOneBot({ server: { personality } });
      expect(await chat.post(chat.group, [filePart("a.png", content, "image/png")])).toMatchObject([{ ok: true }]);
      expect(chat.server.posted).toMatchObject([{ segments: [{ type: "image" }], file: { name: "a.png", content } }]);
    }
  });
});
