import { describe, expect, it } from "vitest";
import { costOf } from "./drawing-cost.ts";
import { piecesOf, plainPiecesOf } from "./text-pieces.ts";

const lines = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join("\n");

describe("a long text", () => {
  it("that is short stays whole", () => {
    expect(piecesOf("one\n\ntwo", 100)).toEqual(["one\n\ntwo"]);
    expect(piecesOf("", 100)).toEqual([""]);
  });

  it("is cut between paragraphs where it can be, and nothing of it is lost", () => {
    const text = lines(20, (at) => `paragraph ${at}\n`).trimEnd();
    const pieces = piecesOf(text, 400);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("\n")).toBe(text);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^\nparagraph/);
    expect(piecesOf(`${text}\n\n`, costOf(text, false))).toEqual([text]);
  });

  it("gives each piece of a table its head, and each row once", () => {
    const text = `| name | sum |\n| --- | --- |\n${lines(100, (at) => `| row ${at} | 1 |`)}\n\nafter`;
    const pieces = piecesOf(text, 2_000);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece).toMatch(/^\| name \| sum \|\n\| --- \| --- \|\n\| row \d+ \| 1 \|/);
    expect(pieces.join("\n").match(/row \d+/g)).toEqual(Array.from({ length: 100 }, (_, at) => `row ${at}`));
    expect(pieces.at(-1)).toMatch(/\n\nafter$/);
  });

  it("closes a block of code where it is cut, and opens it again", () => {
    const pieces = piecesOf(`\`\`\`\n${lines(300, (at) => `code ${at}`)}\n\`\`\`\nafter`, 400);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece.match(/^```$/gm)).toHaveLength(2);
  });

  it("in one line is cut, never through the middle of a character", () => {
    const pieces = piecesOf("𠀀".repeat(500), 101);
    expect(pieces.join("").replaceAll("\n", "")).toBe("𠀀".repeat(500));
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
  });

  it("in one line is cut after a space where one is near, and no line end is put into it", () => {
    const text = "harvest report ".repeat(100).trim();
    const pieces = piecesOf(text, 200);
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join("")).toBe(text);
    for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/ $/);
  });

  it("has more pieces if its characters become elements of their own, fewer if they are code or the same hidden character", () => {
    const count = (text: string): number => piecesOf(text, 1_000).length;
    for (const costly of ["*a* ", "|a", "a\n", "a\u200b", "<br>", "[a](http://b.c) ", "\u200b\u2060"])
      expect([costly, count(costly.repeat(2_000)) > 5 * count("x".repeat(2_000 * costly.length))]).toEqual([costly, true]);
    expect(count("\u200b".repeat(8_000))).toBeLessThanOrEqual(count("x".repeat(8_000)) + 1);
    expect(count(`\`\`\`\n${"*a*\n".repeat(2_000)}\`\`\``)).toBeLessThan(2 * count("x".repeat(8_000)));
  });

  it("that is not Markdown is cut without adding anything to it", () => {
    const text = lines(300, (at) => (at % 9 === 0 ? "```" : `| row ${at} | ---`));
    const pieces = plainPiecesOf(text, 400);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("")).toBe(text);
  });

  it("does not grow with a head that is as long as a piece", () => {
    const text = `| ${"h".repeat(400)} |\n| --- |\n${"| x |\n".repeat(1_000)}`;
    expect(piecesOf(text, 100).join("").length).toBeLessThan(2 * text.length);
  });
});
