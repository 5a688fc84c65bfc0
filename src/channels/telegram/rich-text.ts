/** A mark on a stretch of text. Marks come from a tree, so two of them are apart or one is inside the other. */
export type Mark =
  | { readonly kind: "bold" | "italic" | "strike" | "code" | "quote" }
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "pre"; readonly language: string };

export type Stretch = Mark & { readonly from: number; readonly to: number };

/**
 * Text and its marks apart, in UTF-16 units, as Telegram itself sees a message: its limit counts the text alone. Of marks on the
 * same stretch the outer one comes first.
 */
export interface Rich {
  readonly text: string;
  readonly marks: readonly Stretch[];
}

export function plain(text: string): Rich {
  return { text, marks: [] };
}

export function join(parts: readonly Rich[], between = ""): Rich {
  const marks: Stretch[] = [];
  let text = "";
  for (const [i, part] of parts.entries()) {
    if (i > 0) text += between;
    for (const stretch of part.marks) marks.push({ ...stretch, from: stretch.from + text.length, to: stretch.to + text.length });
    text += part.text;
  }
  return { text, marks };
}

/** The whole of it under one more mark. */
export function marked(rich: Rich, mark: Mark): Rich {
  return rich.text === "" ? rich : { text: rich.text, marks: [{ ...mark, from: 0, to: rich.text.length }, ...rich.marks] };
}

/** Telegram knows neither a quote in a quote nor a code block in one: the inner quote is shown with `>`, the block stands between two quotes. */
export function quoted(rich: Rich): Rich {
  const flat = { text: rich.text, marks: rich.marks.filter(({ kind }) => kind !== "quote") };
  const blocks = flat.marks.filter(({ kind }) => kind === "pre");
  const quotes: Stretch[] = [];
  let from = 0;
  for (const block of [...blocks, { from: flat.text.length, to: flat.text.length }]) {
    const words = flat.text.slice(from, block.from);
    const [start, end] = [from + words.length - words.trimStart().length, from + words.trimEnd().length];
    if (start < end) quotes.push({ kind: "quote", from: start, to: end });
    from = block.to;
  }
  return { text: flat.text, marks: [...quotes, ...flat.marks].toSorted((a, b) => a.from - b.from || b.to - a.to) };
}

/** Every line behind a prefix; what was marked stays marked without it, unless it goes over the line's end. */
export function indented(rich: Rich, first: string, rest: string): Rich {
  const starts = [0, ...[...rich.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  /** What the prefixes of the lines before a place add up to. */
  const added = (lines: number): number => (lines === 0 ? 0 : first.length + (lines - 1) * rest.length);
  return {
    text: rich.text
      .split("\n")
      .map((line, i) => (i === 0 ? first : rest) + line)
      .join("\n"),
    marks: rich.marks.map((stretch) => ({
      ...stretch,
      from: stretch.from + added(countBelow(starts, stretch.from + 1)),
      to: stretch.to + added(countBelow(starts, stretch.to)),
    })),
  };
}

/** How many of the rising numbers are below the limit. */
function countBelow(rising: readonly number[], limit: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A stretch of it with the marks that reach into it. */
export function sliced({ text, marks }: Rich, from: number, to: number): Rich {
  const kept = marks.flatMap((stretch) => {
    const [start, end] = [Math.max(stretch.from, from) - from, Math.min(stretch.to, to) - from];
    return start < end ? [{ ...stretch, from: start, to: end }] : [];
  });
  return { text: text.slice(from, to), marks: kept };
}

/** Without the room at its end, which Telegram would take away. */
export function trimmedEnd(rich: Rich): Rich {
  return sliced(rich, 0, rich.text.trimEnd().length);
}
