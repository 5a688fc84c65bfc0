import { describe, expect, it } from "vitest";
import { sourceOf } from "#test/fakes/documents/reading";
import { pictureSize } from "./picture-size.ts";
import { readPicture } from "./read-pictures.ts";

function sizeOf(format: string, bytes: Uint8Array | string) {
  using source = sourceOf(bytes);
  return pictureSize(source, format);
}

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");
const png = (width: number, height: number): Buffer => {
  const head = Buffer.concat([hex("89504e470d0a1a0a 0000000d 49484452"), Buffer.alloc(17)]);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

describe("the size of a picture", () => {
  it.each([
    ["png", png(640, 480)],
    ["gif", hex("474946383961 8002 e001 000000")],
    ["bmp", Buffer.concat([Buffer.from("BM"), Buffer.alloc(16), hex("80020000 20feffff"), Buffer.alloc(30)])],
    ["jpeg", hex("ffd8 ffe0 0004 0000 ffff c4 0003 00 ffc2 0011 08 01e0 0280 03 000000000000000000000000")],
    ["webp", Buffer.concat([Buffer.from("RIFF....WEBPVP8X"), hex("0a000000 00000000 7f0200 df0100")])],
    ["webp", Buffer.concat([Buffer.from("RIFF....WEBPVP8 "), hex("00000000 000000 9d012a 8002 e001")])],
    ["webp", Buffer.concat([Buffer.from("RIFF....WEBPVP8L"), hex("00000000 2f 7fc27700")])],
    ["tiff", hex("49492a00 08000000 0200 0001 0300 01000000 80020000 0101 0400 01000000 e0010000")],
    ["tiff", hex("4d4d002a 00000008 0002 0100 0003 00000001 02800000 0101 0004 00000001 000001e0")],
    ["pnm", "P5\n# a remark\n640 480\n255\n"],
  ])("stands in the header of a %s", (format, bytes) => {
    expect(sizeOf(format, bytes)).toEqual({ width: 640, height: 480 });
  });

  it("is not made up where the header is cut off", () => {
    for (const format of ["png", "gif", "bmp", "jpeg", "webp", "tiff", "pnm", "other"]) expect(sizeOf(format, Buffer.from([1, 2, 3]))).toBeUndefined();
  });
});

describe("a picture for the OCR", () => {
  const read = async (bytes: Uint8Array) => {
    using source = sourceOf(bytes);
    return await readPicture(source, { block: () => {}, warn: () => {}, progress: () => {} }, { format: "png" });
  };

  it("that would fill the memory is refused by its header, before anything is decoded", async () => {
    await expect(read(png(60_000, 60_000))).rejects.toMatchObject({ code: "TooLarge", data: { width: 60_000, height: 60_000 } });
  });

  it("that does not say its size, or says none, is damaged", async () => {
    await expect(read(png(0, 10))).rejects.toMatchObject({ code: "Damaged" });
    await expect(read(hex("89504e470d0a1a0a"))).rejects.toMatchObject({ code: "Damaged" });
  });
});
