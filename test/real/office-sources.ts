import { dice } from "#test/fakes/documents/mutations";

// What the documents of the tests say, written as flat OpenDocument for LibreOffice and as Markdown for pandoc. Every word between the tags of a
// body is a word that a reader has to find.

const namespaces = {
  office: "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
  style: "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
  text: "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
  table: "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
  draw: "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
  fo: "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
  svg: "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
  number: "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
  presentation: "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
  of: "urn:oasis:names:tc:opendocument:xmlns:of:1.2",
  xlink: "http://www.w3.org/1999/xlink",
};

function flat(kind: "text" | "presentation" | "spreadsheet", body: string, styles = ""): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  const head = `<office:document ${declared.join(" ")} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>${head}<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
}

const english =
  "harbour lantern quiet engine paper window river seven bridge copper morning signal garden letter stone winter circle machine violet answer".split(" ");
const chinese = [..."春眠不觉晓处处闻啼鸟夜来风雨声花落知多少白日依山尽黄河入海流"];

/** Sentences of both languages, the same for the same seed. */
function sentences(seed: number, count: number): string[] {
  const roll = dice(seed);
  const some = (from: readonly string[], length: number, between: string): string => Array.from({ length }, () => from[roll(from.length)] ?? "").join(between);
  return Array.from({ length: count }, (_, at) => `${some(english, 6 + roll(12), " ")} ${at}, ${some(chinese, 5 + roll(20), "")}。 ${some(english, 4, " ")}.`);
}

const p = (text: string): string => `<text:p>${text}</text:p>`;
const cell = (text: string, attributes = ""): string => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;
const columns = (count: number): string => `<table:table-column table:number-columns-repeated="${count}"/>`;
// Each lower on the page than the one before, so that their words stay apart in a PDF.
const frame = (inside: string, attributes = "", y = 2): string =>
  `<draw:frame svg:width="18cm" svg:height="4cm" svg:x="1cm" svg:y="${y}cm" ${attributes}>${inside}</draw:frame>`;

export function textDocument(): string {
  const bullets =
    "<text:list><text:list-item><text:p>apples 苹果</text:p><text:list><text:list-item><text:p>green ones</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>pears</text:p></text:list-item></text:list>";
  const numbers =
    '<text:list text:style-name="N"><text:list-item><text:p>measure</text:p></text:list-item><text:list-item><text:p>cut</text:p></text:list-item></text:list>';
  const people = row(cell("Name 姓名"), cell("City"), cell("Age")) + row(cell("Ann"), cell("Paris"), cell("30")) + row(cell("李雷"), cell("北京"), cell("41"));
  const merged = row(cell("both", 'table:number-columns-spanned="2"'), "<table:covered-table-cell/>", cell("alone")) + row(cell("x"), cell("y"), cell("z"));
  const chapters = [1, 2, 3].map(
    (chapter) =>
      `<text:h text:outline-level="1">第${chapter}章 Chapter ${chapter}</text:h>${sentences(chapter, 30).map(p).join("")}<text:h text:outline-level="2">Section ${chapter}</text:h>${sentences(
        chapter + 10,
        10,
      )
        .map(p)
        .join("")}`,
  );
  const body = [
    ...chapters,
    p('before <text:a xlink:type="simple" xlink:href="https://example.org/page?a=1&amp;b=2">linked words 链接</text:a> after<text:tab/>tabbed'),
    bullets,
    numbers,
    `<table:table table:name="People">${columns(3)}${people}</table:table>`,
    p("between the tables"),
    `<table:table table:name="Merged">${columns(3)}${merged}</table:table>`,
    p(
      'noted<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>the footnote 脚注</text:p></text:note-body></text:note> here',
    ),
    p(`anchor${frame(`<draw:text-box>${p("words in a box 文本框")}</draw:text-box>`, 'text:anchor-type="paragraph"')}`),
    p("last &amp; &lt;least&gt;"),
  ];
  const styles = '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>';
  return flat("text", body.join(""), styles);
}

export function slideDeck(): string {
  const box = (inside: string, y: number): string => frame(`<draw:text-box>${inside}</draw:text-box>`, "", y);
  const list =
    "<text:list><text:list-item><text:p>first point 要点</text:p><text:list><text:list-item><text:p>deeper point</text:p></text:list-item></text:list></text:list-item></text:list>";
  const table = frame(`<table:table>${columns(2)}${row(cell("Quarter"), cell("Sales 销售"))}${row(cell("spring"), cell("1200"))}</table:table>`);
  const notes = frame(`<draw:text-box>${p("say this aloud 备注")}</draw:text-box>`, 'presentation:class="notes"');
  const pages = [
    `<draw:page draw:name="a">${box(p("Deck of cards 一副牌"), 1)}${box(list, 4)}<draw:g>${box(p("grouped left"), 8)}${box(p("grouped right"), 11)}</draw:g></draw:page>`,
    `<draw:page draw:name="b">${table}${box(p('see <text:a xlink:href="https://example.org/deck">the page</text:a>'), 9)}<presentation:notes>${notes}</presentation:notes></draw:page>`,
    ...[1, 2, 3].map(
      (seed) =>
        `<draw:page draw:name="c${seed}">${box(
          sentences(seed + 50, 3)
            .map(p)
            .join(""),
          3,
        )}</draw:page>`,
    ),
  ];
  return flat("presentation", pages.join(""));
}

/** Its notes stand apart: they are on no page of the PDF. */
export const markdownDeck = `# Opening 开场

