// Characters that show nothing, or turn what stands around them. Whoever reads a text must see that they are there.
const hidden =
  "\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{E0000}-\\u{E0FFF}";
// Spaces that are not the space: harmless in prose, not in a command.
const spaces = "\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000\\uFE00-\\uFE0F";

// Made once: these are large classes, and every piece of text on the page is searched with them. matchAll works on a copy.
const inProse = new RegExp(`[${hidden}]`, "gu");
const inCommands = new RegExp(`[${hidden}${spaces}]`, "gu");

/** Plain text, or the names of the hidden characters that stand there (`U+202E`, `U+200B×40`), which are shown as one box. */
type Piece = string | { readonly box: string };

/** Of a long run of different characters in prose, so many names are shown, and how many more there are. */
const mostNames = 6;

/** `exact`: the text is what will run, so look-alikes of the space are shown too, and every character has its name. */
export function pieces(text: string, exact = false): readonly Piece[] {
  const out: Piece[] = [];
  let from = 0;
  let run: string[] = [];
  const closeRun = (): void => {
    if (run.length > 0) out.push({ box: boxOf(run, exact) });
    run = [];
  };
  for (const found of text.matchAll(exact ? inCommands : inProse)) {
    if (!exact && found[0] === "\u200D" && joinsPictures(text, found.index)) continue;
    if (found.index > from) {
      closeRun();
      out.push(text.slice(from, found.index));
    }
    run.push(found[0]);
    from = found.index + found[0].length;
  }
  closeRun();
  if (from < text.length) out.push(text.slice(from));
  return out;
}

/** One box for a whole run: thousands of boxes would hold up the browser and hide the text behind them. */
function boxOf(run: readonly string[], exact: boolean): string {
  const names: { readonly char: string; count: number }[] = [];
  for (const char of run) {
    const last = names.at(-1);
    if (last?.char === char) last.count += 1;
    else names.push({ char, count: 1 });
  }
  const shown = exact ? names : names.slice(0, mostNames);
  const rest = names.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  const spelledOut = shown.map(({ char, count }) => (count === 1 ? nameOf(char) : `${nameOf(char)}×${count}`));
  return [...spelledOut, ...(rest === 0 ? [] : [`+${rest}`])].join(" ");
}

/** For places that hold only text: a tooltip, a label, an announcement. */
export function spelled(text: string): string {
  return pieces(text)
    .map((piece) => (typeof piece === "string" ? piece : `[${piece.box}]`))
    .join("");
}

function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The joiner in a family or a flag belongs to the picture. */
function joinsPictures(text: string, at: number): boolean {
  return (
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^\p{Extended_Pictographic}/u.test(text.slice(at + 1, at + 3))
  );
}
