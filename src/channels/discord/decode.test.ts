import { describe, expect, it } from "vitest";
import { channelTexts } from "#channels/kit/texts";
import { say } from "#lib/words/words";
import { decodeDispatch, type DecodeContext } from "./decode.ts";

const ann = { id: "700000000000000007", username: "ann", global_name: "Ann Lee" };
const us = { id: "420000000000000042", username: "parley", global_name: "Parley", bot: true };
const role = "990000000000000099";
const id = "1200000000000000000";

const context: DecodeContext = {
  channel: "discord",
  me: { id: us.id, roles: new Set([role]) },
  commands: [{ name: "use", description: "", options: [], args: { positionals: [{ name: "session", summary: { en: "", "zh-CN": "" } }] } }],
  language: "en",
  now: () => 5_000,
  eventKey: "s1-9",
  nameOfUser: (user) => (user === ann.id ? "Ann" : undefined),
};

const message = (more: object) => ({ id, channel_id: "55", type: 0, author: ann, content: "", mentions: [], attachments: [], edited_timestamp: null, ...more });
const inGuild = (more: object) => message({ guild_id: "1", member: { nick: "Annie" }, ...more });

function decode(type: string, data: unknown) {
  const decoded = decodeDispatch(type, data, context);
  if (decoded.kind !== "event" && decoded.kind !== "interaction") throw new Error(`it is ${decoded.kind}`);
  return decoded.event;
}
const said = (data: unknown) => decode("MESSAGE_CREATE", data);

describe("a message", () => {
  it("is what somebody said, by their number and never by a name that they chose, at the time of its own id", () => {
    expect(said(message({ content: "你好" }))).toEqual({
      key: `message-${id}`,
      at: Number(BigInt(id) >> 22n) + 1_420_070_400_000,
      from: { channel: "discord", room: "55" },
      direct: true,
      addressed: true,
      by: { kind: "account", account: `discord:${ann.id}`, name: "Ann Lee" },
      what: { kind: "said", text: "你好", ref: `55:${id}` },
    });
    expect(said(inGuild({ content: "x" }))).toMatchObject({ direct: false, addressed: false, by: { name: "Annie" } });
  });

  const mention = `<@${us.id}>`;
  it.each([
    { what: "talk among people", content: "hello all", addressed: false },
    { what: "a mention at the beginning", content: `${mention}, hello`, addressed: true, is: "hello" },
    { what: "the older form of a mention", content: `<@!${us.id}> hello`, addressed: true, is: "hello" },
    { what: "a mention at the end", content: `😀 hi ${mention}`, addressed: true, is: "😀 hi" },
    { what: "a mention in the middle", content: `does ${mention} know?`, addressed: true, is: "does @Parley know?" },
    { what: "the bot's own role", content: `<@&${role}> hello`, addressed: true, is: "hello" },
    { what: "another role", content: "<@&123> hello", addressed: false },
    { what: "everybody", content: "@everyone hello", addressed: false },
    { what: "somebody else", content: `<@${ann.id}> hello`, addressed: false, is: "@Ann Lee hello" },
    { what: "our name as plain text", content: "@Parley hello", addressed: false },
    { what: "emoji of the server and a channel", content: "<:wave:123> see <#55>", addressed: false, is: ":wave: see <#55>" },
  ])("in a channel, $what: addressed is $addressed, and the mention is not part of the text", ({ content, addressed, is = content }) => {
    const one = said(inGuild({ content, mentions: [us, ann] }));
    expect([one.addressed, one.what]).toEqual([addressed, { kind: "said", text: is, ref: `55:${id}` }]);
  });

  it("quotes what it replies to; a reply to ours is addressed, and one whose message is gone still names it", () => {
    const reply = (author: object, more: object = {}) =>
      inGuild({
        type: 19,
        content: "why?",
        message_reference: { message_id: "88", channel_id: "55" },
        referenced_message: { id: "88", author, content: "all of it", attachments: [], ...more },
      });
    expect(said(reply(us))).toMatchObject({ addressed: true, what: { replyTo: "55:88", quoted: { text: "all of it", by: "Parley" } } });
    expect(said(reply(ann))).toMatchObject({ addressed: false, what: { replyTo: "55:88", quoted: { text: "all of it", by: "Ann Lee" } } });
    const picture = { content: "", attachments: [{ id: "1", filename: "ship.png", size: 1, url: "https://x/" }] };
    expect(said(reply(ann, picture)).what).toMatchObject({ quoted: { text: "ship.png" } });
    const gone = said({ ...reply(ann), referenced_message: null });
    expect([gone.addressed, gone.what]).toEqual([false, { kind: "said", text: "why?", ref: `55:${id}`, replyTo: "55:88" }]);
  });

  it("that is passed on is marked as somebody else's words, and its files come along", () => {
    const snapshot = {
      message: { content: "yes\n!!stop", attachments: [{ id: "3", filename: "a.txt", size: 2, url: "https://x/", content_type: "text/plain; charset=utf-8" }] },
    };
    const { what } = said(message({ message_reference: { type: 1, message_id: "88", channel_id: "66" }, message_snapshots: [snapshot] }));
    expect(what).toEqual({
      kind: "said",
      text: `${say("en", channelTexts.forwarded)}\n> yes\n> !!stop`,
      ref: `55:${id}`,
      files: [{ id: `55:${id}:3`, name: "a.txt", mime: "text/plain", bytes: 2 }],
    });
  });

  it("names its files without the address, which is signed", () => {
    const { what } = said(message({ attachments: [{ id: "3", filename: "a.bin", size: 7, url: "https://cdn.example/a.bin?hm=secret" }] }));
    expect(what).toMatchObject({ text: "", files: [{ id: `55:${id}:3`, name: "a.bin", mime: "application/octet-stream", bytes: 7 }] });
    expect(JSON.stringify(what)).not.toContain("secret");
  });

  it.each([
    ["a program", inGuild({ content: "yes", author: { ...ann, bot: true } }), { kind: "outside", account: `discord:${ann.id}` }],
    ["a webhook, whatever number it shows", inGuild({ content: "yes", webhook_id: "5" }), { kind: "outside", name: "Annie" }],
    ["Discord itself", message({ content: "yes", author: { ...ann, system: true } }), { kind: "outside" }],
  ])("of %s is an outsider's", (_, data, by) => {
    expect(said(data).by).toMatchObject(by);
  });

  it.each([
    ["our own", message({ author: us, content: "x" })],
    ["somebody joining", inGuild({ type: 7 })],
    ["a pin", inGuild({ type: 6, content: "x" })],
    ["nothing but a mention", inGuild({ content: mention, mentions: [us] })],
  ])("that says nothing is left alone: %s", (_, data) => {
    expect(decodeDispatch("MESSAGE_CREATE", data, context)).toEqual({ kind: "nothing", message: id });
  });

  it("with a sticker or a poll is told in words", () => {
    expect(said(message({ sticker_items: [{ name: "Wave" }] })).what).toMatchObject({ text: ":Wave:" });
    const poll = { question: { text: "When?" }, answers: [{ poll_media: { text: "Now" } }, { poll_media: { text: "Never" } }] };
    expect(said(message({ poll })).what).toMatchObject({ text: "When?\n1. Now\n2. Never" });
  });

  it("of a shape that is not known is unreadable, and an event that nobody asked for is nothing", () => {
    expect(decodeDispatch("MESSAGE_CREATE", { id: 5 }, context)).toEqual({ kind: "unreadable" });
    expect(decodeDispatch("PRESENCE_UPDATE", {}, context)).toEqual({ kind: "nothing" });
  });
});

