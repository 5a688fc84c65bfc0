import { describe, expect, it } from "vitest";
import { say } from "#lib/words/words";
import { decodeFrame, type Said } from "./decode.ts";
import { onebotTexts } from "./texts.ts";

const context = { channel: "onebot", language: "en" } as const;
const text = (words: string) => ({ type: "text", data: { text: words } });
const at = (qq: string) => ({ type: "at", data: { qq } });

const message = (more: Readonly<Record<string, unknown>>) => ({
  time: 1_700_000_000,
  self_id: 10_000,
  post_type: "message",
  message_type: "group",
  sub_type: "normal",
  message_id: -77,
  group_id: 20,
  user_id: 7,
  message: [text("hello")],
  sender: { user_id: 7, nickname: "Ann", card: "" },
  ...more,
});

function said(more: Readonly<Record<string, unknown>>): Said {
  const decoded = decodeFrame(message(more), context);
  if (decoded.kind !== "said") throw new Error(`it was ${decoded.kind}`);
  return decoded.said;
}

describe("a message of OneBot", () => {
  it("has a key of account, chat and number, which may be negative or text", () => {
    expect(said({})).toMatchObject({ key: "10000:group:20/-77", ref: "group:20/-77", room: "group:20", at: 1_700_000_000_000, by: { account: "onebot:7" } });
    expect(said({ self_id: "10000", message_id: "-77", group_id: "20", user_id: "7" }).key).toBe("10000:group:20/-77");
    expect(said({ message_type: "private" })).toMatchObject({ key: "10000:private:7/-77", room: "private:7" });
  });

  it("says the same as segments, as one segment and as text with CQ codes", () => {
    const all = [[at("10000"), text(" do [it] & go")], "[CQ:at,qq=10000] do &#91;it&#93; &amp; go"];
    for (const one of all) expect(said({ message: one })).toMatchObject({ text: "do [it] & go", mentionsUs: true });
    expect(said({ message: text("alone") })).toMatchObject({ text: "alone", mentionsUs: false });
  });

  it("loses our mention at its edges and keeps it inside a sentence; one of everybody is not ours", () => {
    expect(said({ message: [at("10000"), text("：go")] }).text).toBe("go");
    expect(said({ message: [text("go "), at("10000")] }).text).toBe("go");
    expect(said({ message: [text("ask "), at("10000"), text(" about it")] }).text).toBe("ask @10000 about it");
    expect(said({ message: [at("all"), text(" lunch")] })).toMatchObject({ text: `${say("en", onebotTexts.everyone)} lunch`, mentionsUs: false });
    expect(said({ message: [{ type: "at", data: { qq: "8", name: "Bo" } }, text(" look")] }).text).toBe("@Bo look");
  });

  it("that somebody writes as text is no mention", () => {
    expect(said({ message: [text("[CQ:at,qq=10000] go")] }).mentionsUs).toBe(false);
    expect(said({ message: "&#91;CQ:at,qq=10000&#93; go" })).toMatchObject({ mentionsUs: false, text: "[CQ:at,qq=10000] go" });
  });

  it("is named by the card in the group, then by the nickname", () => {
    expect(said({ sender: { nickname: "Ann", card: "Ann of ops" } }).by.name).toBe("Ann of ops");
    expect(said({ sender: {} }).by.name).toBe("7");
  });

  it("of somebody anonymous is an outsider's", () => {
    const { by } = said({ sub_type: "anonymous", anonymous: { id: 1, name: "Masked", flag: "" } });
    expect(by).toEqual({ kind: "outside", name: "Masked" });
  });

  it("brings files with a name, and an id that holds no address", () => {
    const rkey = "https://multimedia.nt.qq.com.cn/download?rkey=CAES";
    const { files } = said({
      message: [
        { type: "image", data: { file: "A1B2.png", url: rkey, file_size: "12" } },
        { type: "image", data: { file: "https://x/y", url: rkey } },
        { type: "record", data: { file: "a.amr" } },
        { type: "file", data: { file: "../../etc/pass wd.zip", file_id: "/x" } },
      ],
    });
    expect(files).toEqual([
      { id: "group:20/-77#0", name: "A1B2.png", mime: "image/png", bytes: 12 },
      { id: "group:20/-77#1", name: "image-77-1.jpg", mime: "image/jpeg", bytes: 0 },
      { id: "group:20/-77#2", name: "a.amr", mime: "audio/amr", bytes: 0 },
      { id: "group:20/-77#3", name: "pass wd.zip", mime: "application/zip", bytes: 0 },
    ]);
  });

  it("says in words what is neither text nor a file", () => {
    const words = (segment: object) => said({ message: [text("x"), segment] }).text.slice(1);
    expect(words({ type: "face", data: { id: "178" } })).toBe(say("en", onebotTexts.face, { id: "178" }));
    expect(words({ type: "json", data: { data: '{"prompt":"[Mini app] Maps"}' } })).toBe(say("en", onebotTexts.card, { text: "[Mini app] Maps" }));
    expect(words({ type: "location", data: { lat: "1.5", lon: "2", title: "Home" } })).toBe("Home\ngeo:1.5,2");
    expect(words({ type: "of-a-later-version", data: {} })).toBe(say("en", onebotTexts.other, { kind: "of-a-later-version" }));
  });

  it("through a group says which, so that an answer can go the same way", () => {
    expect(said({ message_type: "private", sub_type: "group", group_id: 20 }).via).toBe("20");
    expect(said({ message_type: "private", sub_type: "group", group_id: undefined, sender: { nickname: "A", group_id: 21 } }).via).toBe("21");
  });
});

