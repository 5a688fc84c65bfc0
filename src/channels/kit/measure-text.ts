/** How a platform counts: JavaScript's own units, bytes on the wire, or characters of Unicode. */
export type Unit = "utf16" | "utf8" | "codepoints";

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
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
