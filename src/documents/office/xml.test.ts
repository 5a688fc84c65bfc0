import { describe, expect, it } from "vitest";
import { readXml, usualXmlBounds, type XmlHandler } from "./xml.ts";
import { holding } from "#test/matching";

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What a handler hears, as one line. */
async function heard(xml: string | Buffer, size = 7): Promise<string> {
  const events: string[] = [];
  const handler: XmlHandler = {
    open: (name, attributes) => {
      const shown = Object.entries(attributes).filter(([key]) => !key.startsWith("xmlns"));
      events.push(`<${[name, ...shown.map(([key, value]) => `${key}=${value}`)].join(" ")}>`);
    },
    close: (name) => void events.push(`</${name}>`),
    text: (text) => void events.push(text),
  };
  await readXml(inPieces(Buffer.from(xml), size), handler);
  return events.join("");
}

describe("readXml", () => {
  it("reads text, entities, character references and CDATA", async () => {
    expect(await heard("<a>1 &amp; &#x4f60;&#22909; <![CDATA[<b>]]></a>")).toBe("<a>1 & 你好 <b></a>");
  });

  it.each(["utf-8", "utf-16le", "utf-16be"] as const)("reads %s, cut in the middle of characters", async (encoding) => {
    const text = '\u{feff}<?xml version="1.0"?><a>你好 𠮷</a>';
    const little = Buffer.from(text, encoding === "utf-8" ? "utf8" : "utf16le");
    const bytes = encoding === "utf-16be" ? Buffer.from(little).swap16() : little;
    expect(await heard(bytes, 3)).toBe("<a>你好 𠮷</a>");
  });

  it("reads UTF-16 without a mark, and other encodings that a file declares", async () => {
    expect(await heard(Buffer.from("<a>你</a>", "utf16le"), 64)).toBe("<a>你</a>");
    const gbk = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="GBK"?><a>'), Buffer.from([0xc4, 0xe3]), Buffer.from("</a>")]);
    expect(await heard(gbk, 64)).toBe("<a>你</a>");
    await expect(heard('<?xml version="1.0" encoding="klingon"?><a/>', 64)).rejects.toMatchObject({ code: "Damaged" });
  });

  it("spells names the same whatever prefixes and whichever edition of the format a file chose", async () => {
    const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    const strict = "http://purl.oclc.org/ooxml/wordprocessingml/main";
    for (const namespace of [word, strict]) {
      expect(await heard(`<w:p xmlns:w="${namespace}" w:val="1"/>`)).toBe("<w:p w:val=1></w:p>");
      expect(await heard(`<z:p xmlns:z="${namespace}" z:val="1" val="2"/>`)).toBe("<w:p w:val=1 val=2></w:p>");
      expect(await heard(`<p xmlns="${namespace}"><q/></p>`)).toBe("<w:p><w:q></w:q></w:p>");
    }
    for (const size of [1, 3, 20, 1_000]) {
      const late = `<a>${"<b/>".repeat(20)}<z:p xmlns:z="${word}" ${Array.from({ length: 30 }, (_, at) => `n${at}="1"`).join(" ")}><z:t/></z:p><z:t/></a>`;
      expect((await heard(late, size)).replaceAll(/ n\d+=1/gu, "")).toBe(`<a>${"<b></b>".repeat(20)}<w:p><w:t></w:t></w:p><z:t></z:t></a>`);
    }
    expect(await heard('<x:c xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="A1"/>')).toBe("<c r=A1></c>");
    expect(await heard(`<w:p xmlns:w="urn:other"><w:t xmlns:w="${word}"/><w:t/></w:p>`)).toBe("<?:p><w:t></w:t><?:t></?:t></?:p>");
  });

  it("passes over control characters that some writers let through", async () => {
    expect(await heard("<a>x\u{1}y</a>")).toContain("x");
  });

  it.each([
    ["a document type", '<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>', "XML entities"],
    ["a document type that points elsewhere", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "XML entities"],
    ["an entity nobody declared", "<a>&b;</a>", "not well-formed"],
    ["an element that is not closed", "<a><b></a>", "not well-formed"],
    ["an end that is missing", "<a><b>", "not well-formed"],
    ["two roots", "<a/><a/>", "not well-formed"],
    ["an attribute that stands twice", '<a b="1" b="2"/>', "not well-formed"],
    ["words that are no XML", "hello", "not well-formed"],
  ])("refuses %s", async (_, xml, why) => {
    await expect(heard(xml)).rejects.toMatchObject({ code: "Damaged", message: holding(why) });
  });

  it("refuses nothing at all", async () => {
    await expect(heard("")).rejects.toMatchObject({ code: "Damaged" });
  });

  it("stops at its depth, not at the end of a million elements", async () => {
    let fed = 0;
    async function* deep(): AsyncGenerator<Buffer> {
      for (; fed < 1_000_000; fed += 1_000) yield Buffer.from("<a>".repeat(1_000));
    }
    const handler = { open: () => undefined, close: () => undefined, text: () => undefined };
    await expect(readXml(deep(), handler)).rejects.toMatchObject({ code: "Damaged", message: holding("nested") });
    expect(fed).toBeLessThanOrEqual(usualXmlBounds.depth);
  });

  it.each([
    ["text", "<a>", "x"],
    ["one attribute", '<a b="', "x"],
    ["a comment", "<a><!-- ", "x"],
    ["a document type", "<!DOCTYPE a [", " "],
  ])("stops at its bound inside endless %s", async (_, start, filling) => {
    let fed = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(start);
      for (; fed < 100_000_000; fed += 100_000) yield Buffer.alloc(100_000, filling);
    }
    const handler = { open: () => undefined, close: () => undefined, text: () => undefined };
    await expect(readXml(endless(), handler)).rejects.toMatchObject({ code: "TooLarge", data: { unit: "characters" } });
    expect(fed).toBeLessThan(usualXmlBounds.piece + 200_000);
  });

  it("refuses hundreds of namespaces", async () => {
    const many = Array.from({ length: 300 }, (_, at) => `xmlns:n${at}="u"`).join(" ");
    await expect(heard(`<a ${many}/>`, 4_096)).rejects.toMatchObject({ code: "Damaged" });
  });

  it("hands on what a handler throws", async () => {
    const enough = new Error("enough");
    const handler = {
      open: () => {
        throw enough;
      },
      close: () => undefined,
      text: () => undefined,
    };
    await expect(readXml(inPieces(Buffer.from("<a/>"), 10), handler)).rejects.toBe(enough);
  });
});
