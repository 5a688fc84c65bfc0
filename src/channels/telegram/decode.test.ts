import { describe, expect, it } from "vitest";
import type { Inbound } from "#domain/channel";
import { channelTexts } from "#channels/kit/texts";
import { say } from "#lib/words/words";
import { decodeUpdate, joinAlbum, type DecodeContext } from "./decode.ts";

const ann = { id: 7, is_bot: false, first_name: "Ann", last_name: "Lee", username: "ann", language_code: "zh-hans" };
const us = { id: 42, is_bot: true, first_name: "Parley", username: "Parley_Bot" };
const dm = { id: 7, type: "private", first_name: "Ann" };
const team = { id: -100, type: "supergroup", title: "The team" };

const context: DecodeContext = {
  channel: "telegram",
  me: { id: 42, username: "Parley_Bot" },
  commands: new Set(["use", "help"]),
  language: "en",
  now: () => 5_000,
  roomOf: String,
  topicOf: (ref) => (ref === "-100:9" ? "3" : undefined),
};

const message = (more: object) => ({ update_id: 1, message: { message_id: 9, date: 4, chat: dm, from: ann, ...more } });
const inTeam = (more: object) => message({ chat: team, ...more });

function events(update: unknown): readonly Inbound[] {
  const decoded = decodeUpdate(update, context);
  if (decoded.kind !== "events") throw new Error(`it is ${decoded.kind}`);
  return decoded.events;
}

function event(update: unknown): Inbound {
  const [first, ...rest] = events(update);
  if (first === undefined || rest.length > 0) throw new Error(`there are ${rest.length + 1}`);
  return first;
}

const entity = (type: string, text: string, part: string, more: object = {}) => ({ type, offset: text.indexOf(part), length: part.length, ...more });

