import { keepHead, withCutNotice } from "#lib/text/truncate";

/** In UTF-16 units; what is longer is cut and says so. */
export const decodedTextLimit = 64 * 1024;
const nameLimit = 200;

/** What somebody wrote, as an event carries it on. */
export function boundedText(text: string): string {
  return withCutNotice(keepHead(cleanText(text), decodedTextLimit));
}

/** A name of a person, a room or a file. */
export function boundedName(name: string, limit = nameLimit): string {
  return keepHead(cleanText(name), limit).text;
}

/** NUL ends strings in half the programs behind us, and a lone surrogate cannot be written as UTF-8. The rest stays as it was said. */
function cleanText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
