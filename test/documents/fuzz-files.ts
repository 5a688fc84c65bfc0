import { deflateSync } from "node:zlib";
import { mutate } from "#test/documents/mutate";
import { dice, mutateParts } from "#test/fakes/documents/mutations";
import { packed, type Parts } from "#test/fakes/documents/office-files";
import { richDocx, richPptx, richXlsx } from "#test/fakes/documents/rich-files";
import { assemble, chineseAt, makePdf, ruleFrom, textAt } from "#test/fakes/documents/pdf-files";

/** By format: the broken document of a number, the same in every run. */
export const fuzzFiles: Readonly<Record<string, (number: number) => Uint8Array>> = {
  pdf: (number) => mutate(pick(goodPdfs(), number), number),
  docx: (number) => brokenOffice(richDocx(), number),
  pptx: (number) => brokenOffice(richPptx(), number),
  xlsx: (number) => brokenOffice(richXlsx(), number),
};

/** Also in the parts behind the archive, which a broken archive would hide. */
function brokenOffice(parts: Parts, number: number): Uint8Array {
  return number % 3 === 0 ? mutate(packed(parts), number) : mutateParts(parts, dice(number));
}

function pick<T>(from: readonly [T, ...T[]], number: number): T {
  return from[number % from.length] ?? from[0];
}

function goodPdfs(): readonly [Uint8Array, ...Uint8Array[]] {
  return [
    makePdf([{ content: textAt(72, 700, "Heading", { size: 24 }) + textAt(72, 660, "Some words of a page") + chineseAt(72, 640, "中文也有几个字") }], {
      info: "/Title (A title) /Author (Somebody)",
    }),
    makePdf(
      [
        {
          content:
            textAt(80, 605, "Name") +
            textAt(230, 605, "Sum") +
            textAt(80, 585, "Ada") +
            textAt(230, 585, "12") +
            [620, 600, 580].map((y) => ruleFrom(72, y, 372, y)).join("") +
            [72, 222, 372].map((x) => ruleFrom(x, 580, x, 620)).join(""),
        },
        { content: textAt(72, 700, "See there"), more: "/Rotate 90 /Annots [14 0 R]" },
      ],
      { extra: [{ head: "<< /Type /Annot /Subtype /Link /Rect [96 696 124 712] /A << /S /URI /URI (https://example.org/) >> >>" }] },
    ),
    packedPdf(),
  ];
}

/** Streams are packed, a form is drawn, a letter is itself a drawing and a picture stands beside. */
function packedPdf(): Uint8Array {
  const deflated = (content: string | Uint8Array, head: string) => ({ head: `<< /Filter /FlateDecode ${head} >>`, stream: deflateSync(content) });
  return assemble(
    [
      { head: "<< /Type /Catalog /Pages 2 0 R >>" },
      { head: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>" },
      {
        head: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 6 0 R /T3 8 0 R >> /XObject << /X 5 0 R /I 7 0 R >> >> /Contents 4 0 R >>",
      },
      deflated(
        "BT /F1 12 Tf 1 0 0 1 20 250 Tm [(Wo) -250 (rds)] TJ T* (more) ' ET /X Do q 50 0 0 50 200 200 cm /I Do Q BT /T3 10 Tf 20 100 Td (aaa) Tj ET",
        "",
      ),
      deflated(
        "BT /F1 9 Tf 20 20 Td (inside a form) Tj ET",
        "/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Matrix [1 0 0 1 0 0] /Resources << /Font << /F1 6 0 R >> >>",
      ),
      {
        head: "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /Adieresis] >> /ToUnicode 9 0 R >>",
      },
      deflated(new Uint8Array(300), "/Type /XObject /Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceRGB"),
      {
        head: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 10 0 R >> >>",
      },
      deflated("/CIDInit /ProcSet findresource begin 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <43> <0041> endbfrange end", ""),
      deflated("9 0 0 0 9 9 d1 0 0 9 9 re f", ""),
    ],
    "/Root 1 0 R",
  );
}