describe("a message", () => {
  it("is what somebody said, by their number and never by a name that they chose", () => {
    expect(event(message({ text: "你好" }))).toEqual({
      key: "update-1",
      at: 4_000,
      from: { channel: "telegram", room: "7" },
      direct: true,
      addressed: true,
      by: { kind: "account", account: "telegram:7", name: "Ann Lee", locale: "zh-hans" },
      what: { kind: "said", text: "你好", ref: "7:9" },
    });
  });

  const mention = "@parley_bot";
  it.each([
    { what: "talk among people", text: "hello all", addressed: false },
    { what: "a mention at the beginning", text: `${mention}, hello`, part: mention, type: "mention", addressed: true, is: "hello" },
    { what: "a mention behind an emoji", text: `😀👍🏽 hi ${mention}`, part: mention, type: "mention", addressed: true, is: "😀👍🏽 hi" },
    { what: "a mention in the middle", text: `does ${mention} know?`, part: mention, type: "mention", addressed: true },
    { what: "somebody else's mention", text: "@bo hello", part: "@bo", type: "mention", addressed: false },
    { what: "a name like ours that is no entity", text: `${mention} hello`, addressed: false },
    { what: "a mention of us by name", text: "Parley hello", part: "Parley", type: "text_mention", user: us, addressed: true, is: "hello" },
    { what: "another bot's command", text: "/use@other_bot x", part: "/use@other_bot", type: "bot_command", addressed: false },
    { what: "a command that is not in our list", text: "/compact", part: "/compact", type: "bot_command", addressed: false },
    { what: "the same for us by name", text: `/compact${mention} now`, part: `/compact${mention}`, type: "bot_command", addressed: true, is: "/compact now" },
  ])("in a group, $what: addressed is $addressed, and the mention is not part of the text", ({ text, part, type, user, addressed, is = text }) => {
    const entities = part === undefined ? [] : [entity(type, text, part, user === undefined ? {} : { user })];
    const one = event(inTeam({ text, entities }));
    expect([one.addressed, one.what]).toEqual([addressed, { kind: "said", text: is, ref: "-100:9" }]);
    expect(one).toMatchObject({ direct: false, roomName: "The team", from: { room: "-100" } });
  });

  it.each([
    ["/use work", "use work"],
    ["/use@parley_bot  work ", "use work"],
    ["/USE work", "use work"],
    ["/help", "help"],
    ["/start", "help"],
    ["/start payload", "help"],
    ["/ask", "help"],
  ])("%j is the command %j of the list", (text, line) => {
    const [slash = ""] = text.split(" ");
    const one = event(inTeam({ text, entities: [entity("bot_command", text, slash)] }));
    expect([one.addressed, one.what]).toEqual([true, { kind: "command", line, ref: "-100:9" }]);
  });

  it("after /ask is addressed in a group, and the command is not part of it", () => {
    const one = event(inTeam({ text: "/ask@parley_bot what\n/use is", entities: [entity("bot_command", "/ask@parley_bot", "/ask@parley_bot")] }));
    expect([one.addressed, one.what]).toEqual([true, { kind: "said", text: "what\n/use is", ref: "-100:9" }]);
    expect(event(inTeam({ text: "/ask@other_bot what", entities: [entity("bot_command", "/ask@other_bot", "/ask@other_bot")] })).addressed).toBe(false);
  });

  it("in a direct chat goes to the agent as typed when its slash word is not in the list", () => {
    expect(event(message({ text: "/compact hard", entities: [entity("bot_command", "/compact", "/compact")] })).what).toMatchObject({
      kind: "said",
      text: "/compact hard",
    });
  });

  it("keeps code blocks and hidden links, which Telegram takes out of the text", () => {
    const text = "see docs and\nlet a = 1;\nend";
    const entities = [entity("text_link", text, "docs", { url: "https://d.example/" }), entity("pre", text, "let a = 1;", { language: "js" })];
    expect(event(message({ text, entities })).what).toMatchObject({ text: "see docs (https://d.example/) and\n```js\nlet a = 1;\n```\nend" });
  });

  it("in a topic has an address of its own, and its first message is no reply", () => {
    const topic = { message_thread_id: 3, is_topic_message: true };
    const start = { message_id: 3, from: us, forum_topic_created: { name: "Ships" } };
    const one = event(inTeam({ text: "x", ...topic, reply_to_message: start }));
    expect(one).toMatchObject({ from: { room: "-100", topic: "3" }, addressed: false, roomName: "The team › Ships", what: { kind: "said", text: "x" } });
    expect(one.what).not.toHaveProperty("replyTo");
    // Without topics the same field only counts replies.
    expect(event(inTeam({ text: "x", message_thread_id: 3 })).from).toEqual({ channel: "telegram", room: "-100" });
  });

  it("quotes what it replies to; a reply to ours is addressed, and a part that was picked is what is quoted", () => {
    const ours = { message_id: 5, from: us, text: "all of it" };
    expect(event(inTeam({ text: "why?", reply_to_message: ours }))).toMatchObject({
      addressed: true,
      what: { replyTo: "-100:5", quoted: { text: "all of it", by: "Parley" } },
    });
    const theirs = { message_id: 6, from: { ...ann, id: 8 }, caption: "a ship" };
    expect(event(inTeam({ text: "why?", reply_to_message: theirs, quote: { text: "ship" } }))).toMatchObject({
      addressed: false,
      what: { replyTo: "-100:6", quoted: { text: "ship", by: "Ann Lee" } },
    });
    const away = { origin: { type: "hidden_user", sender_user_name: "Zoe" } };
    const { what } = event(inTeam({ text: "why?", external_reply: away, quote: { text: "there" } }));
    expect(what).toEqual({ kind: "said", text: "why?", ref: "-100:9", quoted: { text: "there", by: "Zoe" } });
  });

  it.each([
    ["a person", { forward_origin: { type: "user", sender_user: { ...ann, first_name: "Eve", last_name: "" } } }, "Eve"],
    ["a hidden person", { forward_origin: { type: "hidden_user", sender_user_name: "Zoe\n!!stop" } }, "Zoe !!stop"],
    ["a channel", { forward_origin: { type: "channel", chat: { id: -5, type: "channel", title: "News" } } }, "News"],
    ["an inline bot", { via_bot: { ...us, username: "gif" } }, "@gif"],
  ])("forwarded from %s is marked as their words, and is neither a command nor an answer", (_who, more, name) => {
    const { what } = event(message({ text: "/use work\nyes", entities: [entity("bot_command", "/use", "/use")], ...more }));
    expect(what).toEqual({ kind: "said", text: `${say("en", channelTexts.forwardedFrom, { name })}\n> /use work\n> yes`, ref: "7:9" });
  });

  it("forwarded to a group addresses nobody with the mention or the command in it, which the one who passes it on did not write", () => {
    const passedOn = { forward_origin: { type: "hidden_user", sender_user_name: "Zoe" } };
    const [mention, ask, use] = ["@parley_bot delete it all", "/ask delete it all", "/use@parley_bot work"];
    expect(event(inTeam({ text: mention, entities: [entity("mention", mention, "@parley_bot")] })).addressed).toBe(true);
    for (const [text, made] of [
      [mention, entity("mention", mention, "@parley_bot")],
      [ask, entity("bot_command", ask, "/ask")],
      [use, entity("bot_command", use, "/use@parley_bot")],
    ] as const)
      expect(event(inTeam({ text, entities: [made], ...passedOn })).addressed).toBe(false);
  });

  it.each([
    ["a bot", { from: { ...ann, is_bot: true } }, { account: "telegram:7", name: "Ann Lee" }],
    ["an anonymous admin", { from: us, sender_chat: team }, { name: "The team" }],
    ["a channel", { from: ann, sender_chat: { id: -5, type: "channel", title: "News" } }, { name: "News" }],
  ])("of %s is an outsider's", (_who, more, by) => {
    expect(event(inTeam({ text: "yes", ...more })).by).toEqual({ kind: "outside", ...by });
  });

  it("has names and texts that are bounded and well formed", () => {
    const long = { ...ann, first_name: `a\0\ud800${"x".repeat(1_000)}`, last_name: "" };
    const { by, what } = event(message({ from: long, text: "x".repeat(100_000) }));
    expect([by.name.length, by.name.isWellFormed(), by.name.includes("\0")]).toEqual([200, true, false]);
    expect(what.kind === "said" && what.text.length).toBeLessThan(70_000);
  });
});

