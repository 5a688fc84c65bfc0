import { sentences } from "./sentence.ts";

/** Documents that commands read: what was found, how far it is, and why there is nothing. */
export const documentWords = sentences({
  summaryDocExtract: { en: "takes the text out of a document (pdf, docx, pptx, xlsx)", "zh-CN": "提取文档中的文字（pdf、docx、pptx、xlsx）" },
  summaryDocOcr: { en: "reads the words in scanned pages and pictures", "zh-CN": "识别扫描页和图片中的文字" },
  summaryDocInfo: { en: "tells what a document is", "zh-CN": "说明文档的基本情况" },
  summaryTableToCsv: { en: "takes tables out of a document as CSV", "zh-CN": "把文档中的表格提取为 CSV" },
  docPages: { en: "pages: {count}", "zh-CN": "页数：{count}" },
  docSlides: { en: "slides: {count}", "zh-CN": "幻灯片：{count}" },
  docSheets: { en: "sheets: {count}", "zh-CN": "工作表：{count}" },
  docParagraphs: { en: "paragraphs: {count}", "zh-CN": "段落：{count}" },
  docTables: { en: "tables: {count}", "zh-CN": "表格：{count}" },
  docRows: { en: "rows: {count}", "zh-CN": "行数：{count}" },
  docChars: { en: "characters: {count}", "zh-CN": "字符：{count}" },
  docCut: { en: "Cut after {count} characters; the document goes on.", "zh-CN": "在第 {count} 个字符处截断；后面还有内容。" },
  docWritten: { en: "Written to: {path}", "zh-CN": "已写入：{path}" },
  docWarning: { en: "Warning: {sentence}", "zh-CN": "注意：{sentence}" },
  docMoreWarnings: { en: "More warnings: {count}, in the result", "zh-CN": "还有 {count} 条注意事项，见结果" },
  docTextOf: { en: "The text of {name}", "zh-CN": "{name} 的文字" },
  docTableOf: { en: "Table {number} of {name}", "zh-CN": "{name} 的第 {number} 个表格" },
  docTableNamed: { en: "Table {number} ({title}) of {name}", "zh-CN": "{name} 的第 {number} 个表格（{title}）" },
  docProgress: { en: "{percent} % read", "zh-CN": "已读 {percent} %" },
  docWaits: { en: "waiting: {before} before it", "zh-CN": "排队中：前面还有 {before} 个" },
  docBytes: { en: "bytes: {count}", "zh-CN": "字节：{count}" },
  docPixels: { en: "pixels: {width} × {height}", "zh-CN": "像素：{width} × {height}" },
  docEncrypted: { en: "It opens only with a password.", "zh-CN": "需要密码才能打开。" },
  docHasText: { en: "It holds text: `doc extract` reads it.", "zh-CN": "含有文字：可用 `doc extract` 读取。" },
  docHasNoText: {
    en: "No text was found in it: it is a picture, a scan or empty. `doc ocr` reads pictures of pages.",
    "zh-CN": "没有找到文字：可能是图片、扫描件或空白。可用 `doc ocr` 识别图片中的文字。",
  },
  docTitle: { en: "title: {text}", "zh-CN": "标题：{text}" },
  docAuthor: { en: "author: {text}", "zh-CN": "作者：{text}" },
  docPageRange: { en: "a page such as 3, or pages such as 1-5", "zh-CN": "页码（如 3）或范围（如 1-5）" },
  docManyTables: {
    en: "There are {count} tables, and `--out` names one file. Choose one with `--table` or `--sheet`, or leave `--out` out: each then gets a file of its own. They are: {list}.",
    "zh-CN":
      "共有 {count} 个表格，而 `--out` 只指定了一个文件。请用 `--table` 或 `--sheet` 选择其一，或去掉 `--out`：每个表格会各自写入一个文件。它们是：{list}。",
  },
  docTooManyTables: {
    en: "There are more than {max} tables; those beyond were left out. Choose them by `--table`.",
    "zh-CN": "表格超过 {max} 个；之后的没有提取。请用 `--table` 指定。",
  },
  docNotSupported: {
    en: "This kind of file ({format}) cannot be read here. Export it as PDF or text, and try again with that file.",
    "zh-CN": "这里无法读取此类文件（{format}）。请导出为 PDF 或文本后再试。",
  },
  docLocked: {
    en: "The file opens only with a password. Save it without one, and try again.",
    "zh-CN": "文件需要密码才能打开。请另存为不带密码的文件后再试。",
  },
  docDamaged: {
    en: "The file is damaged or cut off. Get it again, or save it anew in the program that it was made with.",
    "zh-CN": "文件已损坏或不完整。请重新获取，或用原程序重新保存。",
  },
  docTooLarge: { en: "The file is, or unpacks to, more than is read here. Split it.", "zh-CN": "文件过大，或解压后过大。请拆分后再试。" },
  docNoText: {
    en: "The document holds no text. `doc ocr` reads pictures of pages.",
    "zh-CN": "文档中没有文字。可用 `doc ocr` 识别图片中的文字。",
  },
  docNoTextOffice: {
    en: "The document holds no text. If its words are in pictures, export it as PDF and read that with `doc ocr`.",
    "zh-CN": "文档中没有文字。如果文字在图片里，请导出为 PDF，再用 `doc ocr` 识别。",
  },
  docNoPages: {
    en: "The document has no pages. Get it again. `doc ocr` reads pictures of pages.",
    "zh-CN": "文档没有任何页面。请重新获取。页面的图片可用 `doc ocr` 识别。",
  },
  docNoSuchTable: {
    en: "There is no such table in the document. `doc extract` gives its text.",
    "zh-CN": "文档中没有这样的表格。可用 `doc extract` 提取文字。",
  },
  docMemory: {
    en: "The document needs more memory than one document may take. Split it, and try again.",
    "zh-CN": "读取这个文档需要的内存超过上限。请拆分后再试。",
  },
  docCrashed: {
    en: "The document broke the program that reads it; nothing else was touched. Save it anew in the program that it was made with, and try again.",
    "zh-CN": "这个文档使读取程序崩溃；其他一切不受影响。请用原程序重新保存后再试。",
  },
  docSlow: {
    en: "Reading the document took too long and was ended. Ask for fewer pages.",
    "zh-CN": "读取文档耗时过长，已中止。请减少页数后再试。",
  },
});
