import { mimeOf } from "#hub/files/picture-files";
import type { ToolContent } from "./result.ts";

const space = /\s+/g;
const notBase64 = /[^A-Za-z0-9+/]/;
/** Enough for the first bytes of any kind of picture. */
const headChars = 24;

/**
 * The picture that a text of Base64 holds, named by its bytes and not by whoever sent it. One block that is no Base64, or no
 * picture, makes a client refuse the whole answer, and that again at each try: so whatever is not surely one is none. The text is
 * looked through once and never decoded whole.
 */
export function pictureIn(words: string): ToolContent | undefined {
  const data = words.replace(space, "");
  const mimeType = mimeOf(Buffer.from(data.slice(0, headChars), "base64"));
  return mimeType !== undefined && isCanonical(data) ? { type: "image", data, mimeType } : undefined;
}

/** In whole groups of four, and with nothing in the bits that the padding leaves over: clients differ in what else they take. */
function isCanonical(data: string): boolean {
  if (data.length % 4 !== 0) return false;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  const last = data.slice(-4);
  return !notBase64.test(data.slice(0, data.length - padding)) && Buffer.from(last, "base64").toString("base64") === last;
}
