import { deflateSync } from "node:zlib";
import { assemble, makePdf, textAt, type PdfObject } from "#test/fakes/documents/pdf-files";

// PDFs that are made to do harm. None of them is larger than a few megabytes.

const catalog: PdfObject = { head: "<< /Type /Catalog /Pages 2 0 R >>" };
const onePage = "<< /Type /Pages /Count 1 /Kids [3 0 R] >>";
const page = (more: string): PdfObject => ({ head: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>` });
const stream = (content: Uint8Array | string, head = ""): PdfObject => ({ head: `<< ${head} >>`, stream: Buffer.from(content) });
const deflated = (content: Uint8Array | string, times = 1, head = ""): PdfObject => {
  let bytes: Uint8Array = Buffer.from(content);
  for (let i = 0; i < times; i++) bytes = deflateSync(bytes, { level: 9 });
  return { head: `<< /Filter [${"/FlateDecode ".repeat(times)}] ${head} >>`, stream: bytes };
};
const root = "/Root 1 0 R";
const good = (): Uint8Array => makePdf([{ content: textAt(72, 700, "Words of a good document") }]);

/** A page tree as flat as it can be. */
export function emptyPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_unused, i) => `${3 + i} 0 R`).join(" ");
  const pages = Array.from({ length: count }, () => ({ head: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>" }));
  return assemble([catalog, { head: `<< /Type /Pages /Count ${count} /Kids [${kids}] >>` }, ...pages], root);
}

export const hostilePdfs: Readonly<Record<string, () => Uint8Array>> = {
  "a page tree that is its own child": () => assemble([catalog, { head: "<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>" }], root),
  "two page trees that hold each other": () =>
    assemble([catalog, { head: "<< /Type /Pages /Count 9 /Kids [3 0 R] >>" }, { head: "<< /Type /Pages /Count 9 /Parent 2 0 R /Kids [2 0 R 3 0 R] >>" }], root),
  "a page tree that claims two thousand million pages": () =>
    assemble([catalog, { head: "<< /Type /Pages /Count 2147483647 /Kids [3 0 R] >>" }, page("")], root),
  "a page tree of a hundred thousand levels": () =>
    assemble([catalog, ...Array.from({ length: 100_000 }, (_unused, i) => ({ head: `<< /Type /Pages /Count 1 /Kids [${i + 3} 0 R] >>` })), page("")], root),
  "arrays in arrays, a million deep": () =>
    assemble([catalog, { head: onePage }, page(`/Contents 4 0 R /Odd ${"[".repeat(1_000_000)}`), stream("BT ET")], root),
  "dictionaries in dictionaries, two hundred thousand deep": () =>
    assemble([catalog, { head: onePage }, page(`/Contents 4 0 R /Odd ${"<< /A ".repeat(200_000)} 1 ${">> ".repeat(200_000)}`), stream("BT ET")], root),
  "a million saved states": () => makePdf([{ content: `${"q ".repeat(1_000_000)}${textAt(72, 700, "deep")}` }]),
  "a stream that unpacks to a gigabyte": () => {
    const bomb = deflated(Buffer.alloc(256 * 1_048_576, " "), 2);
    return assemble([catalog, { head: onePage }, page("/Contents [4 0 R 4 0 R 4 0 R 4 0 R]"), bomb], root);
  },
  "a stream that unpacks to endless text": () => {
    const line = "BT /F1 9 Tf 9 9 Td (words words words words words) Tj ET\n";
    const font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
    return assemble([catalog, { head: onePage }, page(`/Resources ${font} /Contents 4 0 R`), deflated(line.repeat(200_000))], root);
  },
  "a stream of objects that unpacks to a quarter of a gigabyte": () => {
    const bomb = deflated(Buffer.alloc(256 * 1_048_576, " "), 2, "/Type /ObjStm /N 100000 /First 100000");
    return assemble([catalog, { head: onePage }, page("/Contents 4 0 R"), bomb], `${root} /Extra 4 0 R`);
  },
  "a form that draws itself": () =>
    assemble(
      [
        catalog,
        { head: onePage },
        page("/Resources << /XObject << /X 4 0 R >> >> /Contents 5 0 R"),
        stream("/X Do /X Do /X Do", "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>"),
        stream("/X Do"),
      ],
      root,
    ),
  "forms that draw ten more each, nine levels down": () =>
    assemble(
      [
        catalog,
        { head: onePage },
        page("/Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R"),
        stream("/X Do"),
        ...Array.from({ length: 9 }, (_unused, i) =>
          stream("/X Do ".repeat(10), `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${i + 6} 0 R >> >>`),
        ),
        stream("BT ET", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]"),
      ],
      root,
    ),
  "a page larger than a country": () =>
    makePdf([{ content: textAt(72, 700, "far away"), box: [-2_000_000_000, -2_000_000_000, 2_000_000_000, 2_000_000_000] }]),
  "a page of no size": () => makePdf([{ content: textAt(72, 700, "nowhere"), box: [0, 0, 0, 0] }]),
  "a picture of sixty thousand times sixty thousand": () =>
    assemble(
      [
        catalog,
        { head: onePage },
        page("/Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R"),
        deflated(Buffer.alloc(10_000_000), 1, "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB"),
        stream("595 0 0 842 0 0 cm /I Do"),
      ],
      root,
    ),
  "pictures that their decoders choke on": () =>
    assemble(
      [
        catalog,
        { head: onePage },
        page("/Resources << /XObject << /A 4 0 R /B 5 0 R /C 6 0 R /D 7 0 R >> >> /Contents 8 0 R"),
        ...["JPXDecode", "JBIG2Decode", "DCTDecode", "CCITTFaxDecode"].map((filter) =>
          stream(
            Buffer.from("ffd8ffc1001108ffffffff03011100021101031101ffda000c03010002110311003f00", "hex"),
            `/Type /XObject /Subtype /Image /Width 9999 /Height 9999 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /${filter}`,
          ),
        ),
        stream("99 0 0 99 9 9 cm /A Do /B Do /C Do /D Do"),
      ],
      root,
    ),
  "a font whose program is garbage": () =>
    assemble(
      [
        catalog,
        { head: onePage },
        page("/Resources << /Font << /F1 4 0 R >> >> /Contents 7 0 R"),
        { head: "<< /Type /Font /Subtype /TrueType /BaseFont /Odd /FirstChar 0 /LastChar 255 /FontDescriptor 5 0 R >>" },
        { head: "<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontFile2 6 0 R /FontBBox [0 0 1 1] >>" },
        stream(Buffer.concat([Buffer.from("00010000ffff0010ffff0003", "hex"), Buffer.alloc(4_000, 0xff)])),
        stream("BT /F1 12 Tf 72 700 Td (odd letters) Tj ET"),
      ],
      root,
    ),
  "a table of objects that goes round in circles": () => {
    const text = Buffer.from(good()).toString("latin1");
    const at = text.lastIndexOf("xref\n0");
    return Buffer.from(text.replace("/Root 1 0 R", `/Prev ${at} /Root 1 0 R`), "latin1");
  },
  "a table of objects of four thousand million": () =>
    Buffer.from(Buffer.from(good()).toString("latin1").replace("xref\n0 12", "xref\n0 4294967290"), "latin1"),
  "nothing but the first line": () => Buffer.from("%PDF-1.7\n"),
  "a megabyte of noise after the first line": () => {
    let seed = 7;
    const noise = Uint8Array.from({ length: 1_000_000 }, () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >>> 16);
    return Buffer.concat([Buffer.from("%PDF-1.7\n"), noise]);
  },
};
