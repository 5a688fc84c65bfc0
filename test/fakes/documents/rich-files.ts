import {
  cellFormats,
  docxParts,
  namespaces,
  pptxParts,
  relationships,
  shapeOf,
  sharedStrings,
  slideOf,
  worksheetOf,
  xlsxParts,
  type Parts,
} from "./office-files.ts";

// Small files that use most of what the readers know: what is broken in them has somewhere to go wrong.

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inside: string, properties = ""): string => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
const wordCell = (text: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;

export function richDocx(): Parts {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${paragraph(run("box"))}</w:txbxContent></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>`;
  const body = [
    paragraph(run("第一章"), '<w:pStyle w:val="H1"/>'),
    paragraph(`${run("see ")}<w:hyperlink r:id="rId4">${run("link")}</w:hyperlink><w:r><w:tab/><w:br/><w:sym w:font="Symbol" w:char="F061"/></w:r>`),
    paragraph(run("item"), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
    paragraph(`${field("begin")}<w:r><w:instrText>HYPERLINK "https://example.org"</w:instrText></w:r>${field("separate")}${run("field")}${field("end")}`),
    `<w:tbl><w:tr>${wordCell("a")}${wordCell("b", '<w:vMerge w:val="restart"/>')}</w:tr><w:tr>${wordCell("wide", '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
    paragraph(`${run("note")}<w:r><w:footnoteReference w:id="2"/></w:r>${box}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>`),
  ];
  return docxParts(body.join(""), {
    "word/_rels/document.xml.rels": relationships({
      rId1: ["styles", "styles.xml"],
      rId2: ["numbering", "numbering.xml"],
      rId3: ["footnotes", "footnotes.xml"],
      rId4: ["hyperlink", "https://example.org", "External"],
    }),
    "word/styles.xml": `<w:styles ${namespaces.w}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="N"/></w:style></w:styles>`,
    "word/numbering.xml": `<w:numbering ${namespaces.w}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    "word/footnotes.xml": `<w:footnotes ${namespaces.w}><w:footnote w:id="2">${paragraph(run("foot"))}</w:footnote></w:footnotes>`,
  });
}

export function richPptx(): Parts {
  const text = (words: string, properties = ""): string =>
    `<a:p><a:pPr ${properties}/><a:r><a:rPr><a:hlinkClick r:id="rId2"/></a:rPr><a:t>${words}</a:t></a:r></a:p>`;
  const cell = (words: string): string => `<a:tc><a:txBody>${text(words)}</a:txBody></a:tc>`;
  const frame = (inside: string): string => `<p:graphicFrame><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></p:graphicFrame>`;
  const table = frame(`<a:tbl><a:tr>${cell("a")}${cell("b")}</a:tr></a:tbl>`);
  const first = shapeOf(text("标题"), 'type="title"') + shapeOf(text("one") + text("two", 'lvl="1"'), 'idx="1"') + table + frame('<c:chart r:id="rId3"/>');
  const points = '<c:strCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:strCache>';
  return pptxParts([first, `<p:grpSp>${shapeOf(text("grouped"))}</p:grpSp>`], {
    "ppt/slides/_rels/slide1.xml.rels": relationships({
      rId1: ["notesSlide", "../notesSlides/n1.xml"],
      rId2: ["hyperlink", "https://example.org", "External"],
      rId3: ["chart", "../charts/c1.xml"],
      rId4: ["slideLayout", "../slideLayouts/l1.xml"],
    }),
    "ppt/notesSlides/n1.xml": slideOf(shapeOf(text("notes"), 'type="body"')),
    "ppt/charts/c1.xml": `<c:chartSpace ${namespaces.c} ${namespaces.a}><c:ser><c:tx>${points}</c:tx><c:cat>${points}</c:cat><c:val>${points}</c:val></c:ser></c:chartSpace>`,
    "ppt/slideLayouts/l1.xml": slideOf(shapeOf(`<a:lvl1pPr><a:buNone/></a:lvl1pPr>${text("x")}`, 'idx="1"')),
  });
}

export function richXlsx(): Parts {
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>',
    '<row r="3"><c r="A3" s="1"><v>45352.5</v></c><c r="C3" s="2"><v>0.25</v></c><c r="D3" t="b"><v>1</v></c></row>',
    '<row r="4" hidden="1"><c r="A4" t="inlineStr"><is><t>inline</t></is></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" t="e"><v>#N/A</v></c></row>',
  ];
  return xlsxParts(
    { One: rows.join(""), 二: "<row><c><v>1</v></c></row>" },
    {
      "xl/styles.xml": cellFormats([0, "yyyy-mm-dd", "0.00%"]),
      "xl/sharedStrings.xml": sharedStrings(["<t>姓名</t>", "<r><t>ri</t></r><r><t>ch</t></r><rPh><t>x</t></rPh>"]),
      "xl/worksheets/sheet1.xml": worksheetOf(
        `<cols><col min="1"/></cols><sheetData>${rows.join("")}</sheetData><hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>`,
      ),
      "xl/worksheets/_rels/sheet1.xml.rels": relationships({ rId1: ["hyperlink", "https://example.org", "External"] }),
    },
  );
}
