import { describe, expect, it } from "vitest";
import { readDocx } from "./docx.ts";
import { docxOf, namespaces, relationships, type Parts } from "#test/fakes/documents/office-files";
import { linesOf, readAll } from "#test/fakes/documents/reading";

const p = (runs: string, properties = ""): string => `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
const r = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (text: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(r(text))}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join("")}</w:tr>`;
const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const instruction = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`;

async function linesIn(body: string, parts: Parts = {}): Promise<string[]> {
  return linesOf(await readAll(docxOf(body, parts), readDocx));
}

function withParts(types: Readonly<Record<string, string>>): Parts {
  const named = Object.keys(types).map((type, at) => [`rId${at + 1}`, [type, `${type}.xml`]] as const);
  return {
    "word/_rels/document.xml.rels": relationships(Object.fromEntries(named)),
    ...Object.fromEntries(
      Object.entries(types).map(([type, inside]) => [`word/${type}.xml`, `<w:${type} ${namespaces.w} ${namespaces.r}>${inside}</w:${type}>`]),
    ),
  };
}

const style = (id: string, inside: string): string => `<w:style w:type="paragraph" w:styleId="${id}">${inside}</w:style>`;

describe("text of a docx", () => {
  it("comes in paragraphs, in order, with tabs, breaks and characters that are elements", async () => {
    const body = [
      p(r("一二 ") + r("three")),
      p(r(" ")),
      p("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t><w:softHyphen/><w:t>f\u{ad}g</w:t></w:r>"),
      p(
        '<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Arial" w:char="00E9"/></w:r>',
        "<w:tabs><w:tab/></w:tabs>",
      ),
    ];
    expect(await linesIn(body.join(""))).toEqual(["一二 three", "a\tb\nc\nd‑ef" + "g", "α✓é"]);
  });

  it("begins a line where a page ends within a paragraph, and none before or after it", async () => {
    const pageBreak = '<w:br w:type="page"/>';
    const body = p(`<w:r><w:t>before</w:t>${pageBreak}<w:t>after</w:t></w:r>`) + p(`<w:r>${pageBreak}<w:t>alone</w:t>${pageBreak}</w:r>`);
    expect(await linesIn(body)).toEqual(["before\nafter", "alone"]);
  });

  it("has headings by outline, by style, by what a style is based on, and by names in other languages", async () => {
    const styles = [
      style("Heading1", '<w:name w:val="heading 1"/>'),
      style("mine", '<w:name w:val="Mine"/><w:basedOn w:val="Heading2"/>'),
      style("Heading2", '<w:name w:val="Heading 2"/>'),
      style("a3", '<w:name w:val="标题 3"/>'),
      style("t", '<w:name w:val="Title"/>'),
      style("o", '<w:name w:val="Any"/><w:pPr><w:outlineLvl w:val="4"/></w:pPr>'),
      style("toc", '<w:name w:val="TOC Heading"/><w:basedOn w:val="Heading1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
      style("loop", '<w:name w:val="x"/><w:basedOn w:val="loop"/>'),
    ];
    const ids = ["t", "Heading1", "mine", "a3", "o", "toc", "loop", "unknown"];
    const body = ids.map((id) => p(r(id), `<w:pStyle w:val="${id}"/>`)).join("") + p(r("direct"), '<w:outlineLvl w:val="1"/>');
    const expected = ["# t", "# Heading1", "## mine", "### a3", "##### o", "toc", "loop", "unknown", "## direct"];
    expect(await linesIn(body, withParts({ styles: styles.join("") }))).toEqual(expected);
  });

  it("has lists, ordered or not, with their depth, also through a style", async () => {
    const level = (depth: number, format: string): string => `<w:lvl w:ilvl="${depth}"><w:numFmt w:val="${format}"/></w:lvl>`;
    const numbering = [
      `<w:abstractNum w:abstractNumId="0">${level(0, "decimal")}${level(1, "lowerLetter")}</w:abstractNum>`,
      `<w:abstractNum w:abstractNumId="1">${level(0, "bullet")}<w:styleLink w:val="L"/></w:abstractNum>`,
      '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="L"/></w:abstractNum>',
      `<w:abstractNum w:abstractNumId="3">${level(0, "none")}</w:abstractNum>`,
      ...[0, 1, 2, 3].map((id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="${id}"/></w:num>`),
      `<w:num w:numId="9"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0">${level(0, "upperRoman")}</w:lvlOverride></w:num>`,
    ].join("");
    const at = (id: number, depth = 0): string => `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`;
    const styles = style("li", `<w:name w:val="List"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>`);
    const body = [
      p(r("one"), at(1)),
      p(r("a"), at(1, 1)),
      p(r("dot"), at(2)),
      p(r("linked"), at(3)),
      p(r("none"), at(4)),
      p(r("roman"), at(9)),
      p(r("undefined"), at(77)),
      p(r("by style"), '<w:pStyle w:val="li"/>'),
      p(r("not here"), `<w:pStyle w:val="li"/>${at(0)}`),
    ];
    expect(await linesIn(body.join(""), withParts({ numbering, styles }))).toEqual([
      "1. one",
      "  1. a",
      "- dot",
      "- linked",
      "none",
      "1. roman",
      "undefined",
      "- by style",
      "not here",
    ]);
  });

  it("keeps links: of the package, of bookmarks and of fields, and never the words of a field's instruction", async () => {
    const rels = { "word/_rels/document.xml.rels": relationships({ rId7: ["hyperlink", "https://example.org/?a=1&b=2", "External"] }) };
    const complex = field("begin") + instruction(' HYPERLINK "https://example.org/f" \\l "top" \\o "tip" ') + field("separate") + r("field") + field("end");
    const nested =
      field("begin") +
      instruction("IF ") +
      field("begin") +
      instruction("PAGE") +
      field("separate") +
      r("7") +
      field("end") +
      field("separate") +
      r("shown") +
      field("end");
    const body = [
      p(`${r("see ")}<w:hyperlink r:id="rId7">${r("he")}${r("re")}</w:hyperlink>${r(".")}`),
      p(`<w:hyperlink w:anchor="place">${r("mark")}</w:hyperlink>`),
      p(complex + r(" after")),
      p(`<w:fldSimple w:instr="HYPERLINK \\l &quot;end&quot;">${r("simple")}</w:fldSimple>`),
      p(nested),
    ];
    expect(await linesIn(body.join(""), rels)).toEqual([
      "see here<https://example.org/?a=1&b=2>.",
      "mark<#place>",
      "field<https://example.org/f#top> after",
      "simple<#end>",
      "shown",
    ]);
  });

  it("leaves out what was deleted or moved away, and what is hidden, and keeps what was inserted", async () => {
    const body = [
      p(
        `${r("a")}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${r("new")}</w:ins><w:moveFrom>${r("away")}</w:moveFrom><w:moveTo>${r("here")}</w:moveTo>`,
      ),
      p('<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>open</w:t></w:r>'),
      `<w:tbl>${row(cell("kept"))}<w:tr><w:trPr><w:cantSplit/><w:del/></w:trPr>${cell("dropped")}</w:tr></w:tbl>`,
    ];
    const read = await readAll(docxOf(body.join("")), readDocx);
    expect(linesOf(read)).toEqual(["anewhere", "open", "[table 1", "|kept|", "]"]);
    expect(read.warnings).toEqual(["Hidden text was left out."]);
  });

  it("reads a text box once, after the paragraph that holds it", async () => {
    const box = (text: string): string => `<w:txbxContent>${p(r(text))}${p(r("second line"))}</w:txbxContent>`;
    const both = `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box("in the box")}</mc:Choice><mc:Fallback>${box("in the box")}</mc:Fallback></mc:AlternateContent></w:r>`;
    const inTable = `<w:r>${`<w:txbxContent><w:tbl>${row(cell("x"), cell("y"))}</w:tbl></w:txbxContent>`}</w:r>`;
    expect(await linesIn(p(r("before ") + both + r("after")) + p(r("anchor") + inTable))).toEqual([
      "before after",
      "in the box",
      "second line",
      "anchor",
      "x\ty",
    ]);
  });

  it("takes content controls, math and base text of rubies, and not the reading aids above them", async () => {
    const body = [
      `<w:sdt><w:sdtPr/><w:sdtContent>${p(r("control"))}</w:sdtContent></w:sdt>`,
      p(
        "<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>",
      ),
      p(`<w:r><w:ruby><w:rt>${r("kan")}</w:rt><w:rubyBase>${r("漢")}</w:rubyBase></w:ruby></w:r>`),
    ];
    expect(await linesIn(body.join(""))).toEqual(["control", "1/2x^2", "漢"]);
  });

  it("keeps the meaning of an equation: brackets round what belongs together, roots, signs and delimiters", async () => {
    const m = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    const e = (inside: string): string => `<m:e>${inside}</m:e>`;
    const fraction = `<m:f><m:num>${m("a+b")}</m:num><m:den>${m("c")}</m:den></m:f>`;
    const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(m("x"))}</m:rad>`;
    const cubic = `<m:rad><m:deg>${m("3")}</m:deg>${e(m("y+1"))}</m:rad>`;
    const power = `<m:sSubSup>${e(m("z"))}<m:sub>${m("i")}</m:sub><m:sup>${m("n-1")}</m:sup></m:sSubSup>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${m("k=1")}</m:sub><m:sup>${m("n")}</m:sup>${e(m("k"))}</m:nary>`;
    const bars = `<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>${e(m("v"))}</m:d><m:d>${e(m("p+q"))}</m:d>`;
    const equations = [fraction + m("·") + root, cubic, power, sum, bars];
    expect(await linesIn(equations.map((inside) => p(`${r("E ")}<m:oMath>${inside}</m:oMath>${r(" end")}`)).join(""))).toEqual(
      ["(a+b)/c·√x", "3√(y+1)", "z_i^(n-1)", "∑_(k=1)^nk", "|v|(p+q)"].map((shown) => `E ${shown} end`),
    );
  });

  it("puts footnotes and endnotes at the end, under the numbers that the text shows", async () => {
    const reference = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const note = (kind: string, id: number, text: string): string => `<w:${kind} w:id="${id}">${p(`<w:r><w:${kind}Ref/></w:r>${r(` ${text}`)}`)}</w:${kind}>`;
    const body = p(
      r("a") + reference("footnote", 2) + r(" b") + reference("endnote", 5) + r(" c") + reference("footnote", 3) + r(" again") + reference("footnote", 2),
    );
    const footnotes = note("footnote", -1, "separator") + note("footnote", 2, "first") + note("footnote", 3, "third") + note("footnote", 4, "unused");
    const endnotes = note("endnote", 5, "second");
    expect(await linesIn(body, withParts({ footnotes, endnotes }))).toEqual(["a[1] b[2] c[3] again[1]", "[1] first", "[2] second", "[3] third"]);
  });

  it("says once what it leaves out", async () => {
    const body =
      p('<w:r><w:drawing><a:blip/></w:drawing></w:r><w:r><w:drawing><a:blip/></w:drawing></w:r><w:r><w:commentReference w:id="1"/></w:r>') + p(r("x"));
    const header = `<w:hdr ${namespaces.w}>${p(r("Confidential"))}</w:hdr>`;
    const parts = { "word/_rels/document.xml.rels": relationships({ rId1: ["header", "header1.xml"] }), "word/header1.xml": header };
    const read = await readAll(docxOf(body, parts), readDocx);
    expect(read.warnings).toEqual(["Pictures were left out.", "Comments were left out.", "Headers and footers were left out."]);
    const numbered = { ...parts, "word/header1.xml": header.replace("Confidential", "7") };
    expect((await readAll(docxOf(p(r("x")), numbered), readDocx)).warnings).toEqual([]);
  });

  it("counts pages as the file says, or by the breaks in it", async () => {
    const app = '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>12</Pages></Properties>';
    const breaks = p('<w:r><w:t>a</w:t><w:br w:type="page"/><w:lastRenderedPageBreak/><w:t>b</w:t></w:r>');
    expect((await readAll(docxOf(breaks, { "docProps/app.xml": app }), readDocx)).counts).toEqual({ pages: 12, tables: 0 });
    expect((await readAll(docxOf(breaks), readDocx)).counts).toEqual({ pages: 3, tables: 0 });
    expect((await readAll(docxOf(p(r("a"))), readDocx)).counts).toEqual({ tables: 0 });
  });
});

describe("tables of a docx", () => {
  it("keep their columns where cells span others: the text once, blanks beside and below it", async () => {
    const table = [
      row(cell("A"), cell("B"), cell("C")),
      row(cell("wide", '<w:gridSpan w:val="2"/>'), cell("tall", '<w:vMerge w:val="restart"/>')),
      row(cell("1"), cell("2"), cell("below", "<w:vMerge/>")),
      `<w:tr><w:trPr><w:gridBefore w:val="1"/><w:gridAfter w:val="1"/></w:trPr>${cell("mid")}</w:tr>`,
    ];
    expect(await linesIn(`<w:tbl>${table.join("")}</w:tbl>`)).toEqual(["[table 1", "|A|B|C|", "|wide||tall|", "|1|2||", "||mid||", "]"]);
  });

  it("hold their own paragraphs as lines, and tables inside cells as lines with tabs", async () => {
    const inner = `<w:tbl>${row(cell("x"), cell("y"))}${row(cell("z"), cell("w"))}</w:tbl>`;
    const body = `<w:tbl>${row(`<w:tc>${p(r("one"))}${p(r("two"))}</w:tc>`, `<w:tc>${p(r("see"))}${inner}${p("")}</w:tc>`)}</w:tbl>${p(r("end"))}`;
    const read = await readAll(docxOf(body), readDocx);
    expect(linesOf(read)).toEqual(["[table 1", "|one\ntwo|see\nx\ty\nz\tw|", "]", "end"]);
    expect(read.counts.tables).toBe(1);
  });

  it("are bounded in width and in the length of a cell", async () => {
    const wide = `<w:tbl>${row(cell("a", '<w:gridSpan w:val="999999999"/>'), cell("beyond"))}</w:tbl>`;
    const long = `<w:tbl>${row(`<w:tc>${p(r("x".repeat(60_000))).repeat(4)}</w:tc>`)}</w:tbl>`;
    const read = await readAll(docxOf(wide + long), readDocx);
    const rows = read.blocks.flatMap((block) => (block.kind === "row" ? [block.cells] : []));
    expect(rows[0]?.length).toBe(4_096);
    expect(rows[1]?.[0]?.length).toBe(120_001);
    expect(read.warnings).toHaveLength(2);
  });
});

describe("reading a docx", () => {
  it("is the same with other prefixes and with the strict namespaces", async () => {
    const usual = `<w:tbl>${row(cell("t"))}</w:tbl>${p(`<w:hyperlink r:id="rId1">${r("x")}</w:hyperlink>`)}`;
    const parts = { "word/_rels/document.xml.rels": relationships({ rId1: ["hyperlink", "https://example.org", "External"] }) };
    const expected = ["[table 1", "|t|", "]", "x<https://example.org>"];
    expect(await linesIn(usual, parts)).toEqual(expected);
    const strict = `<q:document xmlns:q="http://purl.oclc.org/ooxml/wordprocessingml/main" xmlns:rel="http://purl.oclc.org/ooxml/officeDocument/relationships"><q:body>${usual.replaceAll("w:", "q:").replaceAll("r:id", "rel:id")}</q:body></q:document>`;
    expect(await linesIn("", { ...parts, "word/document.xml": strict })).toEqual(expected);
  });

  it("hands blocks on before the document ends, and stops when told to", async () => {
    const enough = new Error("enough");
    let seen = 0;
    const reading = readAll(docxOf(p(r("x".repeat(100))).repeat(50_000)), (source, out) =>
      readDocx(source, {
        ...out,
        block: () => {
          seen += 1;
          if (seen === 10) throw enough;
        },
      }),
    );
    await expect(reading).rejects.toBe(enough);
    expect(seen).toBe(10);
  });

  it("tells how far it is", async () => {
    const steps: number[] = [];
    await readAll(docxOf(p(r("x".repeat(100))).repeat(5_000)), (source, out) =>
      readDocx(source, { ...out, progress: (done, total = 0) => void steps.push(done / total) }),
    );
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });
});