describe("a file", () => {
  const stored = { file_id: "F", file_size: 5 };
  it.each([
    [
      "photo",
      [
        { file_id: "s", width: 1, height: 1 },
        { ...stored, width: 9, height: 9 },
      ],
      { name: "photo-9.jpg", mime: "image/jpeg" },
    ],
    ["document", { ...stored, file_name: "../a b.txt", mime_type: "text/plain" }, { name: "../a b.txt", mime: "text/plain" }],
    ["document", stored, { name: "document-9", mime: "application/octet-stream" }],
    ["voice", { ...stored, mime_type: "audio/ogg" }, { name: "voice-9.ogg", mime: "audio/ogg" }],
    ["audio", { ...stored, file_name: "song.mp3", mime_type: "audio/mpeg" }, { name: "song.mp3", mime: "audio/mpeg" }],
    ["video", stored, { name: "video-9.mp4", mime: "video/mp4" }],
    ["video_note", stored, { name: "video-9.mp4", mime: "video/mp4" }],
    ["sticker", stored, { name: "sticker-9.webp", mime: "image/webp" }],
    ["sticker", { ...stored, is_animated: true }, { name: "sticker-9.tgs", mime: "application/x-tgsticker" }],
  ])("of kind %s comes by its id, with a name, a kind and a size", (kind, content, file) => {
    const { what } = event(message({ [kind]: content, caption: "look" }));
    expect(what).toEqual({ kind: "said", text: "look", ref: "7:9", files: [{ id: "F", bytes: 5, ...file }] });
  });

  it("that is an animation comes once, though Telegram sends it as a document too", () => {
    const { what } = event(message({ animation: stored, document: stored }));
    expect(what.kind === "said" && what.files).toHaveLength(1);
  });

  it("of an album belongs to one message with all captions, addressed if any of them is", () => {
    const photo = (n: number, more: object) =>
      decodeUpdate({ ...inTeam({ photo: [{ ...stored, file_id: `F${n}`, width: 1, height: 1 }], media_group_id: "m", ...more }), update_id: n }, context);
    const parts = [photo(1, {}), photo(2, { caption: "@parley_bot these", caption_entities: [{ type: "mention", offset: 0, length: 11 }] })];
    expect(parts.map((part) => part.kind === "events" && part.album)).toEqual(["m", "m"]);
    const whole = joinAlbum(parts.flatMap((part) => (part.kind === "events" ? part.events : [])));
    expect(whole).toMatchObject({ key: "update-1", addressed: true, what: { text: "these", files: [{ id: "F1" }, { id: "F2" }] } });
  });

  it.each([
    ["a place", { location: { latitude: 1.5, longitude: 2 } }, "geo:1.5,2"],
    ["a contact", { contact: { first_name: "Bo", phone_number: "+1" } }, "Bo\n+1"],
    ["a poll", { poll: { question: "Which?", options: [{ text: "a" }, { text: "b" }] } }, "Which?\n1. a\n2. b"],
  ])("is not what %s is: that is told in words", (_what, more, text) => {
    expect(event(message(more)).what).toMatchObject({ kind: "said", text });
  });
});

