/** How a platform counts: JavaScript's own units, bytes on the wire, characters of Unicode, or bytes inside a string of JSON. */
export type Unit = "utf16" | "utf8" | "codepoints" | "json";

export interface Limit {
  readonly unit: Unit;
  readonly most: number;
}

export function measure(text: string, unit: Unit): number {
  switch (unit) {
    case "utf16":
      return text.length;
    case "utf8":
      return Buffer.byteLength(text, "utf8");
    case "codepoints": {
      let count = text.length;
      for (let i = 0; i < text.length; i++) if (text.codePointAt(i) !== text.charCodeAt(i)) count--;
      return count;
    }
    case "json":
      return Buffer.byteLength(JSON.stringify(text), "utf8") - 2;
  }
}

/** Where the longest stretch from `from` ends that stays within `most` and cuts no character in two. */
export function reach(text: string, from: number, most: number, unit: Unit): number {
  let used = 0;
  let at = from;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    used += sizeOf(point, unit);
    if (used > most) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

function sizeOf(point: number, unit: Unit): number {
  if (unit === "codepoints") return 1;
  if (unit === "utf16") return point > 0xffff ? 2 : 1;
  if (unit === "json") return escapedSize(point);
  return utf8Size(point);
}

function utf8Size(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

const shortEscapes = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]);

/** As JSON.stringify writes it: `\n`, `\u0001`, and half a surrogate pair as `\ud800`. */
function escapedSize(point: number): number {
  if (shortEscapes.has(point)) return 2;
  return point < 0x20 || (point >= 0xd800 && point <= 0xdfff) ? 6 : utf8Size(point);
}
