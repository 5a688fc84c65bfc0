// PDFs written by hand, object by object, so that a test can say exactly what is in them and what is wrong with them.

export interface PdfObject {
  /** Everything between `obj` and `endobj`, without a stream. */
  readonly head: string;
  readonly stream?: Uint8Array;
}

export interface PdfPage {
  readonly content: string;
  readonly box?: readonly [number, number, number, number];
  /** More entries of the page's dictionary, such as /Annots or /Rotate. */
  readonly more?: string;
}

export interface PdfOptions {
  /** Objects from number 10 + 2 × pages on, for /Annots and the like. */
  readonly extra?: readonly PdfObject[];
  readonly info?: string;
  /** More entries of the trailer, such as /Encrypt. */
  readonly trailer?: string;
}

const reserved = 9;

/** /F1 is Helvetica, /F2 STSong with UniGB-UCS2-H and /F3 a Courier; none of them is embedded. */
export function makePdf(pages: readonly PdfPage[], { extra = [], info = "", trailer = "" }: PdfOptions = {}): Uint8Array {
  const kids = pages.map((_page, i) => `${reserved + 1 + 2 * i} 0 R`);
  const objects: PdfObject[] = [
    { head: "<< /Type /Catalog /Pages 2 0 R >>" },
    { head: `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(" ")}] >>` },
    { head: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>" },
    { head: "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>" },
    {
      head: "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 6 0 R /DW 1000 >>",
    },
    {
      head: "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
    },
    { head: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>" },
    { head: `<< ${info} >>` },
    { head: "<< /Font << /F1 3 0 R /F2 4 0 R /F3 7 0 R >> >>" },
    ...pages.flatMap(({ content, box = [0, 0, 595, 842], more = "" }, i) => [
      { head: `<< /Type /Page /Parent 2 0 R /MediaBox [${box.join(" ")}] /Resources 9 0 R /Contents ${reserved + 2 + 2 * i} 0 R ${more} >>` },
      { head: "", stream: Buffer.from(content, "latin1") },
    ]),
    ...extra,
  ];
  return assemble(objects, `/Root 1 0 R /Info 8 0 R ${trailer}`);
}

/** Objects are numbered from 1 in the order given. */
export function assemble(objects: readonly PdfObject[], trailer: string): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  const put = (bytes: Uint8Array): void => {
    parts.push(Buffer.from(bytes));
    at += bytes.length;
  };
  objects.forEach(({ head, stream }, i) => {
    offsets.push(at);
    const dictionary = stream === undefined ? head : `<< ${head.replace(/^<<|>>$/g, "")} /Length ${stream.length} >>`;
    put(Buffer.from(`${i + 1} 0 obj\n${dictionary}\n`, "latin1"));
    if (stream !== undefined) put(Buffer.concat([Buffer.from("stream\n"), stream, Buffer.from("\nendstream\n")]));
    put(Buffer.from("endobj\n"));
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const size = objects.length + 1;
  const start = at;
  put(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`, "latin1"));
  return Buffer.concat(parts);
}

/** One line of text at a place, in points from the lower left. */
export function textAt(x: number, y: number, text: string, { font = "F1", size = 12 }: { font?: "F1" | "F3"; size?: number } = {}): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, (sign) => `\\${sign}`)}) Tj ET\n`;
}

/** A line in the font that is not embedded and has no widths: its codes are UTF-16. */
export function chineseAt(x: number, y: number, text: string, size = 12): string {
  return `BT /F2 ${size} Tf ${x} ${y} Td <${Buffer.from(text, "utf16le").swap16().toString("hex")}> Tj ET\n`;
}

export function ruleFrom(x0: number, y0: number, x1: number, y1: number): string {
  return `${x0} ${y0} m ${x1} ${y1} l S\n`;
}
