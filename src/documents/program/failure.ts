import type { DocumentFrame } from "./protocol.ts";
import { cleanLine, cleanText } from "#documents/clean";
import { DocumentFault } from "#documents/fault";

const longestSentence = 1_500;
const longestValue = 400;

/** The frame sent when reading ended in an error, expected or not. */
export function failureFrame(cause: unknown): DocumentFrame {
  const { code, message, data } = cause instanceof DocumentFault ? cause : unplanned(cause);
  // It may contain text from the document, and the hub rejects oversized frames.
  const bounded = Object.entries(data).map(([name, value]): [string, string | number | boolean] => [
    name,
    typeof value === "string" ? cleanLine(value).slice(0, longestValue) : value,
  ]);
  return { kind: "error", code, sentence: cleanText(message).slice(0, longestSentence), data: Object.fromEntries(bounded) };
}

function unplanned(cause: unknown): DocumentFault {
  const words = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  if (cause instanceof RangeError && cause.message.includes("call stack"))
    return new DocumentFault("Damaged", "The document is nested too deeply. Open it in the program it was created with, and save it again.");
  if (cause instanceof RangeError && /alloc|array (buffer )?length|string length/i.test(cause.message)) return outOfMemory();
  return new DocumentFault(
    "ReaderCrashed",
    "The document crashed the reader; nothing else was affected. It is damaged or malicious. Open it in the program it was created with, save it again, and retry.",
    { cause: words.slice(0, 200) },
  );
}

export function outOfMemory(): DocumentFault {
  return new DocumentFault("OutOfMemory", "The document needs more memory than allowed. Split it, or save it again with smaller images, and retry.");
}
