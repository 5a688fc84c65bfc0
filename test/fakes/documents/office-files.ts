import { zipOf, type ZipEntry } from "./zip-writer.ts";

// Office files written by hand, as small as Office would still open them. `parts` adds to them or puts something else in a part's place.

export type Parts = Readonly<Record<string, string | Buffer>>;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relationshipTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export const namespaces = {
  w: 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  a: 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  p: 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  x: 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
  r: `xmlns:r="${relationshipTypes}"`,
  mc: 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  m: 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  c: 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  dgm: 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
} as const;

/** `body` is what stands inside w:body. */
export function docxParts(body: string, parts: Parts = {}): Parts {
  return {
    "[Content_Types].xml": contentTypes({ "/word/document.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml" }),
    "_rels/.rels": relationships({ rId1: ["officeDocument", "word/document.xml"] }),
    "word/document.xml": `${declaration}<w:document ${namespaces.w} ${namespaces.r} ${namespaces.mc} ${namespaces.a} ${namespaces.m}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
}

export function docxOf(body: string, parts: Parts = {}): Buffer {
  return packed(docxParts(body, parts));
}

/** Each slide is what stands inside p:spTree. */
export function pptxParts(slides: readonly string[], parts: Parts = {}): Parts {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join("");
  return {
    "[Content_Types].xml": contentTypes({ "/ppt/presentation.xml": "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml" }),
    "_rels/.rels": relationships({ rId1: ["officeDocument", "ppt/presentation.xml"] }),
    "ppt/presentation.xml": `${declaration}<p:presentation ${namespaces.p} ${namespaces.r}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships(Object.fromEntries(slides.map((_, at) => [`rId${at + 1}`, ["slide", `slides/slide${at + 1}.xml`]]))),
    ...Object.fromEntries(slides.map((shapes, at) => [`ppt/slides/slide${at + 1}.xml`, slideOf(shapes)])),
    ...parts,
  };
}

export function pptxOf(slides: readonly string[], parts: Parts = {}): Buffer {
  return packed(pptxParts(slides, parts));
}

export function slideOf(shapes: string, attributes = ""): string {
  const all = [namespaces.p, namespaces.a, namespaces.r, namespaces.mc, namespaces.c, namespaces.dgm].join(" ");
  return `${declaration}<p:sld ${all} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
}

/** A shape with a text; `placeholder` are the attributes of p:ph. */
export function shapeOf(paragraphs: string, placeholder?: string): string {
  const ph = placeholder === undefined ? "" : `<p:ph ${placeholder}/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="n"/><p:cNvSpPr/><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
}

/** Each sheet is what stands inside sheetData, by name. */
export function xlsxParts(sheets: Readonly<Record<string, string>>, parts: Parts = {}): Parts {
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("");
  return {
    "[Content_Types].xml": contentTypes({ "/xl/workbook.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml" }),
    "_rels/.rels": relationships({ rId1: ["officeDocument", "xl/workbook.xml"] }),
    "xl/workbook.xml": workbookOf(listed),
    "xl/_rels/workbook.xml.rels": relationships({
      ...Object.fromEntries(names.map((_, at) => [`rId${at + 1}`, ["worksheet", `worksheets/sheet${at + 1}.xml`]])),
      rId90: ["styles", "styles.xml"],
      rId91: ["sharedStrings", "sharedStrings.xml"],
    }),
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, worksheetOf(`<sheetData>${sheets[name] ?? ""}</sheetData>`)])),
    ...parts,
  };
}

export function xlsxOf(sheets: Readonly<Record<string, string>>, parts: Parts = {}): Buffer {
  return packed(xlsxParts(sheets, parts));
}

export function workbookOf(sheets: string, properties = ""): string {
  return `${declaration}<workbook ${namespaces.x} ${namespaces.r}>${properties}<sheets>${sheets}</sheets></workbook>`;
}

export function worksheetOf(inside: string): string {
  return `${declaration}<worksheet ${namespaces.x} ${namespaces.r}>${inside}</worksheet>`;
}

/** `formats` are the codes of the cell formats, in order; a cell's `s` is the place in it. */
export function cellFormats(formats: readonly (string | number)[]): string {
  const custom = formats.flatMap((format, at) => (typeof format === "number" ? [] : [`<numFmt numFmtId="${164 + at}" formatCode="${xmlText(format)}"/>`]));
  const used = formats.map((format, at) => `<xf numFmtId="${typeof format === "number" ? format : 164 + at}"/>`).join("");
  return `${declaration}<styleSheet ${namespaces.x}><numFmts>${custom.join("")}</numFmts><cellXfs>${used}</cellXfs></styleSheet>`;
}

export function sharedStrings(items: readonly string[]): string {
  return `${declaration}<sst ${namespaces.x}>${items.map((item) => `<si>${item}</si>`).join("")}</sst>`;
}

export function relationships(targets: Readonly<Record<string, readonly string[]>>): string {
  const all = Object.entries(targets).map(([id, [type = "", target = "", mode]]) => {
    const external = mode === undefined ? "" : ` TargetMode="${mode}"`;
    return `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${xmlText(target)}"${external}/>`;
  });
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
}

export function contentTypes(parts: Readonly<Record<string, string>>): string {
  const all = Object.entries(parts).map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  const usual =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${usual}${all.join("")}</Types>`;
}

export function packed(parts: Parts, more: readonly ZipEntry[] = []): Buffer {
  return zipOf([...Object.entries(parts).map(([name, data]) => ({ name, data })), ...more]);
}

function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
