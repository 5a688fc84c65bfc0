import { Readable } from "node:stream";
import { z } from "zod";
import { openRegularFile } from "#lib/fs/regular-file";
import type { CallOutcome, FeishuApi, CallLimits } from "./feishu-api.ts";
import type { FeishuBody } from "./encode.ts";
import { uploadKind } from "./file-kinds.ts";
import { formOf, type FormFile } from "./form.ts";

export type FileBody = Extract<FeishuBody, { kind: "file" | "textFile" }>;

/** The message that shows an uploaded file. */
export interface FileMessage {
  readonly type: "image" | "file";
  readonly content: string;
}

const imageAnswer = z.object({ data: z.object({ image_key: z.string() }) });
const fileAnswer = z.object({ data: z.object({ file_key: z.string() }) });

/** Undefined when the file is gone. The content is streamed; an upload that nobody posts is deleted by Feishu. */
export async function uploadFile(api: FeishuApi, body: FileBody, limits: CallLimits): Promise<CallOutcome<FileMessage> | undefined> {
  const file = await openFile(body);
  if (file === undefined) return undefined;
  try {
    return body.kind === "file" && body.as === "image" ? await uploadImage(api, file.form, limits) : await uploadOther(api, file.form, limits);
  } finally {
    await file.close();
  }
}

async function uploadImage(api: FeishuApi, form: FormFile, limits: CallLimits): Promise<CallOutcome<FileMessage>> {
  const content = formOf({ image_type: "message" }, { ...form, field: "image" });
  const outcome = await api.call({ method: "POST", path: "open-apis/im/v1/images", form: content, answer: imageAnswer }, limits);
  return outcome.how === "ok" ? { how: "ok", result: { type: "image", content: JSON.stringify({ image_key: outcome.result.data.image_key }) } } : outcome;
}

async function uploadOther(api: FeishuApi, form: FormFile, limits: CallLimits): Promise<CallOutcome<FileMessage>> {
  const content = formOf({ file_type: uploadKind(form.name), file_name: form.name }, form);
  const outcome = await api.call({ method: "POST", path: "open-apis/im/v1/files", form: content, answer: fileAnswer }, limits);
  return outcome.how === "ok" ? { how: "ok", result: { type: "file", content: JSON.stringify({ file_key: outcome.result.data.file_key }) } } : outcome;
}

async function openFile(body: FileBody): Promise<{ readonly form: FormFile; close(): Promise<void> } | undefined> {
  if (body.kind === "textFile") {
    const content = Buffer.from(body.text);
    return { form: { field: "file", name: body.name, bytes: content.length, open: () => Readable.from([content]) }, close: async () => undefined };
  }
  const handle = await openRegularFile(body.path).catch(() => undefined);
  if (handle === undefined) return undefined;
  const { size } = await handle.stat();
  // Exactly as many bytes as were announced, also if the file grows meanwhile.
  const open = (): Readable => handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
  return { form: { field: "file", name: body.name, bytes: size, open }, close: () => handle.close() };
}
