import { sentences } from "#lib/words/sentence";

/** Documents that commands read: contents, progress, and why reading failed. */
export const documentTexts = sentences({
  summaryDocExtract: { en: "extracts the text of a document (pdf, docx, pptx, xlsx)", "zh-CN": "提取文档中的文字（pdf、docx、pptx、xlsx）" },
  summaryDocOcr: { en: "reads the text in scanned pages and images", "zh-CN": "识别扫描页和图片中的文字" },
  summaryDocInfo: { en: "describes a document", "zh-CN": "说明文档的基本情况" },
  summaryTableToCsv: { en: "extracts tables of a document as CSV", "zh-CN": "把文档中的表格提取为 CSV" },
  argIn: { en: "the document, inside the workspace", "zh-CN": "要读取的文档，位于工作区内" },
  argPages: { en: "one page, or a range", "zh-CN": "一页，或一个页码范围" },
  argDocFormat: { en: "the document's format; detected from its content if omitted", "zh-CN": "文档格式；省略时按内容判断" },
  argMode: { en: "the format of the output", "zh-CN": "输出文字的格式" },
  argMaxChars: { en: "stop after this many characters", "zh-CN": "最多提取多少个字符" },
  argLang: { en: "the language of the text", "zh-CN": "文字的语言" },
  argSheet: { en: "a sheet by its name or number", "zh-CN": "工作表的名称或序号" },
  argTable: { en: "one table by its number", "zh-CN": "表格的序号" },
  argRange: { en: "a range of cells", "zh-CN": "单元格范围" },
  argSafe: { en: "escape cells that a spreadsheet program would run as formulas", "zh-CN": "转义会被表格软件当作公式执行的单元格" },
  docPages: { en: "pages: {count}", "zh-CN": "页数：{count}" },
  docSlides: { en: "slides: {count}", "zh-CN": "幻灯片：{count}" },
  docSheets: { en: "sheets: {count}", "zh-CN": "工作表：{count}" },
  docParagraphs: { en: "paragraphs: {count}", "zh-CN": "段落：{count}" },
  docTables: { en: "tables: {count}", "zh-CN": "表格：{count}" },
  docRows: { en: "rows: {count}", "zh-CN": "行数：{count}" },
  docChars: { en: "characters: {count}", "zh-CN": "字符：{count}" },
  docCut: { en: "Truncated after {count} characters.", "zh-CN": "已在第 {count} 个字符处截断，后面还有内容。" },
  docWritten: { en: "Written to: {path}", "zh-CN": "已写入：{path}" },
  docWarning: { en: "Warning: {sentence}", "zh-CN": "注意：{sentence}" },
  docMoreWarnings: { en: "More warnings: {count}, in the result", "zh-CN": "还有 {count} 条注意事项，见结果" },
  docTextOf: { en: "The text of {name}", "zh-CN": "{name} 的文字" },
  docTableOf: { en: "Table {number} of {name}", "zh-CN": "{name} 的第 {number} 个表格" },
  docTableNamed: { en: "Table {number} ({title}) of {name}", "zh-CN": "{name} 的第 {number} 个表格（{title}）" },
  docProgress: { en: "{percent} % read", "zh-CN": "已读 {percent} %" },
  docWaits: { en: "queued: {before} ahead", "zh-CN": "排队中：前面还有 {before} 个" },
  docBytes: { en: "bytes: {count}", "zh-CN": "字节：{count}" },
  docPixels: { en: "pixels: {width} × {height}", "zh-CN": "像素：{width} × {height}" },
  docEncrypted: { en: "It is protected by a password.", "zh-CN": "需要密码才能打开。" },
  docHasText: { en: "It contains text: read it with `doc extract`.", "zh-CN": "含有文字：可用 `doc extract` 读取。" },
  docHasNoText: {
    en: "No text was found: it is an image, a scan or empty. Use `doc ocr` for images of pages.",
    "zh-CN": "没有找到文字：可能是图片、扫描件或空白。可用 `doc ocr` 识别图片中的文字。",
  },
  docTitle: { en: "title: {text}", "zh-CN": "标题：{text}" },
  docAuthor: { en: "author: {text}", "zh-CN": "作者：{text}" },
  docPageRange: { en: "a page such as 3, or pages such as 1-5", "zh-CN": "页码（如 3）或范围（如 1-5）" },
  docManyTables: {
    en: "There are {count} tables, and `--out` names one file. Choose one with `--table` or `--sheet`, or omit `--out` to write one file per table. They are: {list}.",
    "zh-CN":
      "共有 {count} 个表格，而 `--out` 只指定了一个文件。请用 `--table` 或 `--sheet` 选择其一，或去掉 `--out`：每个表格会各自写入一个文件。它们是：{list}。",
  },
  docTooManyTables: {
    en: "There are more than {max} tables; the rest were left out. Choose them with `--table`.",
    "zh-CN": "表格超过 {max} 个；之后的没有提取。请用 `--table` 指定。",
  },
  docNotSupported: {
    en: "This format ({format}) is not supported. Export the file as PDF or text, and try again.",
    "zh-CN": "不支持这种格式（{format}）。请导出为 PDF 或文本后再试。",
  },
  docLocked: {
    en: "The file is protected by a password. Save it without one, and try again.",
    "zh-CN": "文件需要密码才能打开。请另存为不带密码的文件后再试。",
  },
  docDamaged: {
    en: "The file is damaged or truncated. Get it again, or save it again in the program it was created with.",
    "zh-CN": "文件已损坏或不完整。请重新获取，或用原程序重新保存。",
  },
  docTooLarge: { en: "The file or its unpacked content is too large. Split it.", "zh-CN": "文件过大，或解压后过大。请拆分后再试。" },
  docNoText: {
    en: "The document contains no text. Use `doc ocr` for images of pages.",
    "zh-CN": "文档中没有文字。可用 `doc ocr` 识别图片中的文字。",
  },
  docNoTextOffice: {
    en: "The document contains no text. If its text is in images, export it as PDF and use `doc ocr`.",
    "zh-CN": "文档中没有文字。如果文字在图片里，请导出为 PDF，再用 `doc ocr` 识别。",
  },
  docNoPages: {
    en: "The document has no pages. Get it again, or use `doc ocr` on images of the pages.",
    "zh-CN": "文档没有任何页面。请重新获取。页面的图片可用 `doc ocr` 识别。",
  },
  docNoSuchTable: {
    en: "There is no such table in the document. Use `doc extract` to get its text.",
    "zh-CN": "文档中没有这样的表格。可用 `doc extract` 提取文字。",
  },
  docMemory: {
    en: "The document needs more memory than allowed. Split it, and try again.",
    "zh-CN": "读取这个文档需要的内存超过上限。请拆分后再试。",
  },
  docCrashed: {
    en: "The document crashed the reader; nothing else was affected. Save it again in the program it was created with, and retry.",
    "zh-CN": "这个文档使读取程序崩溃；其他功能不受影响。请用原程序重新保存后再试。",
  },
  docSlow: {
    en: "Reading the document timed out. Select fewer pages.",
    "zh-CN": "读取文档耗时过长，已中止。请减少页数后再试。",
  },
});
