import { type Api, refusalOf } from "#web/state/hub/api.ts";
import type { Page } from "#web/state/page.ts";
import type { ShownText } from "./dropped-files.ts";

/** More than this is for a program that opens files. */
export const mostBytes = 4 * 1024 * 1024;

export interface ReadText {
  readonly text: string;
  readonly isAll: boolean;
}

export async function readText({ api }: Page, { of }: ShownText, signal: AbortSignal): Promise<ReadText> {
  const response = await fetch(await linkOf(api, of), { signal });
  if (!response.ok || response.body === null) throw refusalOf(response.status, await response.text());
  const bytes: Uint8Array[] = [];
  let length = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return { text: decoded(joined(bytes, length)), isAll: true };
    bytes.push(value);
    length += value.length;
    if (length <= mostBytes) continue;
    await reader.cancel();
    return { text: decoded(joined(bytes, length).subarray(0, mostBytes)), isAll: false };
  }
}

export function linkOf(api: Api, of: ShownText["of"]): Promise<string> {
  if ("run" in of) return api.runFileLink(of.run, of.index);
  return "artifact" in of ? api.fileLink(of.artifact) : api.uploadLink(of.message);
}

/** UTF-8, as nearly everything is; else what Chinese programs of old write. The last character may be cut through. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "gb18030").decode(bytes, { stream: true });
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
