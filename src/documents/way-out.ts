import { DocumentFault } from "./fault.ts";

// What a file is called, and how its words can be had all the same.
const asPdf = "Open it in the program that it was made with, export it as PDF or text, and try again with that file.";
const asNew = (format: string): string => `Open it in Office or LibreOffice, save it as ${format} or export it as PDF, and try again with that file.`;
const unpack = "Unpack it, and name the document inside.";
const asText = "It is text already: read it with the file tools.";

const known: Readonly<Record<string, readonly [what: string, wayOut: string]>> = {
  doc: ["a Word document of the old kind (.doc)", asNew(".docx")],
  xls: ["an Excel workbook of the old kind (.xls)", asNew(".xlsx")],
  xlsb: ["a binary Excel workbook (.xlsb)", asNew(".xlsx")],
  ppt: ["a PowerPoint presentation of the old kind (.ppt)", asNew(".pptx")],
  msg: ["an Outlook message (.msg)", asPdf],
  ole: ["a container of old Office programs", asPdf],
  rtf: ["a Rich Text document (.rtf)", asNew(".docx")],
  odt: ["an OpenDocument text (.odt)", asNew(".docx")],
  ods: ["an OpenDocument spreadsheet (.ods)", asNew(".xlsx")],
  odp: ["an OpenDocument presentation (.odp)", asNew(".pptx")],
  epub: ["an electronic book (.epub)", asPdf],
  ps: ["a PostScript file", "Convert it to PDF (for example with ps2pdf), and try again with that file."],
  djvu: ["a DjVu document", asPdf],
  zip: ["a zip archive that holds no Office document", unpack],
  gz: ["a gzip archive", unpack],
  "7z": ["a 7z archive", unpack],
  rar: ["a RAR archive", unpack],
  html: ["a web page", asText],
  xml: ["an XML file", asText],
  txt: ["plain text", asText],
};

export function notSupported(format: string, platform: string): DocumentFault {
  const [what, wayOut] = known[format] ?? ["of a kind that is not known here", asPdf];
  return new DocumentFault("NotSupported", `The file is ${what}. Read here are PDF, Word (.docx), PowerPoint (.pptx) and Excel (.xlsx) files. ${wayOut}`, {
    platform,
    format,
  });
}
