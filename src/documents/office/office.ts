import { readSync } from "node:fs";
import type { BlockSource } from "#documents/blocks";
import { damaged, encrypted, notSupported } from "./office-faults.ts";
import { readRelationships, type Relationships } from "./relationships.ts";
import { readXml, type XmlHandler } from "./xml.ts";
import { openZip, type Zip } from "./zip.ts";

// The package that every Office file since 2007 is: parts in an archive, tied together by relationships.

export type OfficeKind = "docx" | "pptx" | "xlsx";

export interface Office {
  readonly kind: OfficeKind;
  /** The part that holds the document, the presentation or the workbook. */
  readonly main: string;
  readonly zip: Zip;
  relationships(part: string): Promise<Relationships>;
  /** False if the part does not exist. `most` limits parts that are kept in memory; `watch` is called with progress. */
  read(part: string, handler: XmlHandler, options?: { readonly most?: number; readonly watch?: () => void }): Promise<boolean>;
}

/** Maximum unpacked size of parts that are kept in memory (styles, numbering, relationships). */
export const smallPart = 16e6;

const fallbacks: readonly (readonly [part: string, kind: OfficeKind])[] = [
  ["word/document.xml", "docx"],
  ["ppt/presentation.xml", "pptx"],
  ["xl/workbook.xml", "xlsx"],
];

export async function openOffice(source: BlockSource): Promise<Office> {
  refuseOlder(source);
  const zip = await openZip(source);
  const read: Office["read"] = async (part, handler, { most, watch } = {}) => {
    if (!zip.has(part)) return false;
    await readXml(watched(zip.read(part, most), watch), handler);
    return true;
  };
  const relationships = (part: string): Promise<Relationships> => readRelationships(part, (rels, handler) => read(rels, handler, { most: smallPart }));
  const named = (await relationships("")).ofType("officeDocument")[0]?.target;
  const main = named !== undefined && zip.has(named) ? named : fallbacks.find(([part]) => zip.has(part))?.[0];
  if (main === undefined) throw noDocument(zip, named);
  const kind = kindByType(await contentType(main, read)) ?? kindByName(main);
  if (kind === undefined) throw notSupported("zip", "The file is an Office package, but contains no text document, presentation or workbook.");
  return { kind, main, zip, relationships, read };
}

/** Opens it as what it is expected to be. */
export async function openOfficeAs(kind: OfficeKind, source: BlockSource): Promise<Office> {
  const office = await openOffice(source);
  if (office.kind !== kind) throw notSupported(office.kind, `The file is a ${office.kind}, not a ${kind}. Read it as ${office.kind}.`);
  return office;
}

async function* watched(bytes: AsyncIterable<Buffer>, watch?: () => void): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of bytes) {
    yield chunk;
    watch?.();
  }
}

async function contentType(part: string, read: Office["read"]): Promise<string | undefined> {
  const extension = part.slice(part.lastIndexOf(".") + 1).toLowerCase();
  let byName: string | undefined;
  let byExtension: string | undefined;
  await read(
    "[Content_Types].xml",
    {
      open(name, attributes) {
        if (name === "Override" && attributes["PartName"]?.toLowerCase() === `/${part.toLowerCase()}`) byName = attributes["ContentType"];
        if (name === "Default" && attributes["Extension"]?.toLowerCase() === extension) byExtension = attributes["ContentType"];
      },
      close: () => undefined,
      text: () => undefined,
    },
    { most: smallPart },
  );
  return byName ?? byExtension;
}

// Templates, macros and slide shows differ from the plain kinds in their content type alone.
function kindByType(type: string | undefined): OfficeKind | undefined {
  if (type === undefined) return undefined;
  if (/sheet\.binary/iu.test(type)) throw binaryWorkbook();
  if (/wordprocessingml|ms-word/iu.test(type)) return "docx";
  if (/presentationml|ms-powerpoint/iu.test(type)) return "pptx";
  return /spreadsheetml|ms-excel/iu.test(type) ? "xlsx" : undefined;
}

function kindByName(part: string): OfficeKind | undefined {
  if (part.endsWith(".bin")) throw binaryWorkbook();
  const file = part.slice(part.lastIndexOf("/") + 1).toLowerCase();
  if (file.startsWith("document")) return "docx";
  if (file.startsWith("presentation")) return "pptx";
  return file.startsWith("workbook") ? "xlsx" : undefined;
}

function binaryWorkbook(): Error {
  return notSupported("xlsb", "Binary workbooks (xlsb) cannot be read. Open it in Excel or LibreOffice and save it as xlsx or CSV.");
}

function noDocument(zip: Zip, named: string | undefined): Error {
  if (named?.endsWith(".bin") === true) return binaryWorkbook();
  if (zip.has("META-INF/manifest.xml") && zip.has("content.xml")) {
    return notSupported("opendocument", "OpenDocument files (odt, ods, odp) cannot be read. Export it as PDF, docx, pptx or xlsx.");
  }
  if (named !== undefined || zip.has("[Content_Types].xml")) return damaged("its main part is missing");
  return notSupported("zip", "The file is a plain archive, not an Office document. Unpack it and read the files inside.");
}

// An Office file with a password is wrapped in the container of the formats before 2007; the stream that holds it has a name of its own.
function refuseOlder(source: BlockSource): void {
  const buffer = Buffer.alloc(1 << 20);
  const magic = buffer.subarray(0, readSync(source.fd, buffer, 0, 8, 0)).toString("hex");
  if (magic !== "d0cf11e0a1b11ae1") return;
  const wanted = Buffer.from("EncryptedPackage", "utf16le");
  const most = Math.min(source.bytes, 1 << 30);
  for (let at = 0; at < most; at += buffer.length - wanted.length) {
    const got = readSync(source.fd, buffer, 0, buffer.length, at);
    if (buffer.subarray(0, got).includes(wanted)) throw encrypted();
    if (got < buffer.length) break;
  }
  throw notSupported(
    "ole",
    "Office formats from before 2007 (doc, xls, ppt) cannot be read. Open it in Office or LibreOffice and save it as docx, xlsx, pptx or PDF.",
  );
}