describe("other events of OneBot", () => {
  const kindOf = (frame: unknown) => decodeFrame(frame, context).kind;

  it("are nothing to the hub: our own messages, pokes, heartbeats, requests, kinds of chat that are not known", () => {
    const poke = { post_type: "notice", notice_type: "notify", sub_type: "poke", user_id: 7, target_id: 10_000, self_id: 10_000, time: 1 };
    const all = [
      message({ post_type: "message_sent" }),
      message({ user_id: 10_000 }),
      message({ message_type: "guild" }),
      message({ message: [{ type: "poke", data: { type: "1", id: "2" } }] }),
      message({ message: [at("10000")] }),
      poke,
      { post_type: "meta_event", meta_event_type: "heartbeat" },
      { post_type: "request", request_type: "friend" },
      { post_type: "notice", notice_type: "group_upload" },
    ];
    expect(all.map(kindOf)).toEqual(all.map(() => "nothing"));
  });

  it("that cannot be read are told apart from those", () => {
    expect([{}, 7, null, message({ message_id: undefined }), { post_type: "notice", notice_type: "reaction" }].map(kindOf)).toEqual(
      Array.from({ length: 5 }, () => "unreadable"),
    );
  });

  it("are reactions, in the notices of NapCat and of Lagrange", () => {
    const about = { post_type: "notice", time: 5, self_id: 10_000, group_id: 20, message_id: 9 };
    const napCat = { ...about, notice_type: "group_msg_emoji_like", user_id: 7, likes: [{ emoji_id: "128077", count: 1 }], is_add: false };
    const lagrange = { ...about, notice_type: "reaction", sub_type: "add", operator_id: 7, code: "76", count: 1 };
    const what = (frame: unknown) => {
      const decoded = decodeFrame(frame, context);
      return decoded.kind === "events" ? decoded.events.map((event) => event.what) : decoded;
    };
    expect(what(napCat)).toEqual([{ kind: "reacted", ref: "group:20/9", reaction: "👍", removed: true }]);
    expect(what(lagrange)).toEqual([{ kind: "reacted", ref: "group:20/9", reaction: "face:76", removed: false }]);
    expect(what({ ...lagrange, operator_id: 10_000 })).toEqual({ kind: "nothing" });
  });
});
