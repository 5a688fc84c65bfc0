import { describe, expect, it } from "vitest";
import { partsOf, piecesOf } from "./text-pieces.ts";

const lines = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join("\n");

describe("a long text", () => {
  it("that is short stays whole", () => {
    expect(piecesOf("one\n\ntwo", 100)).toEqual(["one\n\ntwo"]);
    expect(piecesOf("", 100)).toEqual([""]);
  });

  it("is cut between paragraphs where it can be, and nothing of it is lost", () => {
    const text = lines(20, (at) => `paragraph ${at}\n`).trimEnd();
    const pieces = piecesOf(text, 50);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("\n")).toBe(text);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^\nparagraph/);
    expect(piecesOf(`${text}\n\n`, text.length)).toEqual([text]);
  });

  it("gives each piece of a table its head, and each row once", () => {
    const text = `| name | sum |\n| --- | --- |\n${lines(100, (at) => `| row ${at} | 1 |`)}\n\nafter`;
    const pieces = piecesOf(text, 300);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece).toMatch(/^\| name \| sum \|\n\| --- \| --- \|\n\| row \d+ \| 1 \|/);
    expect(pieces.join("\n").match(/row \d+/g)).toEqual(Array.from({ length: 100 }, (_, at) => `row ${at}`));
    expect(pieces.at(-1)).toMatch(/\n\nafter$/);
  });

  it("closes a block of code where it is cut, and opens it again", () => {
    const pieces = piecesOf(`\`\`\`\n${lines(60, (at) => `code ${at}`)}\n\`\`\`\nafter`, 100);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece.match(/^```$/gm)).toHaveLength(2);
  });

  it("in one line is cut, never through the middle of a character", () => {
    const pieces = piecesOf("𠀀".repeat(500), 101);
    expect(pieces.join("").replaceAll("\n", "")).toBe("𠀀".repeat(500));
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
  });

  it("does not grow with a head that is as long as a piece", () => {
    const text = `| ${"h".repeat(400)} |\n| --- |\n${"| x |\n".repeat(1_000)}`;
    expect(piecesOf(text, 100).join("").length).toBeLessThan(2 * text.length);
  });
});

describe("pages of a document", () => {
  it("begin where a comment says so, and the comment is not shown", () => {
    expect(partsOf("<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\ntwo")).toEqual([
      { page: 1, text: "\n\none\n\n" },
      { page: 2, text: "\n\ntwo" },
    ]);
  });

  it("go on in a piece that begins in the middle of one", () => {
    expect(partsOf("rest\n\n<!-- page 3 -->")).toEqual([
      { page: null, text: "rest\n\n" },
      { page: 3, text: "" },
    ]);
    expect(partsOf("a <!-- page 3 --> b")).toEqual([{ page: null, text: "a <!-- page 3 --> b" }]);
  });
});
