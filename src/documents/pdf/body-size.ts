import type { Line } from "./lines.ts";

/** Which size most letters have had so far; 0 before the first. */
export function createBodySize(): (lines: readonly Line[]) => number {
  const letters = new Map<number, number>();
  return (lines) => {
    for (const { size: exact, text } of lines) {
      const size = Math.round(exact * 2) / 2;
      if (letters.size < 100 || letters.has(size)) letters.set(size, (letters.get(size) ?? 0) + text.length);
    }
    let [body, most] = [0, 0];
    for (const [size, count] of letters) if (count > most) [body, most] = [size, count];
    return body;
  };
}
