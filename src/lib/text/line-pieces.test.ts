import { describe, expect, it } from "vitest";
import { LinePieces } from "./line-pieces.ts";

describe("lines out of chunks", () => {
  it("are put together, whatever the chunks are cut at", () => {
    const text = '{"a":"你好"}\n\n  \nsecond\nthird';
    for (const size of [1, 2, 3, 7, 100]) {
      const lines = new LinePieces(100);
      const bytes = Buffer.from(text);
      const found: string[] = [];
      for (let at = 0; at < bytes.length; at += size) found.push(...(lines.push(bytes.subarray(at, at + size)) ?? []));
      expect(found).toEqual(['{"a":"你好"}', "second"]);
      expect(lines.push(Buffer.from("\n"))).toEqual(["third"]);
    }
  });

  it("are not gathered without end", () => {
    const lines = new LinePieces(10);
    expect(lines.push(Buffer.from("12345678"))).toEqual([]);
    expect(lines.push(Buffer.from("90123"))).toBeUndefined();
    expect(lines.push(Buffer.from("next\n"))).toEqual(["next"]);
  });
});
