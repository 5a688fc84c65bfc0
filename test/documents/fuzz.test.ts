import { describe, expect, it } from "vitest";
import { fuzz } from "#test/documents/fuzz";
import { fuzzFiles } from "#test/documents/fuzz-files";
import { mutate } from "#test/documents/mutate";

const mutations = 1_000;
const known = new Set([
  "read",
  "Damaged",
  "NoText",
  "NoPages",
  "NoSuchTable",
  "NotSupported",
  "Encrypted",
  "TooLarge",
  "OutOfMemory",
  "ReaderCrashed",
  "InvalidArgs",
]);

describe("a thousand broken documents", () => {
  it.each(Object.keys(fuzzFiles))(
    "of %s each end in text or in a code; none hangs and none takes the process along",
    async (format) => {
      const { outcomes, fatal } = await fuzz({ format, from: 0, to: mutations });
      expect(fatal).toEqual([]);
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(mutations);
      expect(Object.keys(outcomes).filter((code) => !known.has(code))).toEqual([]);
      // Broken, but not so broken that nothing was read at all.
      expect(outcomes["read"]).toBeGreaterThan(mutations / 20);
      expect(outcomes["ReaderCrashed"] ?? 0).toBeLessThan(mutations / 50);
    },
    180_000,
  );

  it("are the same in every run, and differ from the good ones", () => {
    const good = Buffer.from("0123456789 some bytes of a document ".repeat(20));
    expect(mutate(good, 7)).toEqual(mutate(good, 7));
    const different = Array.from({ length: 50 }, (_unused, seed) => Buffer.from(mutate(good, seed)).toString("hex"));
    expect(new Set(different).size).toBeGreaterThan(45);
  });
});
