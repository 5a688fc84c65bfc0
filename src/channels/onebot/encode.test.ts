import { describe, expect, it } from "vitest";
import type { Part, Piece } from "#domain/channel";
import { say } from "#lib/words/words";
import { spokenSize } from "#channels/kit/parts-in-words";
import { verifies } from "#test/verifies";
import { parseBody, renderOneBot, type RenderOptions } from "./encode.ts";
import { onebotTexts } from "./texts.ts";

const usual: RenderOptions = { can: { fileBytes: 100 * 1024 * 1024 }, language: "en", byPath: false, byUrl: false };
const text = (markdown: string): Part => ({ kind: "text", markdown });
const file = (more: Partial<Extract<Part, { kind: "file" }>> = {}): Part => ({
  kind: "file",
  artifact: "art_1",
  path: "/srv/art/site.zip",
  name: "site.zip",
  mime: "application/zip",
  bytes: 700,
  description: "",
  ...more,
});
const bodies = (parts: readonly Part[], options = usual) => renderOneBot(parts, options).map(parseBody);

/** A piece and everything that stands in for it. */
function rungs(piece: Piece | undefined): readonly string[] {
  if (piece === undefined) return [];
  const body = parseBody(piece);
  return [body.kind === "file" || body.kind === "image" ? `${body.kind} ${body.by}` : body.kind, ...rungs(piece.instead)];
}

describe("text for QQ", () => {
  verifies("C-14.1-1", "is plain: marks are gone, links keep their address, tables are lines", () => {
    expect(bodies([text("# Title\n\nsome **bold** [link](https://x.test) `code`\n\n- one\n- two")])).toEqual([
      { kind: "text", text: "Title\n\nsome bold link (https://x.test) code\n\n- one\n- two" },
    ]);
  });

  it("up to 1,500 characters is a message; above it is folded into a merged forward, or one message where that is refused", () => {
    expect(bodies([text("x".repeat(1_500))])).toMatchObject([{ kind: "text" }]);
    const long = Array.from({ length: 500 }, (_, i) => `word${i}`).join(" ");
    const [piece, ...rest] = renderOneBot([text(long)], usual);
    expect(rest).toEqual([]);
    expect(rungs(piece)).toEqual(["forward", "text"]);
    const body = piece && parseBody(piece);
    if (body?.kind !== "forward") throw new Error("it is not folded");
    expect(body.nodes.every((node) => node.length <= 1_500)).toBe(true);
    expect(body.nodes.join("")).toBe(long);
    expect(piece?.instead && parseBody(piece.instead)).toEqual({ kind: "text", text: long });
  });

  it("of more than six messages is its beginning and a file with the whole", () => {
    const markdown = Array.from({ length: 6_000 }, (_, i) => `word${i}`).join(" ");
    const pieces = renderOneBot([text(markdown)], usual);
    expect(pieces.map(rungs)).toEqual([["text"], ["file base64", "file stream", "file segment", "text"]]);
    expect(pieces[1] && parseBody(pieces[1])).toMatchObject({ name: "answer.md", source: { text: markdown } });
  });

  it("that somebody is asked about is not folded away, and its options are numbered", () => {
    const options = ["Allow once", "Deny"].map((label, i) => ({ id: String(i), label, data: `q:abcde:${i}` }));
    const pieces = bodies([text("May it run? ".repeat(300)), { kind: "buttons", question: "que_1", options }]);
    expect(pieces.map(({ kind }) => kind)).toEqual(["text"]);
    expect(pieces).toMatchObject([{ text: expect.stringMatching(/1\. Allow once\n2\. Deny/) as unknown }]);
  });
});

describe("files for QQ", () => {
  verifies("CD-12-3", "go down the ladder: path, URL, base64, chunks, file segment, words; each only where it can work", () => {
    const all = { ...usual, byPath: true, byUrl: true };
    const [small] = renderOneBot([file()], all);
    expect(rungs(small)).toEqual(["file path", "file url", "file base64", "file stream", "file segment", "text"]);
    expect(rungs(renderOneBot([file()], usual)[0])).toEqual(["file base64", "file stream", "file segment", "text"]);
    // Too large for one frame.
    expect(rungs(renderOneBot([file({ bytes: 21 * 1024 * 1024 })], all)[0])).toEqual(["file path", "file url", "file stream", "text"]);
  });

  verifies("CD-7.3-2", "are told by their path at the end of it", () => {
    const [piece] = renderOneBot([file()], usual);
    let last = piece;
    while (last?.instead !== undefined) last = last.instead;
    const words = say("en", onebotTexts.fileAtPath, { name: "site.zip", size: spokenSize(700), path: "/srv/art/site.zip" });
    expect(last && parseBody(last)).toEqual({ kind: "text", text: words });
  });

  it("that are pictures are shown, and arrive as a file where that is refused; a description stands below", () => {
    const pieces = renderOneBot([file({ mime: "image/png", name: "a.png", description: "The page" })], { ...usual, byPath: true });
    expect(pieces.map(rungs)).toEqual([["image path", "image base64", "file path", "file base64", "file stream", "file segment", "text"], ["text"]]);
    expect(pieces[1] && parseBody(pieces[1])).toEqual({ kind: "text", text: "The page" });
  });
});
