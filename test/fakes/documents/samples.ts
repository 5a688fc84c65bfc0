import { withPdf } from "#documents/pdf/open";
import { renderPage } from "#documents/pdf/render";
import { docxOf, packed, pptxOf, sharedStrings, xlsxOf } from "./office-files.ts";
import { assemble, chineseAt, makePdf, ruleFrom, textAt } from "./pdf-files.ts";
import { withSource } from "./reading.ts";
import { richDocx, richPptx, richXlsx } from "./rich-files.ts";

// Documents as people have them in a folder, for tests that go all the way through the hub.

/** Words in two languages and a table of two columns on each page. */
export function reportPdf(pages = 3): Uint8Array {
  const grid = [640, 610, 580].map((y) => ruleFrom(72, y, 272, y)).join("") + [72, 172, 272].map((x) => ruleFrom(x, 580, x, 640)).join("");
  const cells = [textAt(78, 620, "Name"), textAt(178, 620, "Sum"), textAt(78, 590, "Ada"), textAt(178, 590, "12")].join("");
  return makePdf(
    Array.from({ length: pages }, (_, at) => ({
      content: textAt(72, 740, `Page ${at + 1} of the harvest report`) + chineseAt(72, 700, "今年的收成很好") + cells + grid,
    })),
    { info: "/Title (The harvest) /Author (Ada)" },
  );
}

export function proseDocx(words: string): Buffer {
  return docxOf(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`);
}

export const richFiles = {
  "notes.docx": () => packed(richDocx()),
  "slides.pptx": () => packed(richPptx()),
  "numbers.xlsx": () => packed(richXlsx()),
} as const;

/** One sheet of two rows. */
export function smallXlsx(): Buffer {
  const cells = ["A1", "B1"].map((place, at) => `<c r="${place}" t="s"><v>${at}</v></c>`).join("");
  return xlsxOf(
    { Harvest: `<row r="1">${cells}</row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c></row>` },
    { "xl/sharedStrings.xml": sharedStrings(["<t>Name</t>", "<t>Sum</t>", "<t>=cmd()</t>"]) },
  );
}

export function emptyPptx(): Buffer {
  return pptxOf([]);
}

/** It is protected by a password. */
export function lockedPdf(): Uint8Array {
  const key = "<28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a>";
  return makePdf([{ content: textAt(72, 700, "secret") }], {
    extra: [{ head: `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O ${key} /U ${key} >>` }],
    trailer: "/Encrypt 12 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]",
  });
}

/** An Office file with a password, as far as anybody can see into it. */
export function lockedOffice(): Buffer {
  return oldOffice("EncryptedPackage");
}

/** The container of Office before 2007; its streams have names. */
export function oldOffice(stream: string): Buffer {
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1_016), Buffer.from(stream, "utf16le"), Buffer.alloc(1_024)]);
}

/** A picture of two lines of words, in the format that needs no compression. */
export function pictureOf(first: string, second: string): Promise<Buffer> {
  const page = makePdf([{ content: textAt(40, 100, first, { size: 18 }) + textAt(40, 60, second, { size: 18 }), box: [0, 0, 340, 160] }]);
  return withSource(page, (source) =>
    withPdf(source, ({ pdfium, handle }) => Buffer.from(renderPage(pdfium, pdfium.call.FPDF_LoadPage(handle, 0)) ?? new Uint8Array())),
  );
}

/** A PDF whose pages are nothing but that picture. */
export function scanOf(picture: Buffer, pages = 1): Uint8Array {
  const [, width = "", height = ""] = /^P5\n(\d+) (\d+)\n255\n/.exec(picture.toString("latin1", 0, 40)) ?? [];
  const pixels = picture.subarray(picture.indexOf("255\n") + 4);
  const kids = Array.from({ length: pages }, (_, at) => `${5 + at} 0 R`);
  const page = { head: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 340 160] /Resources << /XObject << /I 4 0 R >> >> /Contents 3 0 R >>" };
  return assemble(
    [
      { head: "<< /Type /Catalog /Pages 2 0 R >>" },
      { head: `<< /Type /Pages /Count ${pages} /Kids [${kids.join(" ")}] >>` },
      { head: "", stream: Buffer.from("340 0 0 160 0 0 cm /I Do") },
      { head: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray >>`, stream: pixels },
      ...Array.from({ length: pages }, () => page),
    ],
    "/Root 1 0 R",
  );
}
