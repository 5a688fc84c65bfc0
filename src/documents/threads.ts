import type { Source } from "./blocks.ts";
import { bytesAt } from "./bytes.ts";
import type { SecondReader } from "./pdf/second-reader.ts";
import type { DocumentRequest } from "./protocol.ts";

/** A PDF smaller than this is read before a second thread has begun. */
const worthwhileBytes = 192 * 1024;

interface Permission {
  has(scope: string): boolean;
  drop(scope: string): void;
}

/**
 * A thread can be started with rights of its own, so that the right to start one is as good as all. It is used once, by the
 * file's size and first five bytes, and given up before anything else of the document is looked at.
 */
export async function secondFor(request: DocumentRequest, source: Source, network: string): Promise<SecondReader | undefined> {
  if (permission()?.has("worker") !== true) return undefined;
  const isLongPdf = request.verb === "extract" && source.bytes >= worthwhileBytes && bytesAt(source, 0, 5).toString("latin1") === "%PDF-";
  const second = isLongPdf ? (await import("./pdf/second-reader.ts")).startSecondReader({ source, pages: request.pages, network }) : undefined;
  leaveThreads();
  return second;
}

/** From here on no thread can be started from this one. */
export function leaveThreads(): void {
  permission()?.drop("worker");
}

function permission(): Permission | undefined {
  // Node's types do not know that a right can be given up.
  return process.permission as Permission | undefined;
}