- harbour
    - lantern
- 春眠不觉晓

::: notes
The speaker only sees this 只有讲者
:::

# Numbers

| City | People |
|------|--------|
| 北京 | 21      |
| Oslo | 7      |

# Ending

Read [the manual](https://example.org/manual) first.
`;

export const markdownText = `# Title one 标题

${sentences(90, 20).join("\n\n")}

## Lists

1. measure
2. cut

- apples
    - green

| Name | 城市 |
|------|------|
| Ann  | Paris |
| 李雷 | 北京 |

A [link](https://example.org/md) and a note.[^n]

[^n]: The note itself 注释.
`;

export function workbook(): string {
  const styles = [
    '<number:date-style style:name="ND"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style>',
    '<number:percentage-style style:name="NP"><number:number number:decimal-places="2" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>',
    '<number:number-style style:name="NG"><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>',
    '<number:time-style style:name="NT"><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/></number:time-style>',
    '<number:boolean-style style:name="NB"><number:boolean/></number:boolean-style>',
    ...["D", "P", "G", "T", "B"].map((name) => `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="N${name}"/>`),
  ].join("");
  const value = (type: string, attributes: string): string => `<table:table-cell office:value-type="${type}" ${attributes}/>`;
  const text = (words: string): string => cell(words, 'office:value-type="string"');
  const number = (shown: number): string => value("float", `office:value="${shown}"`);
  const typed = row(
    value("date", 'office:date-value="2024-02-29" table:style-name="D"'),
    value("percentage", 'office:value="0.1234" table:style-name="P"'),
    value("float", 'office:value="1234567.5" table:style-name="G"'),
    value("time", 'office:time-value="PT13H45M30S" table:style-name="T"'),
    value("boolean", 'office:boolean-value="true" table:style-name="B"'),
    value("float", 'table:formula="of:=1-1" office:value="0"'),
    value("float", 'table:formula="of:=0.1+0.2" office:value="0.3"'),
  );
  const roll = dice(7);
  const many = Array.from({ length: 500 }, (_, at) =>
    row(
      number(at + 1),
      text(sentences(at, 1)[0] ?? ""),
      number(roll(10_000) / 4),
      at % 5 === 0 ? "<table:table-cell/>" : text(`名字 ${at}, "quoted"`),
      number(-at),
    ),
  );
  const sparse =
    row("<table:table-cell/>", text("B1")) +
    '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>' +
    row(text("A5"), "<table:table-cell/>", "<table:table-cell/>", text("D5"));
  const merged = row(cell("wide", 'office:value-type="string" table:number-columns-spanned="2"'), "<table:covered-table-cell/>", text("c"));
  const sheet = (name: string, rows: string): string => `<table:table table:name="${name}">${rows}</table:table>`;
  return flat(
    "spreadsheet",
    sheet("类型", row(...["date", "percent", "grouped", "time", "boolean", "zero", "noise"].map(text)) + typed) +
      sheet("Many", many.join("")) +
      sheet("Sparse", sparse) +
      sheet("Merged", merged),
    styles,
  );
}
