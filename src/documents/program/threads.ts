import type { BlockSource } from "#documents/blocks";
import { bytesAt } from "#documents/sniff/read-bytes";
import type { SecondReader } from "#documents/pdf/second-reader";
import type { DocumentRequest } from "./protocol.ts";

/** A PDF smaller than this is read before a second thread has begun. */
const worthwhileBytes = 192 * 1024;

interface Permission {
  has(scope: string): boolean;
  drop(scope: string): void;
}

/**
 * A thread can be started with more permissions than its program, so the permission to start one is as powerful as all of them. It
 * is used once, based on the file's size and first five bytes, and dropped before anything else of the document is read.
 */
export async function secondFor(request: DocumentRequest, source: BlockSource, network: string): Promise<SecondReader | undefined> {
  if (permission()?.has("worker") !== true) return undefined;
  const isLongPdf = request.verb === "extract" && source.bytes >= worthwhileBytes && bytesAt(source, 0, 5).toString("latin1") === "%PDF-";
  const second = isLongPdf ? (await import("#documents/pdf/second-reader")).startSecondReader({ source, pages: request.pages, network }) : undefined;
  leaveThreads();
  return second;
}

/** After this call, this thread can no longer start threads. */
export function leaveThreads(): void {
  permission()?.drop("worker");
}

function permission(): Permission | undefined {
  // Node's types lack the method that drops a permission.
  return process.permission as Permission | undefined;
}
