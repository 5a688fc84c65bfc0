import { describe, expect, it } from "vitest";
import { holding, like } from "#test/matching";
import { sourceOf } from "#test/fakes/documents/reading";
import { judgeFile } from "#documents/program/judge-file";
import type { DocumentRequest } from "#documents/program/protocol";
import { sniff } from "./sniff.ts";
import { notSupported } from "./suggest-format.ts";

function sniffed(bytes: Uint8Array | string): unknown {
  using source = sourceOf(bytes);
  return sniff(source);
}

/** A zip of empty entries: names are all that is looked at. */
function zipOf(...names: readonly string[]): Buffer {
  const entry = (name: string, signature: number, size: number, nameAt: number): Buffer => {
    const head = Buffer.alloc(size);
    head.writeUInt32LE(signature, 0);
    head.writeUInt16LE(name.length, nameAt);
    return Buffer.concat([head, Buffer.from(name)]);
  };
  const local = Buffer.concat(names.map((name) => entry(name, 0x04034b50, 30, 26)));
  const list = Buffer.concat(names.map((name) => entry(name, 0x02014b50, 46, 28)));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, list, end]);
}

/** The old container: a header, and a list of names in its second sector. */
function oleOf(...names: readonly string[]): Buffer {
  const head = Buffer.alloc(512);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(head);
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(0, 48);
  return Buffer.concat([head, ...names.map((name) => Buffer.concat([Buffer.from(name, "utf16le"), Buffer.alloc(128 - 2 * name.length)]))]);
}

describe("what a file is", () => {
  it.each([
    ["pdf", "%PDF-1.7\n", "document"],
    ["pdf", `${"garbage in front ".repeat(20)}%PDF-1.4\n`, "document"],
    ["png", Buffer.from("89504e470d0a1a0a0000", "hex"), "picture"],
    ["jpeg", Buffer.from("ffd8ffe000104a46", "hex"), "picture"],
    ["gif", "GIF89a....", "picture"],
    ["webp", "RIFF....WEBPVP8 ", "picture"],
    ["tiff", "II*\0....", "picture"],
    ["pnm", "P5 10 10 255 ", "picture"],
    ["rtf", "{\\rtf1\\ansi hello}", "other"],
    ["ps", "%!PS-Adobe-3.0\n", "other"],
    ["html", "\n<!DOCTYPE html><p>hello", "other"],
    ["xml", "<?xml version='1.0'?><a/>", "other"],
    ["txt", "Plain words, 还有中文。", "other"],
    ["gz", Buffer.from("1f8b0800", "hex"), "other"],
  ])("is told by its content: %s", (format, bytes, is) => {
    expect(sniffed(bytes)).toEqual({ is, format });
  });

  it.each([
    ["docx", ["[Content_Types].xml", "_rels/.rels", "word/document.xml"], "document"],
    ["pptx", ["[Content_Types].xml", "ppt/presentation.xml"], "document"],
    ["xlsx", ["[Content_Types].xml", "xl/workbook.xml"], "document"],
    ["xlsb", ["[Content_Types].xml", "xl/workbook.bin"], "other"],
    ["zip", ["readme.txt"], "other"],
  ])("of zips is told by the names inside: %s", (format, names, is) => {
    const whole = zipOf(...names);
    expect(sniffed(whole)).toEqual({ is, format });
    // Also when the list at the end is cut off.
    expect(sniffed(whole.subarray(0, -40))).toEqual({ is, format });
  });

  it("of OpenDocument files is told by the type that they begin with", () => {
    const named = (type: string): Buffer =>
      Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(26), Buffer.from(`mimetype${type}PK\x03\x04`, "latin1")]);
    expect(sniffed(named("application/vnd.oasis.opendocument.text"))).toEqual({ is: "other", format: "odt" });
    expect(sniffed(named("application/vnd.oasis.opendocument.spreadsheet"))).toEqual({ is: "other", format: "ods" });
    expect(sniffed(named("application/epub+zip"))).toEqual({ is: "other", format: "epub" });
  });

  it("of old Office files is told by their streams, and one with a password is known as that", () => {
    expect(sniffed(oleOf("Root Entry", "WordDocument"))).toEqual({ is: "other", format: "doc" });
    expect(sniffed(oleOf("Root Entry", "Workbook"))).toEqual({ is: "other", format: "xls" });
    expect(sniffed(oleOf("Root Entry", "PowerPoint Document"))).toEqual({ is: "other", format: "ppt" });
    expect(sniffed(oleOf("Root Entry", "EncryptionInfo", "EncryptedPackage"))).toEqual({ is: "encrypted", format: "office" });
    expect(sniffed(oleOf("Root Entry"))).toEqual({ is: "other", format: "ole" });
    expect(sniffed(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toEqual({ is: "other", format: "ole" });
  });

  it("may be nothing or nothing known", () => {
    expect(sniffed("")).toEqual({ is: "empty" });
    expect(sniffed(Buffer.from([0, 1, 2, 3, 250, 251, 252]))).toEqual({ is: "unknown" });
  });
});

describe("judging a file by what is asked", () => {
  const request: DocumentRequest = { verb: "extract", format: "auto", mode: "text" };
  function judged(bytes: Uint8Array | string, more: Partial<DocumentRequest> = {}) {
    using source = sourceOf(bytes);
    const warnings: string[] = [];
    return { file: judgeFile({ ...request, ...more }, source, (sentence) => void warnings.push(sentence)), warnings };
  }

  it("goes by the content and warns if the name or the request says otherwise", () => {
    expect(judged("%PDF-1.7", { extension: "pdf", format: "pdf" })).toEqual({ file: { is: "document", format: "pdf" }, warnings: [] });
    const { file, warnings } = judged("%PDF-1.7", { extension: "DOCX", format: "docx" });
    expect(file).toEqual({ is: "document", format: "pdf" });
    expect(warnings).toEqual([
      "The file name ends in .docx, but the content is pdf; it was read as that.",
      "The format docx was requested, but the content is pdf; it was read as that.",
    ]);
    expect(judged(Buffer.from("ffd8ffe0", "hex"), { extension: "jpg" }).warnings).toEqual([]);
  });

  it("takes the asker's word for a file that nothing is known of", () => {
    expect(judged(Buffer.from([0, 1, 2]), { format: "pdf" }).file).toEqual({ is: "document", format: "pdf" });
    expect(judged(Buffer.from([0, 1, 2])).file).toEqual({ is: "other", format: "unknown" });
  });

  it("refuses what is empty or larger than anything that is read", () => {
    expect(() => judged("")).toThrow(expect.objectContaining({ code: "Damaged" }));
    expect(() => judgeFile(request, { fd: -1, bytes: 600 * 1_048_576 }, () => {})).toThrow(
      expect.objectContaining({ code: "TooLarge", message: holding("600 MB") }),
    );
  });
});

it("what cannot be read says what it is, on which platform, and the way out", () => {
  expect(notSupported("doc", "linux")).toMatchObject({
    code: "NotSupported",
    data: { platform: "linux", format: "doc" },
    message: like(/save it as \.docx or export it as PDF/),
  });
  for (const format of ["doc", "xls", "ppt", "rtf", "odt", "ods", "odp", "epub", "msg", "unknown"]) {
    const { message, data } = notSupported(format, "darwin");
    expect(message).toMatch(/export it as PDF/);
    expect(data).toEqual({ platform: "darwin", format });
  }
  expect(notSupported("txt", "linux").message).toContain("read it with the file tools");
  expect(notSupported("zip", "linux").message).toContain("Unpack it");
});
