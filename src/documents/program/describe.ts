import type { BlockSource } from "#documents/blocks";
import { untilOutputLimit } from "#documents/write/budget";
import type { Frames } from "./frames.ts";
import type { JudgedFile } from "./judge-file.ts";
import type { DocumentInfo, Format } from "./protocol.ts";
import { readerOf } from "./readers.ts";
import { createTally } from "./count-blocks.ts";
import { notSupported } from "#documents/sniff/suggest-format";

/** Describes a file, without its text. */
export async function describe(file: JudgedFile, source: BlockSource, frames: Frames): Promise<DocumentInfo> {
  const plain = { kind: file.format, bytes: source.bytes, encrypted: file.is === "encrypted", hasText: false };
  if (file.is === "encrypted") return plain;
  if (file.is === "other") throw notSupported(file.format, process.platform);
  if (file.is === "picture") {
    const { pictureSize } = await import("#documents/ocr/picture-size");
    return { ...plain, ...pictureSize(source, file.format) };
  }
  if (file.format === "pdf") {
    const { describePdf } = await import("#documents/pdf/describe-pdf");
    return { ...plain, ...(await describePdf(source)) };
  }
  return { ...plain, ...(await readThrough(file.format, source, frames)) };
}

/** Office documents do not state their size; they are read to the end and the text is discarded. */
async function readThrough(format: Format, source: BlockSource, frames: Frames): Promise<Partial<DocumentInfo>> {
  const tally = createTally(() => {});
  const read = await readerOf(format);
  const { tables: _tables, ...counts } = (await untilOutputLimit(() =>
    read(source, { block: tally.block, warn: frames.warn, progress: frames.progress }, undefined),
  )) ?? {
    tables: 0,
  };
  return { ...counts, hasText: tally.seen().hasText };
}
