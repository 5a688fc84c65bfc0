import { createHash, randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import type { Sent } from "#domain/channel";
import { openRegularFile } from "#lib/fs/regular-file";
import type { OneBotApi } from "./api.ts";
import type { CallLimits, CallOutcome } from "./call-socket.ts";
import type { Source, Upload } from "./encode.ts";
import type { FileServer } from "./file-server.ts";
import { sentFrom } from "./outcome.ts";

export interface UploadOptions {
  readonly api: OneBotApi;
  readonly files: FileServer | undefined;
}

/** What the implementation is told where the file is, and the end of that. */
export interface Offered {
  readonly file: string;
  close(): Promise<void>;
}

/** `instead`: why it cannot be offered this way. */
export type OfferOutcome = Offered | { readonly instead: Sent };

const chunkBytes = 512 * 1024;
/** How long the implementation keeps a file that was streamed to it. */
const retentionMs = 10 * 60_000;
const completeWire = z.object({ file_path: z.string().min(1) });
const nothing = async (): Promise<void> => undefined;

/** Makes a file available to the implementation. Nothing is shown in a chat by it, so a break here is no unknown outcome. */
export async function offerFile({ api, files }: UploadOptions, by: Upload, source: Source, name: string, limits: CallLimits): Promise<OfferOutcome> {
  if (by === "path") {
    if (!("path" in source)) return refused("There is no file to name.");
    const file = await openRegularFile(source.path).catch(() => undefined);
    await file?.close();
    return file === undefined ? goneFile(name) : { file: source.path, close: nothing };
  }
  if (by === "url") return offerUrl(files, source, name);
  if (by === "stream") return offerStream(api, source, name, limits);
  const content = await readAll(source);
  return content === undefined ? goneFile(name) : { file: `base64://${content.toString("base64")}`, close: nothing };
}

async function offerUrl(files: FileServer | undefined, source: Source, name: string): Promise<OfferOutcome> {
  if ("path" in source) {
    const file = await openRegularFile(source.path).catch(() => undefined);
    if (file === undefined) return goneFile(name);
    await file.close();
  }
  const offer = await files?.offer(source, name);
  if (offer === undefined) return refused("Parley cannot serve files at files_listen.");
  return { file: offer.url, close: async () => offer[Symbol.dispose]() };
}

/** NapCat takes a file in chunks, and names the path that it then has there. */
async function offerStream(api: OneBotApi, source: Source, name: string, limits: CallLimits): Promise<OfferOutcome> {
  if (api.lacks("upload_file_stream")) return refused("The OneBot implementation takes no files in chunks.");
  const open = await openSource(source);
  if (open === undefined) return goneFile(name);
  try {
    const stream = randomUUID();
    const total = Math.max(1, Math.ceil(open.size / chunkBytes));
    const about = { stream_id: stream, total_chunks: total, file_size: open.size, expected_sha256: await open.sha256(), filename: fileName(name, stream) };
    for (let index = 0; index < total; index++) {
      const chunk = await open.read(index * chunkBytes, Math.min(chunkBytes, open.size - index * chunkBytes));
      const params = { ...about, chunk_index: index, chunk_data: chunk.toString("base64"), file_retention: retentionMs };
      const outcome = await api.call("upload_file_stream", params, limits);
      if (outcome.how !== "ok") return { instead: beforePost(outcome) };
    }
    const done = await api.call("upload_file_stream", { stream_id: stream, is_complete: true, file_retention: retentionMs }, limits);
    if (done.how !== "ok") return { instead: beforePost(done) };
    const complete = completeWire.safeParse(done.data);
    return complete.success ? { file: complete.data.file_path, close: nothing } : refused("The OneBot implementation did not say where it put the file.");
  } finally {
    await open.close();
  }
}

/** The chunks are no message yet: whatever became of them, it may be tried again. */
function beforePost(outcome: CallOutcome): Sent {
  const sent = sentFrom(outcome, () => "");
  return !sent.ok && sent.why === "unknown" ? { ok: false, why: "later", reason: sent.reason } : sent;
}

function refused(reason: string): { readonly instead: Sent } {
  return { instead: { ok: false, why: "refused", reason } };
}

function goneFile(name: string): { readonly instead: Sent } {
  return refused(`The file ${name} is not there any more.`);
}

/** NapCat puts it into a folder by this name. */
function fileName(name: string, stream: string): string {
  return `${stream.slice(0, 8)}-${name.replaceAll(/[/\\\0]/g, "_")}`;
}

async function readAll(source: Source): Promise<Buffer | undefined> {
  if ("text" in source) return Buffer.from(source.text);
  const file = await openRegularFile(source.path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

interface OpenSource {
  readonly size: number;
  read(from: number, length: number): Promise<Buffer>;
  sha256(): Promise<string>;
  close(): Promise<void>;
}

async function openSource(source: Source): Promise<OpenSource | undefined> {
  if ("text" in source) {
    const content = Buffer.from(source.text);
    const digest = createHash("sha256").update(content).digest("hex");
    return { size: content.length, read: async (from, length) => content.subarray(from, from + length), sha256: async () => digest, close: nothing };
  }
  const file = await openRegularFile(source.path).catch(() => undefined);
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  return { size, read: (from, length) => readPart(file, from, length), sha256: () => hashOf(file, size), close: () => file.close() };
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

async function hashOf(file: FileHandle, size: number): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < size; at += chunkBytes) hash.update(await readPart(file, at, Math.min(chunkBytes, size - at)));
  return hash.digest("hex");
}
