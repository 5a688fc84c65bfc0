import { describe, expect, it } from "vitest";
import { parseFileId, readContent } from "./content.ts";

const us = "ou_bot";
const mentions = [
  { key: "@_user_1", id: { open_id: us }, name: "Parley" },
  { key: "@_user_2", id: { open_id: "ou_bo" }, name: "Bo" },
];

function read(type: string, content: unknown, withMentions = true) {
  return readContent(
    { id: "om_1", type, content: typeof content === "string" ? content : JSON.stringify(content), mentions: withMentions ? mentions : [] },
    us,
  );
}

describe("the content of a message", () => {
  it.each([
    { text: "@_user_1 hello", shown: "hello" },
    { text: "@_user_1: hello", shown: "hello" },
    { text: "@_user_1，你好", shown: "你好" },
    { text: "hello @_user_1", shown: "hello" },
    { text: "ask @_user_1 about it", shown: "ask @Parley about it" },
    { text: "@_user_1 tell @_user_2 and @_user_10 and @_all", shown: "tell @Bo and @_user_10 and @all" },
    { text: "  indented\n  code", shown: "  indented\n  code" },
  ])("in $text our mention is not part of the text, the others are names", ({ text, shown }) => {
    expect(read("text", { text })).toEqual({ text: shown, mentionsUs: true, files: [] });
  });

  it("a name is shown as it is, whatever replacement pattern or other mention it looks like, and bounded", () => {
    const named = (name: string) => [{ key: "@_user_2", id: { open_id: "ou_eve" }, name }, ...mentions.slice(0, 1)];
    const content = JSON.stringify({ text: "before @_user_2 after" });
    const shown = (name: string) => readContent({ id: "om_1", type: "text", content, mentions: named(name) }, us).text;
    expect(shown("$'$`$&")).toBe("before @$'$`$& after");
    expect(shown("@_user_1")).toBe("before @@_user_1 after");
    expect(shown("x".repeat(10_000)).length).toBeLessThan(300);
  });

  it("written rich text keeps its links, code and lines, and its pictures are files", () => {
    const content = {
      title: "Plan",
      content: [
        [
          { tag: "at", user_id: "@_user_1", user_name: "Parley" },
          { tag: "text", text: " see " },
          { tag: "a", text: "this", href: "https://a.example/" },
        ],
        [{ tag: "code_block", language: "GO", text: "x := 1\n" }],
        [{ tag: "img", image_key: "img_1" }],
        [{ tag: "emotion", emoji_type: "SMILE" }, { tag: "hr" }],
      ],
    };
    const shown = "Plan\n@Parley see this (https://a.example/)\n```go\nx := 1\n```\n\n[SMILE]---";
    expect(read("post", content)).toEqual({
      text: shown,
      mentionsUs: true,
      files: [{ id: "om_1/image/img_1", name: "image-5.jpg", mime: "image/jpeg", bytes: 0 }],
    });
    expect(read("post", { zh_cn: content }).text).toBe(shown);
  });

  it.each([
    { type: "image", content: { image_key: "img_2" }, file: { id: "om_1/image/img_2", mime: "image/jpeg" } },
    { type: "file", content: { file_key: "file_2", file_name: "计划.pdf" }, file: { id: "om_1/file/file_2", name: "计划.pdf", mime: "application/pdf" } },
    { type: "audio", content: { file_key: "file_3", duration: 1000 }, file: { name: "voice.opus", mime: "audio/ogg" } },
    { type: "media", content: { file_key: "file_4", file_name: "a.mp4", image_key: "i" }, file: { name: "a.mp4", mime: "video/mp4" } },
  ])("$type is a file that can be fetched", ({ type, content, file }) => {
    const { files, text } = read(type, content, false);
    expect({ files, text }).toMatchObject({ files: [file], text: "" });
    expect(parseFileId(files[0]?.id ?? "")).toMatchObject({ message: "om_1" });
  });

  it.each([
    { type: "location", content: { name: "Office", longitude: "116.3", latitude: "39.9" }, text: "Office\ngeo:39.9,116.3" },
    { type: "share_chat", content: { chat_id: "oc_1" }, text: "[share_chat]" },
    { type: "vote", content: { topic: "Lunch?", options: ["yes", "no"] }, text: "[vote] Lunch? yes no" },
    { type: "text", content: "this is no JSON", text: "" },
    { type: "post", content: "neither is this", text: "" },
    { type: "image", content: {}, text: "" },
  ])("$type is told in words, and what cannot be read is empty", ({ type, content, text }) => {
    expect(read(type, content, false)).toMatchObject({ text, files: [] });
  });

  it.each(["om_1/file/../../x", "om_1/other/key", "../om_1/file/k", "om_1/file/a?b"])("%s is no file of ours", (id) => {
    expect(parseFileId(id)).toBeUndefined();
  });
});
