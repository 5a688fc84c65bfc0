import { describe, expect, it } from "vitest";
import { openZip, usualBounds, type Zip } from "./zip.ts";
import { withSource } from "#test/fakes/documents/reading";
import { repeated, zipOf, type ZipEntry } from "#test/fakes/documents/zip-writer";
import { holding } from "#test/matching";

async function partOf(zip: Zip, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Reads one part; what comes back is its text or the code of the fault. */
function read(entries: readonly ZipEntry[], name: string, bounds = usualBounds): Promise<string> {
  return withSource(zipOf(entries), async (source) => partOf(await openZip(source, bounds), name));
}

describe("an archive", () => {
  it.each([
    ["packed", {}],
    ["stored", { isStored: true }],
    ["with its sizes behind the data", { hasDescriptor: true }],
    ["with sizes in the large form", { isZip64: true }],
  ])("gives a part that is %s", async (_, how) => {
    const long = "你好 ".repeat(100_000);
    expect(await read([{ name: "a.xml", data: long, ...how }], "a.xml")).toBe(long);
  });

  it("finds parts as Office does, whatever the case and the slashes", async () => {
    await withSource(zipOf([{ name: "Word\\Document.XML", data: "x" }]), async (source) => {
      const zip = await openZip(source);
      expect(zip.has("word/document.xml")).toBe(true);
      expect(await partOf(zip, "word/document.xml")).toBe("x");
    });
  });

  it("has no way to names that lead out of it", async () => {
    const stray = ["../../etc/passwd", "/etc/passwd", "C:\\boot.ini", "word/../../a", "a\0b"];
    await withSource(zipOf([{ name: "a", data: "x" }, ...stray.map((name) => ({ name, data: "y" }))]), async (source) => {
      const zip = await openZip(source);
      expect(stray.map((name) => zip.has(name))).toEqual(stray.map(() => false));
      expect(await partOf(zip, "a")).toBe("x");
    });
  });

  it("takes a link for what it is: a few bytes of text", async () => {
    expect(await read([{ name: "a", data: "/etc/passwd", isLink: true }], "a")).toBe("/etc/passwd");
  });

  it.each([
    ["says that it is shorter than it is", { says: { unpacked: 10 } }, "longer than it says"],
    ["says that it is longer than it is", { says: { unpacked: 100_000 } }, "shorter than it says"],
    ["has another checksum", { says: { crc: 1 } }, "checksum"],
    ["says that more of it is packed than the file holds", { says: { packed: 1_000_000 } }, "truncated"],
    ["lies beyond the end of the file", { says: { at: 0x7fffffff } }, "truncated"],
    ["starts where no part starts", { says: { at: 1 } }, "directory"],
  ])("refuses a part that %s", async (_, how, why) => {
    await expect(read([{ name: "a", data: "x".repeat(50_000), ...how }], "a")).rejects.toMatchObject({
      code: "Damaged",
      message: holding(why),
    });
  });

  it("refuses packed bytes that are broken", async () => {
    const data = { packed: Buffer.from("this is not packed at all"), unpacked: 100, crc: 0 };
    await expect(read([{ name: "a", data }], "a")).rejects.toMatchObject({ code: "Damaged" });
    const cut = { packed: repeated(1).packed.subarray(0, 300), unpacked: 1_000_000, crc: 0 };
    await expect(read([{ name: "a", data: cut }], "a")).rejects.toMatchObject({ code: "Damaged" });
  });

  it("refuses two parts of one name only where that name is asked for", async () => {
    const twice = [
      { name: "a", data: "1" },
      { name: "A", data: "2" },
      { name: "b", data: "3" },
    ];
    await expect(read(twice, "a")).rejects.toMatchObject({ code: "Damaged", message: holding("two parts") });
    expect(await read(twice, "b")).toBe("3");
  });

  it("rejects overlapping parts", async () => {
    const entries = [
      { name: "a", data: "x".repeat(1_000) },
      { name: "b", data: "y".repeat(1_000), says: { at: 0 } },
    ];
    await expect(read(entries, "a")).rejects.toMatchObject({ code: "Damaged", message: holding("overlap") });
  });

  it("says that a password is needed", async () => {
    await expect(read([{ name: "a", data: "x", isEncrypted: true }], "a")).rejects.toMatchObject({ code: "Encrypted" });
  });

  it("names a way of packing that it does not know", async () => {
    await expect(read([{ name: "a", data: "x", method: 93 }], "a")).rejects.toMatchObject({ code: "NotSupported", data: { format: "zip method 93" } });
  });

  it("refuses too many parts before it lists them", async () => {
    const entries = Array.from({ length: 11 }, (_, at) => ({ name: `p${at}`, data: "" }));
    await expect(read(entries, "p0", { ...usualBounds, entries: 10 })).rejects.toMatchObject({ code: "TooLarge", data: { limit: 10, unit: "parts" } });
  });

  it("stops a bomb of 400 MB after a few, however honest its header is", async () => {
    const bomb = repeated(400);
    expect(bomb.packed.length).toBeLessThan(500_000);
    for (const says of [{}, { unpacked: 100_000_000 }]) {
      await withSource(zipOf([{ name: "a", data: bomb, says }]), async (source) => {
        const zip = await openZip(source);
        await expect(partOf(zip, "a")).rejects.toMatchObject({ code: "TooLarge" });
        expect(zip.unpacked()).toBeLessThan(usualBounds.ratioFrom + 200_000);
      });
    }
  });

  it("counts all parts together", async () => {
    const parts = ["a", "b", "c"].map((name) => ({ name, data: repeated(4) }));
    await withSource(zipOf(parts), async (source) => {
      const zip = await openZip(source, { ...usualBounds, totalBytes: 10_000_000 });
      await partOf(zip, "a");
      await partOf(zip, "b");
      await expect(partOf(zip, "c")).rejects.toMatchObject({ code: "TooLarge", data: { limit: 10_000_000 } });
      expect(zip.unpacked()).toBeLessThan(10_200_000);
    });
  });

  it("can be left in the middle of a part, and read again", async () => {
    await withSource(zipOf([{ name: "a", data: repeated(4) }]), async (source) => {
      const zip = await openZip(source);
      for await (const chunk of zip.read("a")) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect((await partOf(zip, "a")).length).toBe(4_000_000);
    });
  });

  it("is damaged wherever it is cut off", async () => {
    const whole = zipOf([{ name: "a", data: "x".repeat(10_000), isStored: true }]);
    for (let twentieth = 0; twentieth < 20; twentieth += 1) {
      const cut = whole.subarray(0, Math.floor((whole.length * twentieth) / 20));
      await expect(withSource(cut, async (source) => partOf(await openZip(source), "a"))).rejects.toMatchObject({ code: "Damaged" });
    }
  });
});
