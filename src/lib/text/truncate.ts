/** What is left of a text and what was left out of it. Sizes are UTF-16 units. */
export type Truncated =
  | { readonly cut: false; readonly text: string }
  | { readonly cut: true; readonly where: "end" | "start"; readonly text: string; readonly leftOut: number; readonly total: number };

export function keepHead(text: string, limit: number): Truncated {
  if (text.length <= limit) return { cut: false, text };
  const end = splitsPair(text, limit) ? limit - 1 : limit;
  return { cut: true, where: "end", text: text.slice(0, end), leftOut: text.length - end, total: text.length };
}

export function keepTail(text: string, limit: number): Truncated {
  if (text.length <= limit) return { cut: false, text };
  const border = text.length - limit;
  const start = splitsPair(text, border) ? border + 1 : border;
  return { cut: true, where: "start", text: text.slice(start), leftOut: start, total: text.length };
}

/** The text with a word where something is missing. The word comes on top of the limit. */
export function withCutNotice(truncated: Truncated): string {
  if (!truncated.cut) return truncated.text;
  const word = `[${truncated.leftOut} of ${truncated.total} characters left out]`;
  return truncated.where === "end" ? `${truncated.text}\n${word}` : `${word}\n${truncated.text}`;
}

function splitsPair(text: string, at: number): boolean {
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The fixed word between head and tail of what was too long. */
export const truncationMarker = "[...TRUNCATED...]";

/** Head, a marker, tail: not longer than the limit, and no character is torn. */
export function keepBothEnds(text: string, limit: number, marker: string = truncationMarker): string {
  if (text.length <= limit) return text;
  const room = Math.max(0, limit - marker.length);
  const head = keepHead(text, Math.ceil(room / 2)).text;
  const tail = Math.floor(room / 2) === 0 ? "" : keepTail(text, Math.floor(room / 2)).text;
  return `${head}${marker}${tail}`;
}
