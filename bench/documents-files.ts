import { dice } from "#test/fakes/documents/mutations";
import { cellFormats, docxOf, relationships, sharedStrings, xlsxOf } from "#test/fakes/documents/office-files";

// The documents that are measured: as wide and as long as what people send, made here so that nothing has to be fetched.

const words =
  "harbour lantern quiet engine paper window river seven bridge copper morning signal garden letter stone winter circle machine violet answer 春眠不觉晓 处处闻啼鸟".split(
    " ",
  );
const roll = dice(1);
const sentence = (length: number): string => Array.from({ length }, () => (roll(4) === 0 ? roll(1_000_000).toString(36) : words[roll(words.length)])).join(" ");

/** Five columns of text, four of numbers and one of dates. */
export function workbookOf(rows: number): Buffer {
  const strings = Array.from({ length: rows * 2 }, (_, at) => `<t>${sentence(3)} ${at}</t>`);
  const data: string[] = [];
  for (let row = 1; row <= rows; row += 1) {
    const cells = Array.from({ length: 10 }, (_, column) => {
      const place = `${String.fromCharCode(65 + column)}${row}`;
      if (column < 5) return `<c r="${place}" t="s"><v>${(row * 5 + column * 3) % strings.length}</v></c>`;
      return column === 9
        ? `<c r="${place}" s="1"><v>${40_000 + (row % 5_000)}</v></c>`
        : `<c r="${place}" s="${column % 3 === 0 ? 2 : 0}"><v>${(row * column) / 7}</v></c>`;
    });
    data.push(`<row r="${row}">${cells.join("")}</row>`);
  }
  return xlsxOf({ Data: data.join("") }, { "xl/sharedStrings.xml": sharedStrings(strings), "xl/styles.xml": cellFormats([0, "yyyy-mm-dd", "#,##0.00"]) });
}

/** Six paragraphs of eighty words a page, a heading on every tenth page and a table on every twentieth. */
export function textOf(pages: number): Buffer {
  const run = (text: string): string =>
    `<w:r><w:rPr><w:rFonts w:ascii="Times" w:hAnsi="Times"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraph = (text: string, style = ""): string =>
    `<w:p><w:pPr>${style}<w:spacing w:after="120"/></w:pPr>${
      text
        .match(/.{1,120}(?: |$)/gu)
        ?.map(run)
        .join("") ?? ""
    }</w:p>`;
  const row = (): string => `<w:tr>${[1, 2, 3, 4].map(() => `<w:tc><w:tcPr><w:tcW w:w="2000"/></w:tcPr>${paragraph(sentence(3))}</w:tc>`).join("")}</w:tr>`;
  const body: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    if (page % 10 === 0) body.push(paragraph(`Chapter ${page}`, '<w:pStyle w:val="H1"/>'));
    if (page % 20 === 0) body.push(`<w:tbl>${Array.from({ length: 20 }, row).join("")}</w:tbl>`);
    for (let at = 0; at < 6; at += 1) body.push(paragraph(sentence(80)));
  }
  const styles =
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>';
  return docxOf(body.join(""), { "word/_rels/document.xml.rels": relationships({ rId1: ["styles", "styles.xml"] }), "word/styles.xml": styles });
}
