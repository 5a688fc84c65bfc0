import type { Gutters } from "./gutters.ts";

/** A line as it stands on the page, in points from the lower left. */
export interface PageLine extends Gutters {
  readonly text: string;
  /** Where its first character stands in the page's text. */
  readonly at: number;
  readonly left: number;
  readonly right: number;
  /** Baselines of its first and its last letter: a line that ended in a hyphen holds the next one too. */
  readonly top: number;
  readonly bottom: number;
  /** Of its letters, as set: fonts differ in how much room they take above and below. */
  readonly size: number;
  /** It is one of rows that stand below each other, or lies between them. */
  readonly isRow?: boolean;
}
