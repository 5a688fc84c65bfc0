import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CompressedFiles } from "./compressed.ts";

const text = Buffer.from("const a = 1;\n".repeat(500));
const kept = { isKept: true } as const;

describe("the page's files, compressed", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["", undefined],
    ["deflate, gzip;q=0.0", undefined],
  ])("a browser that accepts %j gets %s", async (accepts, way) => {
    const found = await new CompressedFiles().of("/a.js", text, { accepts, ...kept });
    expect(found?.way).toBe(way);
    if (found === undefined) return;
    expect((found.way === "br" ? brotliDecompressSync : gunzipSync)(found.content).equals(text)).toBe(true);
    expect(found.content.length).toBeLessThan(text.length / 10);
  });

  it("are left as they are where it is not worth it", async () => {
    const files = new CompressedFiles();
    expect(await files.of("/a.png", text, { accepts: "br", ...kept })).toBeUndefined();
    expect(await files.of("/a.js", Buffer.from("short"), { accepts: "br", ...kept })).toBeUndefined();
  });

  it("are taken from the build where it left them, and only for names that say what is in them", async () => {
    const dir = mkdtempSync(join(tmpdir(), "parley-compressed-"));
    try {
      const file = join(dir, "a.js");
      const built = brotliCompressSync(text);
      writeFileSync(`${file}.br`, built);
      const of = async (accepts: string, isKept: boolean): Promise<Buffer | undefined> =>
        (await new CompressedFiles().of(file, text, { accepts, isKept }))?.content;
      expect(await of("br", true)).toEqual(built);
      expect(await of("br", false)).not.toEqual(built);
      expect(gunzipSync((await of("gzip", true)) ?? "").equals(text)).toBe(true);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it("are kept only where the name says what is in them", async () => {
    const files = new CompressedFiles();
    const other = Buffer.from("let b = 2;\n".repeat(500));
    const ask = async (content: Buffer, isKept: boolean): Promise<string | undefined> =>
      (await files.of("/index.html", content, { accepts: "gzip", isKept }))?.content.toString("base64");
    const first = await ask(text, false);
    expect(await ask(other, false)).not.toBe(first);
    expect(await ask(text, true)).toBe(first);
    expect(await ask(other, true)).toBe(first);
  });
});
