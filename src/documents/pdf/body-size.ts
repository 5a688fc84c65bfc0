import type { PageLine } from "./line.ts";

/** How many letters of a page are set in which size, the sizes in the order they come. */
export type Letters = readonly (readonly [size: number, count: number])[];

const mostSizes = 100;

export function lettersOf(lines: readonly PageLine[]): Letters {
  const letters = new Map<number, number>();
  for (const { size: exact, text } of lines) {
    const size = Math.round(exact * 2) / 2;
    if (letters.size < mostSizes || letters.has(size)) letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  return [...letters];
}

/** Which size most letters have had so far; 0 before the first. */
export function createBodySize(): (letters: Letters) => number {
  const all = new Map<number, number>();
  return (letters) => {
    for (const [size, count] of letters) if (all.size < mostSizes || all.has(size)) all.set(size, (all.get(size) ?? 0) + count);
    let [body, most] = [0, 0];
    for (const [size, count] of all) if (count > most) [body, most] = [size, count];
    return body;
  };
}