describe("other events", () => {
  it("an edit has a key of its own for each time of editing; a preview that Discord adds is none", () => {
    const edited = decode("MESSAGE_UPDATE", message({ content: "first", edited_timestamp: "2026-01-02T03:04:05.000Z" }));
    expect(edited).toMatchObject({
      key: `edit-${id}-2026-01-02T03:04:05.000Z`,
      at: Date.parse("2026-01-02T03:04:05.000Z"),
      what: { kind: "edited", ref: `55:${id}`, text: "first" },
    });
    expect(decodeDispatch("MESSAGE_UPDATE", message({ content: "x" }), context)).toEqual({ kind: "nothing" });
    expect(decodeDispatch("MESSAGE_UPDATE", { id, channel_id: "55", embeds: [] }, context)).toEqual({ kind: "nothing" });
    expect(decodeDispatch("MESSAGE_UPDATE", message({ author: us, content: "x", edited_timestamp: "2026-01-02T03:04:05.000Z" }), context)).toEqual({
      kind: "nothing",
    });
  });

  it("a reaction has the key of its event, because it has no id; our own is nothing", () => {
    const reaction = { user_id: ann.id, channel_id: "55", message_id: "88", emoji: { id: null, name: "👍" } };
    expect(decode("MESSAGE_REACTION_ADD", reaction)).toMatchObject({
      key: "reaction-s1-9",
      direct: true,
      by: { account: `discord:${ann.id}`, name: "Ann" },
      what: { kind: "reacted", ref: "55:88", reaction: "👍", removed: false },
    });
    const removed = { ...reaction, guild_id: "1", emoji: { id: "5", name: "wave" } };
    expect(decode("MESSAGE_REACTION_REMOVE", removed)).toMatchObject({ direct: false, what: { reaction: ":wave:", removed: true } });
    expect(decodeDispatch("MESSAGE_REACTION_ADD", { ...reaction, user_id: us.id }, context)).toEqual({ kind: "nothing" });
  });

  it("a press and a command say who, where and in which language, in direct chats and channels", () => {
    const about = { id: "1200000000000000001", token: "t", channel_id: "55", locale: "zh-CN" };
    const press = {
      ...about,
      type: 3,
      guild_id: "1",
      member: { nick: "Annie", user: ann },
      message: { id: "88", channel_id: "55" },
      data: { custom_id: "q:abcde:1" },
    };
    expect(decode("INTERACTION_CREATE", press)).toMatchObject({
      key: `interaction-${about.id}`,
      direct: false,
      addressed: true,
      by: { kind: "account", account: `discord:${ann.id}`, name: "Annie", locale: "zh-CN" },
      what: { kind: "pressed", data: "q:abcde:1", ref: "55:88" },
    });
    const command = { ...about, type: 2, user: ann, data: { name: "use", options: [{ name: "session", value: "my work" }] } };
    expect(decode("INTERACTION_CREATE", command)).toMatchObject({ direct: true, what: { kind: "command", line: 'use "my work"' } });
    expect(decodeDispatch("INTERACTION_CREATE", { ...about, type: 4, user: ann }, context)).toEqual({ kind: "nothing" });
  });
});
