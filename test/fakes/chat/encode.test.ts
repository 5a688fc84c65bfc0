import { describe, expect, it } from "vitest";
import type { Part } from "#domain/channel";
import { renderChat } from "./encode.ts";
import { textLimit } from "./protocol.ts";

const can = { buttons: true, fileBytes: 1_000 };
const render = (...parts: readonly Part[]) => renderChat(parts, can).map((piece) => piece.body);
const text = (words: string, buttons: readonly object[] = []) => ({ kind: "text", text: words, buttons });
const file = {
  kind: "file",
  artifact: "art_1",
  path: "/a/report.pdf",
  name: "report.pdf",
  mime: "application/pdf",
  bytes: 999,
  description: "The report",
} as const;
const options = [
  { id: "y", label: "Allow once", data: "q:que_1:y" },
  { id: "n", label: "Deny", data: "q:que_1:n" },
];

describe("renderChat", () => {
  it("writes Markdown with what the chat has", () => {
    const markdown =
      "# Title\n\nSome **bold**, *italic*, ~~old~~ `code` and [a link](https://x.y).\n\n> quoted\n\n1. one\n2. two\n   - inner\n\n```js\na * b\n```\n\n---";
    expect(render({ kind: "text", markdown })).toEqual([
      text(
        "**Title**\n\nSome **bold**, *italic*, ~~old~~ `code` and [a link](https://x.y).\n\n> quoted\n\n1. one\n2. two\n   - inner\n\n```js\na * b\n```\n\n---",
      ),
    ]);
  });

  it("leaves plain words exactly as they are", () => {
    for (const words of ["hello", "a_b_c 2*3 <x> & [y]", "two\nlines", "echo: 17 / 42"])
      expect(render({ kind: "text", markdown: words })).toEqual([text(words)]);
  });

  it("puts a code block that holds fences between longer ones", () => {
    expect(render({ kind: "text", markdown: "````\n```\nx\n```\n````" })).toEqual([text("````\n```\nx\n```\n````")]);
  });

  it("puts files behind the text, each in a piece of its own, and the buttons below the text", () => {
    expect(render({ kind: "buttons", question: "que_1", options }, file, { kind: "text", markdown: "May it?" }, { kind: "head", text: "site · Ann" })).toEqual([
      text("site · Ann\nMay it?", [
        { label: "Allow once", data: "q:que_1:y" },
        { label: "Deny", data: "q:que_1:n" },
      ]),
      { kind: "file", path: "/a/report.pdf", name: "report.pdf", mime: "application/pdf", caption: "The report" },
    ]);
  });

  it("asks in words when there are only buttons to show", () => {
    expect(render({ kind: "buttons", question: "que_1", options })).toMatchObject([{ kind: "text", text: "What is your answer?" }]);
  });

  it("lists options that do not fit on buttons", () => {
    const long = [{ id: "y", label: "L".repeat(81), data: "q:que_1:y" }];
    expect(render({ kind: "text", markdown: "?" }, { kind: "buttons", question: "que_1", options: long })).toEqual([
      text(`?\n\n1. ${"L".repeat(81)}\nAnswer with the number or the words of one of these.`),
    ]);
  });

  it("sends a description that is too long for a caption before the file", () => {
    const pieces = render({ ...file, description: "d ".repeat(textLimit) });
    expect(pieces.map((body) => (body as { kind: string }).kind)).toEqual(["text", "text", "file"]);
  });

  it("says of a file that is too large how large, how much would go, and where it is", () => {
    expect(render({ ...file, bytes: 5_000, description: "" })).toEqual([
      text("report.pdf (5 KB) was not sent, because this chat takes files up to 1000 bytes. Download it from this conversation on Parley's page."),
    ]);
  });

  it("makes nothing of nothing", () => {
    expect(render()).toEqual([]);
    expect(render({ kind: "text", markdown: " \n" })).toEqual([]);
  });
});
