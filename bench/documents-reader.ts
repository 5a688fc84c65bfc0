import { closeSync, fstatSync, openSync } from "node:fs";
import type { Counts, Findings, BlockSource } from "#documents/blocks";

// One reader, one document, one process: its own start, its own memory. Prints how many characters it found, so that nobody is fast by reading less.

const [who = "", file = ""] = process.argv.slice(2);

const readers: Readonly<Record<string, () => Promise<number>>> = {
  "parley-docx": async () => ours((await import("#documents/office/docx/docx")).readDocx),
  "parley-pdf": async () => ours((await import("#documents/pdf/read-pdf")).readPdf),
  "parley-xlsx": async () => ours((await import("#documents/office/xlsx/xlsx")).readXlsx),
  mammoth: async () => {
    const { default: mammoth } = await import("mammoth");
    return (await mammoth.convertToHtml({ path: file })).value.replaceAll(/<[^>]*>/gu, "").length;
  },
  "read-excel-file": async () => {
    const { default: readXlsxFile } = await import("read-excel-file/node");
    const sheets = await readXlsxFile(file);
    return JSON.stringify(sheets).replaceAll(/[[\]",]/gu, "").length;
  },
};

async function ours(read: (source: BlockSource, out: Findings) => Promise<Counts>): Promise<number> {
  const fd = openSync(file, "r");
  let characters = 0;
  await read(
    { fd, bytes: fstatSync(fd).size },
    {
      block: (block) => {
        if (block.kind === "row") for (const cell of block.cells) characters += cell.length;
        else if ("spans" in block) for (const { text } of block.spans) characters += text.length;
      },
      warn: () => undefined,
      progress: () => undefined,
    },
  );
  closeSync(fd);
  return characters;
}

console.log((await readers[who]?.()) ?? `No reader is called ${who}.`);