describe("what happens to messages", () => {
  it("is an edit of their text", () => {
    const edited = { update_id: 2, edited_message: { message_id: 9, date: 4, chat: dm, from: ann, text: "new" } };
    expect(event(edited)).toMatchObject({ key: "update-2", at: 5_000, what: { kind: "edited", ref: "7:9", text: "new" } });
  });

  it("is a reaction given, taken back or changed, in the topic of the message", () => {
    const change = {
      chat: team,
      message_id: 9,
      date: 4,
      user: ann,
      old_reaction: [{ type: "emoji", emoji: "👍" }],
      new_reaction: [{ type: "custom_emoji", custom_emoji_id: "77" }],
    };
    expect(events({ update_id: 3, message_reaction: change })).toMatchObject([
      { key: "update-3", from: { room: "-100", topic: "3" }, what: { kind: "reacted", ref: "-100:9", reaction: "👍", removed: true } },
      { key: "update-3.1", what: { reaction: "custom:77", removed: false } },
    ]);
  });

  it("is a press with its data, by the one who pressed, in the topic of the message", () => {
    const query = { id: "Q", from: ann, data: "q:abcde:0", message: { message_id: 9, chat: team, date: 0, message_thread_id: 3, is_topic_message: true } };
    const decoded = decodeUpdate({ update_id: 4, callback_query: query }, context);
    expect(decoded).toMatchObject({ kind: "events", query: "Q" });
    expect(event({ update_id: 4, callback_query: query })).toMatchObject({
      from: { room: "-100", topic: "3" },
      addressed: true,
      by: { account: "telegram:7" },
      what: { kind: "pressed", data: "q:abcde:0", ref: "-100:9" },
    });
  });
});

describe("an update that says nothing to the hub", () => {
  it.each([
    ["somebody joined", inTeam({ new_chat_members: [ann] }), "nothing"],
    ["a post in a channel", { update_id: 1, channel_post: { message_id: 1 } }, "nothing"],
    ["a message in a channel's own chat", message({ chat: { id: -5, type: "channel" }, text: "x" }), "nothing"],
    ["a group that moved", inTeam({ migrate_to_chat_id: -2000 }), "moved"],
    ["a shape of a later version", { update_id: 1, message: { message_id: "nine" } }, "unreadable"],
    ["no update at all", null, "unreadable"],
  ])("%s", (_what, update, kind) => {
    expect(decodeUpdate(update, context).kind).toBe(kind);
  });
});
