import { costAt, costOf } from "./drawing-cost.ts";

/** A piece may cost this many times its budget before it is cut inside a paragraph, a table or a list. */
const patience = 1.5;
/** How far a cut inside a line goes back to a space. */
const nearChars = 100;

/**
 * Cuts Markdown into pieces that are drawn one by one, none of which costs the browser much more than `budget` (drawing-cost.ts):
 * between blocks where that is possible. A table that goes on gets its head again, and a block of code its fences.
 */
export function piecesOf(text: string, budget: number): readonly string[] {
  const cutter = new PieceCutter(budget);
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) cutter.add(line, lines[at + 1]);
  return cutter.end();
}

/** The same for a text in which nothing is read as Markdown. */
export function plainPiecesOf(text: string, budget: number): readonly string[] {
  return slicesOf(text, budget, true);
}

class PieceCutter {
  readonly #budget: number;
  readonly #pieces: string[] = [];
  #lines: string[] = [];
  #cost = 0;
  #fence = "";
  #head: readonly string[] = [];

  constructor(budget: number) {
    this.#budget = budget;
  }

  add(line: string, next: string | undefined): void {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? "";
    const isCode = this.#fence !== "" && mark !== this.#fence;
    const isRow = line.startsWith("|");
    if (!isRow) this.#head = [];
    const slices = slicesOf(line, this.#budget, isCode);
    for (const [index, slice] of slices.entries()) {
      const cost = costOf(slice, isCode) + costOf("\n", isCode);
      if (index > 0 || (!isUnderHead(line) && this.#isFull(slice, cost))) this.#cut();
      if (isRow && slices.length === 1 && this.#head.length === 0 && isUnderHead(next)) this.#head = this.#repeatable(line, next ?? "");
      this.#push(slice, cost);
    }
    if (mark !== "" && !isCode) this.#fence = this.#fence === "" ? mark : "";
  }

  end(): readonly string[] {
    const rest = this.#lines.join("\n");
    return rest.trim() === "" && this.#pieces.length > 0 ? this.#pieces : [...this.#pieces, rest];
  }

  #isFull(line: string, cost: number): boolean {
    if (this.#lines.length === 0) return false;
    return this.#cost + cost > this.#budget * patience || (this.#cost >= this.#budget && line === "" && this.#fence === "");
  }

  #push(line: string, cost: number): void {
    this.#lines.push(line);
    this.#cost += cost;
  }

  #cut(): void {
    if (this.#fence !== "") this.#lines.push(this.#fence);
    this.#pieces.push(this.#lines.join("\n"));
    this.#lines = [];
    this.#cost = 0;
    for (const line of this.#fence === "" ? this.#head : [this.#fence]) this.#push(line, costOf(line, false));
  }

  /** A head that takes up much of a piece would make many pieces out of few rows. */
  #repeatable(line: string, under: string): readonly string[] {
    return costOf(line, false) + costOf(under, false) > this.#budget / 4 ? [] : [line, under];
  }
}

function isUnderHead(line: string | undefined): boolean {
  return line !== undefined && /^\|[\s:|-]*-[\s:|-]*$/.test(line);
}

/** Cuts a line that is too long for one piece: after a space if one is near, and never through the middle of a character. */
function slicesOf(line: string, budget: number, isCode: boolean): readonly string[] {
  const slices: string[] = [];
  let cost = 0;
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    cost += costAt(line, at, isCode);
    if (cost <= budget || at === from || isLowSurrogate(line, at)) continue;
    const space = line.slice(Math.max(from, at - nearChars), at).lastIndexOf(" ");
    const end = space < 0 ? at : Math.max(from, at - nearChars) + space + 1;
    slices.push(line.slice(from, end));
    from = end;
    cost = costOf(line.slice(from, at + 1), isCode);
  }
  return from === 0 ? [line] : [...slices, line.slice(from)];
}

function isLowSurrogate(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
