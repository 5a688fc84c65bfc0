import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readLines } from "./lines.ts";

const linesOf = async (chunks: readonly (string | Buffer)[], longest = 100): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const line of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), longest)) found.push(line);
  return found;
};

describe("lines of a stream", () => {
  it("are whole however the bytes come, characters of several bytes included", async () => {
    const bytes = Buffer.from("one\n二😀\n\nthree\nno end");
    expect(await linesOf([...bytes].map((byte) => Buffer.from([byte])))).toEqual(["one", "二😀", "", "three"]);
    expect(await linesOf([bytes])).toEqual(["one", "二😀", "", "three"]);
  });

  it("that are longer than they may be end the reading, also before their end has come", async () => {
    await expect(linesOf(["short\n", `${"x".repeat(101)}\n`])).rejects.toThrow("longer than 100");
    await expect(linesOf(["x".repeat(60), "x".repeat(60)])).rejects.toThrow("longer than 100");
  });
});
