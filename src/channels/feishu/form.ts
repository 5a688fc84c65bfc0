import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

/** A form with one file, whose content is streamed. */
export interface Form {
  readonly type: string;
  readonly bytes: number;
  open(): Readable;
}

export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly bytes: number;
  open(): Readable;
}

export function formOf(fields: Readonly<Record<string, string>>, file: FormFile): Form {
  const boundary = `parley-${randomUUID()}`;
  const texts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const opening = `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${quotable(file.name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const head = Buffer.from([...texts, opening].join(""));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + file.bytes + tail.length,
    open: () => Readable.from(contentOf(head, file, tail)),
  };
}

async function* contentOf(head: Buffer, file: FormFile, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  for await (const chunk of file.open()) yield chunk as Buffer;
  yield tail;
}

function quotable(name: string): string {
  return name.replaceAll(/[\r\n"\\]/g, "_");
}
