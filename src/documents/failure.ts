import type { Frame } from "./protocol.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { DocumentFault } from "./fault.ts";

const longestSentence = 1_500;
const longestValue = 400;

/** What the hub is told when a reading ended in an error, planned or not. */
export function failureFrame(cause: unknown): Frame {
  const { code, message, data } = cause instanceof DocumentFault ? cause : unplanned(cause);
  // What a document says of itself may be in it, and the hub takes no frame that goes on without end.
  const bounded = Object.entries(data).map(([name, value]): [string, string | number | boolean] => [
    name,
    typeof value === "string" ? cleanLine(value).slice(0, longestValue) : value,
  ]);
  return { kind: "error", code, sentence: cleanText(message).slice(0, longestSentence), data: Object.fromEntries(bounded) };
}

function unplanned(cause: unknown): DocumentFault {
  const words = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  if (cause instanceof RangeError && cause.message.includes("call stack"))
    return new DocumentFault("Damaged", "The document is nested deeper than any real one is. Open it in the program that it was made with, and save it anew.");
  if (cause instanceof RangeError && /alloc|array (buffer )?length|string length/i.test(cause.message)) return outOfMemory();
  return new DocumentFault(
    "ReaderCrashed",
    "The document broke the program that reads it; nothing else was touched. It is damaged or made to do harm. Open it in the program that it was made with, save it anew, and try again.",
    { cause: words.slice(0, 200) },
  );
}

export function outOfMemory(): DocumentFault {
  return new DocumentFault(
    "OutOfMemory",
    "The document needs more memory than one document may take. Split it, or save it anew with smaller pictures, and try again.",
  );
}
