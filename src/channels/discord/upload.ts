import { readRegularFile } from "#lib/fs/regular-file";
import type { DiscordBody } from "./encode.ts";

export type FileBody = Extract<DiscordBody, { kind: "file" | "textFile" }>;

export interface Upload {
  readonly name: string;
  readonly data: Buffer;
  readonly contentType: string;
}

/** Discord takes few megabytes, so a file is read as a whole. Undefined when it is gone or has grown past `maxBytes`. */
export async function readUpload(body: FileBody, maxBytes: number): Promise<Upload | undefined> {
  if (body.kind === "textFile") return { name: body.name, data: Buffer.from(body.text), contentType: "text/markdown" };
  const data = await readRegularFile(body.path, maxBytes).catch(() => undefined);
  return data && { name: body.name.replaceAll(/[\r\n"\\/]/g, "_"), data, contentType: body.mime };
}
