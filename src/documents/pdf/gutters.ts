/** An empty stretch of a line, wider than what stands between the words of a sentence. */
export interface Gutter {
  /** Which letter of the line's text stands for it: a space. */
  readonly index: number;
  readonly left: number;
  readonly right: number;
}

interface Places {
  /** Of the line's first letter. */
  readonly left: number;
  readonly size: number;
  /** Where a letter of the line begins and ends; each answer costs. */
  readonly leftOf: (index: number) => number;
  readonly rightOf: (index: number) => number;
}

// In ems. Letters are rarely narrower than the least in the mean of a word.
export const widestSpace = 1;
const narrowestMean = 0.4;
const even = 0.25;
/** More columns than anybody reads. */
export const mostGutters = 100;

export interface Gutters {
  readonly gutters: readonly Gutter[];
  /** Every space is one and as wide as the others: perhaps only a line that was drawn out to fill its width. */
  readonly isEven: boolean;
}

const none: Gutters = { gutters: [], isEven: false };

export function guttersOf(text: string, places: Places): Gutters {
  const { left, size, leftOf, rightOf } = places;
  let [from, begins] = [left, 0];
  for (let space = text.indexOf(" "); space !== -1; space = text.indexOf(" ", begins)) {
    const next = pastSpaces(text, space);
    const to = leftOf(next);
    // Only where the word before is too short to reach so far is it asked where it ends.
    if (to - from > (widestSpace + narrowestMean * (space - begins)) * size && to - rightOf(space - 1) > widestSpace * size) return allOf(text, places);
    [from, begins] = [to, next];
  }
  return none;
}

function allOf(text: string, { size, leftOf, rightOf }: Places): Gutters {
  const gaps: Gutter[] = [];
  for (let space = text.indexOf(" "); space !== -1; space = text.indexOf(" ", pastSpaces(text, space)))
    gaps.push({ index: space, left: rightOf(space - 1), right: leftOf(pastSpaces(text, space)) });
  const widths = gaps.map((gap) => gap.right - gap.left);
  const gutters = gaps.filter((gap) => gap.right - gap.left > widestSpace * size);
  return gutters.length > mostGutters ? none : { gutters, isEven: widths.every((width) => Math.abs(width - (widths[0] ?? 0)) < even * size) };
}

function pastSpaces(text: string, space: number): number {
  let next = space;
  while (text[next] === " ") next += 1;
  return next;
}
