import { DocumentFault } from "#documents/fault";

// Names of unsupported formats, and how to get their text anyway.
const asPdf = "Open it in the program it was created with, export it as PDF or text, and try again with that file.";
const asNew = (format: string): string => `Open it in Office or LibreOffice, save it as ${format} or export it as PDF, and try again with that file.`;
const unpack = "Unpack it, and read the document inside.";
const asText = "It is plain text: read it with the file tools.";

const known: Readonly<Record<string, readonly [what: string, wayOut: string]>> = {
  doc: ["an old Word document (.doc)", asNew(".docx")],
  xls: ["an old Excel workbook (.xls)", asNew(".xlsx")],
  xlsb: ["a binary Excel workbook (.xlsb)", asNew(".xlsx")],
  ppt: ["an old PowerPoint presentation (.ppt)", asNew(".pptx")],
  msg: ["an Outlook message (.msg)", asPdf],
  ole: ["an old Office file", asPdf],
  rtf: ["a Rich Text document (.rtf)", asNew(".docx")],
  odt: ["an OpenDocument text (.odt)", asNew(".docx")],
  ods: ["an OpenDocument spreadsheet (.ods)", asNew(".xlsx")],
  odp: ["an OpenDocument presentation (.odp)", asNew(".pptx")],
  epub: ["an e-book (.epub)", asPdf],
  ps: ["a PostScript file", "Convert it to PDF (for example with ps2pdf), and try again with that file."],
  djvu: ["a DjVu document", asPdf],
  zip: ["a zip archive without an Office document", unpack],
  gz: ["a gzip archive", unpack],
  "7z": ["a 7z archive", unpack],
  rar: ["a RAR archive", unpack],
  html: ["a web page", asText],
  xml: ["an XML file", asText],
  txt: ["plain text", asText],
};

export function notSupported(format: string, platform: string): DocumentFault {
  const [what, wayOut] = known[format] ?? ["of an unknown format", asPdf];
  return new DocumentFault("NotSupported", `The file is ${what}. Supported are PDF, Word (.docx), PowerPoint (.pptx) and Excel (.xlsx). ${wayOut}`, {
    platform,
    format,
  });
}
