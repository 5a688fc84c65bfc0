// Characters that show nothing, or turn what stands around them. Whoever reads a text must see that they are there.
const hidden =
  "\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{E0000}-\\u{E0FFF}";
// Spaces that are not the space: harmless in prose, not in a command.
const spaces = "\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000\\uFE00-\\uFE0F";

// Made once: these are large classes, and every piece of text on the page is searched with them. matchAll works on a copy.
const inProse = new RegExp(`[${hidden}]`, "gu");
const inCommands = new RegExp(`[${hidden}${spaces}]`, "gu");

/** Plain text, or the name of a character (`U+202E`) that is shown as a box. */
type Piece = string | { readonly box: string };

/** `exact`: the text is what will run, so look-alikes of the space are shown too. */
export function pieces(text: string, exact = false): readonly Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(exact ? inCommands : inProse)) {
    if (!exact && found[0] === "\u200D" && joinsPictures(text, found.index)) continue;
    if (found.index > from) out.push(text.slice(from, found.index));
    out.push({ box: nameOf(found[0]) });
    from = found.index + found[0].length;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
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
