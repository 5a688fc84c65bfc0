import { describe, expect, it } from "vitest";
import { goCqhttp, lagrange, llOneBot, napCat } from "#test/fakes/onebot/personality";
import { filePart, startedOneBot } from "#test/fakes/onebot/started";
import { shownText } from "#test/fakes/onebot/world";

const called = (actions: readonly { readonly action: string }[]) => actions.map(({ action }) => action);

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

  it("is refused in one sentence, also by LLOneBot, which answers with a stack trace", async () => {
    for (const personality of [napCat, llOneBot, goCqhttp]) {
      await using chat = await startedOneBot({ server: { personality } });
      const reason = "QQ or the OneBot implementation refused it (CODE: refused on purpose).".replace("CODE", String(personality.failed));
      chat.server.fault({ on: ["send_group_msg"], kind: "refuse" });
      expect(await chat.say(chat.group, "hello")).toEqual([{ ok: false, why: "refused", reason }]);
    }
  });

  it("quotes no message of another chat", async () => {
    await using chat = await startedOneBot();
    const elsewhere = chat.server.say(7, chat.direct, "here");
    await chat.say(chat.group, "there", elsewhere);
    expect(chat.server.posted[0]).not.toHaveProperty("replyTo");
  });

  it("lesson 13: shows that a message was received by a face on it in groups, in the way that the implementation has", async () => {
    for (const personality of [napCat, llOneBot, lagrange, goCqhttp]) {
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
        personality === napCat || personality === llOneBot
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
