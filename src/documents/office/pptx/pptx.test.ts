import { describe, expect, it } from "vitest";
import { readPptx } from "./pptx.ts";
import { namespaces, packed, pptxOf, pptxParts, relationships, shapeOf, slideOf, type Parts } from "#test/fakes/documents/office-files";
import { linesOf, readAll } from "#test/fakes/documents/reading";

const p = (text: string, properties = ""): string =>
  `<a:p><a:pPr ${properties.startsWith("<") ? ">" : ""}${properties}${properties.startsWith("<") ? "</a:pPr>" : "/>"}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const frame = (inside: string): string => `<p:graphicFrame><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></p:graphicFrame>`;
const cell = (text: string, attributes = ""): string => `<a:tc ${attributes}><a:txBody>${p(text)}</a:txBody></a:tc>`;

async function linesIn(slides: readonly string[], parts: Parts = {}): Promise<string[]> {
  return linesOf(await readAll(pptxOf(slides, parts), readPptx));
}

describe("slides of a pptx", () => {
  it("come in the order of the presentation, not of their names", async () => {
    const rels = relationships({ rId1: ["slide", "slides/slide2.xml"], rId2: ["slide", "slides/slide1.xml"] });
    const lines = await linesIn([shapeOf(p("file one")), shapeOf(p("file two"))], { "ppt/_rels/presentation.xml.rels": rels });
    expect(lines).toEqual(["== slide 1", "file two", "== slide 2", "file one"]);
  });

  it("begin with their title wherever it stands, then bullets with their depth and plain text", async () => {
    const body = p("one") + p("two", 'lvl="1"') + p("plain", "<a:buNone/>") + p("counted", '<a:buAutoNum type="arabicPeriod"/>');
    const slide = [
      shapeOf(p("dated"), 'type="dt"') + shapeOf(p("3"), 'type="sldNum"'),
      shapeOf(body, 'type="body" idx="1"'),
      shapeOf(p("unnamed placeholder"), 'idx="2"'),
      shapeOf(p("a box") + p("with a dot", '<a:buChar char="•"/>')),
      shapeOf(p("sub"), 'type="subTitle"'),
      shapeOf(`${p("标题")}${p("line")}`, 'type="ctrTitle"'),
    ];
    expect(await linesIn([slide.join("")])).toEqual([
      "== slide 1",
      "### 标题 line",
      "- one",
      "  - two",
      "plain",
      "1. counted",
      "- unnamed placeholder",
      "a box",
      "- with a dot",
      "sub",
    ]);
  });

  it("take the missing bullet from their layout", async () => {
    const plain = "<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>";
    const layout = `<p:sldLayout ${namespaces.p} ${namespaces.a}><p:cSld><p:spTree>${shapeOf(p("prompt"), 'type="body" idx="1"').replace("<a:bodyPr/>", `<a:bodyPr/>${plain}`)}</p:spTree></p:cSld></p:sldLayout>`;
    const parts = {
      "ppt/slides/_rels/slide1.xml.rels": relationships({ rId1: ["slideLayout", "../slideLayouts/slideLayout1.xml"] }),
      "ppt/slideLayouts/slideLayout1.xml": layout,
    };
    const slide = shapeOf(p("caption") + p("deeper", 'lvl="1"'), 'type="body" idx="1"') + shapeOf(p("other"), 'type="body" idx="2"');
    expect(await linesIn([slide], parts)).toEqual(["== slide 1", "caption", "  - deeper", "- other"]);
  });

  it("have tables, grouped shapes, links and line breaks", async () => {
    const table = `<a:tbl><a:tr>${cell("Name")}${cell("Age")}</a:tr><a:tr>${cell("all", 'gridSpan="2"')}${cell("", 'hMerge="1"')}</a:tr></a:tbl>`;
    const group = `<p:grpSp><p:grpSp>${shapeOf(p("inner"))}</p:grpSp>${shapeOf(p("outer"))}</p:grpSp>`;
    const link =
      '<a:p><a:r><a:rPr><a:hlinkClick r:id="rId5"/></a:rPr><a:t>here</a:t></a:r><a:r><a:t> not</a:t></a:r><a:br/><a:fld><a:t>next</a:t></a:fld></a:p>';
    const parts = { "ppt/slides/_rels/slide1.xml.rels": relationships({ rId5: ["hyperlink", "https://example.org", "External"] }) };
    const read = await readAll(pptxOf([frame(table) + group + shapeOf(link), frame(table)], parts), readPptx);
    expect(linesOf(read)).toEqual([
      "== slide 1",
      "[table 1",
      "|Name|Age|",
      "|all||",
      "]",
      "inner",
      "outer",
      "here<https://example.org> not\nnext",
      "== slide 2",
      "[table 2",
      "|Name|Age|",
      "|all||",
      "]",
    ]);
    expect(read.counts).toEqual({ slides: 2, tables: 2 });
  });

  it("show what the speaker sees, and only that, of their notes", async () => {
    const notes = slideOf(
      shapeOf(p("picture"), 'type="sldImg"') + shapeOf(p("Say 你好") + p("twice"), 'type="body" idx="1"') + shapeOf(p("1"), 'type="sldNum"'),
    );
    const parts = {
      "ppt/slides/_rels/slide1.xml.rels": relationships({ rId1: ["notesSlide", "../notesSlides/notesSlide1.xml"] }),
      "ppt/notesSlides/notesSlide1.xml": notes.replaceAll("p:sld", "p:notes"),
    };
    expect(await linesIn([shapeOf(p("x"))], parts)).toEqual(["== slide 1", "x", "> Say 你好\ntwice"]);
  });

  it("are marked when they are hidden", async () => {
    const parts = { "ppt/slides/slide1.xml": slideOf(shapeOf(p("x")), 'show="0"') };
    expect(await linesIn([""], parts)).toEqual(["== slide 1 (hidden)", "x"]);
  });

  it("take one version of a shape that is there in two", async () => {
    const two = `<mc:AlternateContent><mc:Choice Requires="a14">${shapeOf(p("new"))}</mc:Choice><mc:Fallback>${shapeOf(p("old"))}</mc:Fallback></mc:AlternateContent>`;
    expect(await linesIn([two + shapeOf(p("after"))])).toEqual(["== slide 1", "new", "after"]);
  });

  it("have the numbers of a chart and the words of a diagram", async () => {
    const cache = (kind: string, ...values: string[]): string =>
      `<c:${kind}Cache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("")}</c:${kind}Cache>`;
    const series = (name: string, ...values: string[]): string =>
      `<c:ser><c:tx><c:strRef>${cache("str", name)}</c:strRef></c:tx><c:cat><c:strRef>${cache("str", "Q1", "Q2")}</c:strRef></c:cat><c:val><c:numRef>${cache("num", ...values)}</c:numRef></c:val></c:ser>`;
    const chart = `<c:chartSpace ${namespaces.c} ${namespaces.a}><c:chart><c:title><c:tx><c:rich>${p("Sales 销售")}</c:rich></c:tx></c:title><c:plotArea><c:barChart>${series("North", "1.5", "2")}${series("South", "3", "4")}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const point = (text: string): string => `<dgm:pt><dgm:t>${p(text)}</dgm:t></dgm:pt>`;
    const diagram = `<dgm:dataModel ${namespaces.dgm} ${namespaces.a}><dgm:ptLst>${point("Plan")}<dgm:pt type="pres"/>${point("Do")}</dgm:ptLst></dgm:dataModel>`;
    const parts = {
      "ppt/slides/_rels/slide1.xml.rels": relationships({ rId1: ["chart", "../charts/chart1.xml"], rId2: ["diagramData", "../diagrams/data1.xml"] }),
      "ppt/charts/chart1.xml": chart,
      "ppt/diagrams/data1.xml": diagram,
    };
    const slide = frame('<c:chart r:id="rId1"/>') + frame('<dgm:relIds r:dm="rId2"/>') + frame('<c:chart r:id="rId9"/>');
    const read = await readAll(pptxOf([slide], parts), readPptx);
    expect(linesOf(read)).toEqual(["== slide 1", "[table 1 Sales 销售", "||North|South|", "|Q1|1.5|3|", "|Q2|2|4|", "]", "- Plan", "- Do"]);
    expect(read.warnings).toEqual(["A chart without readable numbers was left out."]);
  });

  it("that are missing cost a warning, and one that is listed a thousand times is one", async () => {
    const parts = pptxParts([shapeOf(p("x"))]);
    const repeated = String(parts["ppt/presentation.xml"]).replace(/(<p:sldId .*?\/>)/u, "$1".repeat(1_000).concat('<p:sldId id="1" r:id="rId77"/>'));
    const read = await readAll(packed({ ...parts, "ppt/presentation.xml": repeated }), readPptx);
    expect(linesOf(read)).toEqual(["== slide 1", "x"]);
    expect(read.warnings).toEqual(["A slide that the presentation lists is not in the file."]);
    const { "ppt/slides/slide1.xml": _, ...without } = parts;
    expect((await readAll(packed(without), readPptx)).warnings).toEqual(["Slide 1 is missing from the file."]);
  });

  it("may be none", async () => {
    expect((await readAll(pptxOf([]), readPptx)).counts).toEqual({ slides: 0, tables: 0 });
  });
});
