import { describe, expect, it } from "vitest";
import { markedPieces } from "./search-marks.ts";

describe("a found line", () => {
  it.each([
    ["a <mark>hit</mark> b", ["a ", "[hit]", " b"]],
    ["<mark>限流</mark>器<mark>重启</mark>", ["[限流]", "器", "[重启]"]],
    ["no hit <b>bold</b>", ["no hit <b>bold</b>"]],
    ["cut <mark>off", ["cut ", "off"]],
    ["</mark> first", ["</mark> first"]],
    ["", []],
  ])("shows the hits of %j and takes everything else for text", (snippet, pieces) => {
    expect(markedPieces(snippet).map(({ text, isHit }) => (isHit ? `[${text}]` : text))).toEqual(pieces);
  });
});
