import { InputFile, type RawApi } from "grammy";
import { openRegularFile } from "#lib/fs/regular-file";
import type { CallSignal } from "./bot-api.ts";
import type { TelegramBody } from "./encode.ts";

export type FileBody = Extract<TelegramBody, { kind: "file" | "textFile" }>;

/** Where a message goes, as the Bot API names it. */
export interface Target {
  readonly chat_id: string;
  readonly message_thread_id?: number;
  readonly reply_parameters?: { readonly message_id: number; readonly allow_sending_without_reply: true };
}

type Upload = (raw: RawApi, target: Target, signal: CallSignal) => Promise<{ readonly message_id: number }>;

/** The call that uploads the file, and its end; undefined when the file is gone. The content is streamed. */
export async function openUpload(body: FileBody): Promise<{ readonly send: Upload; close(): Promise<void> } | undefined> {
  if (body.kind === "textFile")
    return { send: uploadOf(body, "document", new InputFile(Buffer.from(body.text), fileName(body.name))), close: async () => undefined };
  const file = await openRegularFile(body.path).catch(() => undefined);
  if (file === undefined) return undefined;
  // Read from the start each time it is asked for: a group that has moved is sent the file twice, the first time in vain.
  const content = new InputFile(() => file.createReadStream({ start: 0, autoClose: false }), fileName(body.name));
  return { send: uploadOf(body, body.as, content), close: () => file.close() };
}

function uploadOf({ caption }: FileBody, as: "document" | "photo", content: InputFile): Upload {
  const words = caption === "" ? {} : { caption };
  return (raw, target, signal) =>
    as === "photo" ? raw.sendPhoto({ ...target, ...words, photo: content }, signal) : raw.sendDocument({ ...target, ...words, document: content }, signal);
}

/** The library writes it into a header as it is. */
function fileName(name: string): string {
  return name.replaceAll(/[\r\n"\\;]/g, "_");
}
