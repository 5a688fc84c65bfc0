import type { IncomingMessage } from "node:http";
import type { Busboy } from "@fastify/busboy";
import { tooLarge } from "./bad-input.ts";
import { ClientLeft } from "./body.ts";

export interface UploadedFormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a form may hold besides its file, and what its headers may take. Fields and files past their limit are skipped, never buffered; past the limit of parts the form is given up. */
const limits = { files: 1, fields: 16, parts: 17, fieldNameSize: 200, fieldSize: 4 * 1024, headerPairs: 16, headerSize: 8 * 1024 } as const;
/** Everything around the file: boundaries, headers and fields. */
const overheadBytes = 64 * 1024;

/**
 * The first file of a form (RFC 7578), read as it arrives; undefined when the form has none or is malformed.
 * Rejects with TooLarge as soon as the file passes `maxFileBytes`, without reading the rest.
 */
export async function readFormFile(incoming: IncomingMessage, maxFileBytes: number): Promise<UploadedFormFile | undefined> {
  const form = await openForm(incoming, maxFileBytes);
  if (incoming.destroyed && !incoming.readableEnded) throw new ClientLeft("the connection closed inside the request");
  return form && readInto(form, incoming, maxFileBytes);
}

function readInto(form: Form, incoming: IncomingMessage, maxFileBytes: number): Promise<UploadedFormFile | undefined> {
  return new Promise((resolve, reject) => {
    const maxBytes = maxFileBytes + overheadBytes;
    let file: { readonly name: string; readonly chunks: Buffer[] } | undefined;
    let received = 0;

    const stop = (): void => {
      incoming.unpipe(form);
      incoming.pause();
      form.destroy();
    };
    const refuse = (): void => {
      stop();
      reject(tooLarge(maxFileBytes));
    };
    if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return refuse();

    form.on("file", (_field, stream, name) => {
      const chunks: Buffer[] = [];
      file = { name: decodeName(name), chunks };
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("limit", refuse);
      // A form that ends inside its file; the form's own error settles the promise.
      stream.on("error", () => {});
    });
    form.once("finish", () => resolve(file && { name: file.name, bytes: Buffer.concat(file.chunks) }));
    const giveUp = (): void => {
      stop();
      resolve(undefined);
    };
    form.on("error", giveUp);
    // Tens of thousands of empty parts fit into one body, and skipping them takes the parser seconds.
    form.once("partsLimit", giveUp);
    incoming.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBytes) refuse();
    });
    incoming.once("error", (cause) => reject(new ClientLeft("the connection broke inside the request", { cause })));
    incoming.once("close", () => {
      if (!incoming.readableEnded) reject(new ClientLeft("the connection closed inside the request"));
    });
    incoming.pipe(form);
    return undefined;
  });
}

type Form = InstanceType<typeof Busboy>;

/** The parser is loaded with the first form: most hubs never see one. */
async function openForm(incoming: IncomingMessage, fileSize: number): Promise<Form | undefined> {
  const { Busboy: open } = await import("@fastify/busboy");
  try {
    return new open({
      headers: { ...incoming.headers, "content-type": incoming.headers["content-type"] ?? "" },
      limits: { ...limits, fileSize },
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    });
  } catch {
    // There is no boundary, or it is not a form.
    return undefined;
  }
}

/** Browsers write `"` in a name as %22 and line breaks as %0D%0A. */
function decodeName(name: string): string {
  return name.replaceAll("%22", '"').replaceAll(/%0[AD]/gi, " ");
}
