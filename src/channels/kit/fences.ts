export interface Fence {
  /** What opens the block again in the next message: marker and language. */
  readonly opening: string;
  readonly marker: string;
}

/** A line that opens or closes a code block. */
export interface FencedLine {
  readonly from: number;
  /** After its line end. */
  readonly to: number;
  readonly marker: string;
  /** The block that is open after this line; undefined when the line closes one. */
  readonly opens: Fence | undefined;
}

const fenceLine = /^[ \t]*(`{3,16}|~{3,16})([^`\n]*)(?:\n|$)/gm;

/**
 * Every line of the text that opens or closes a code block, in order. Works on what is already written for a platform, which need not
 * be Markdown any more, so that no cut falls into a block.
 */
export function fencesOf(text: string): readonly FencedLine[] {
  const found: FencedLine[] = [];
  let open: Fence | undefined;
  for (const match of text.matchAll(fenceLine)) {
    const [whole, marker = "", info = ""] = match;
    if (open !== undefined && !closes(open, marker, info)) continue;
    const language = info.trim().split(/\s/, 1)[0] ?? "";
    open = open === undefined ? { marker, opening: language.length <= 20 ? marker + language : marker } : undefined;
    found.push({ from: match.index, to: match.index + whole.length, marker, opens: open });
  }
  return found;
}

function closes(open: Fence, marker: string, info: string): boolean {
  return marker.charAt(0) === open.marker.charAt(0) && marker.length >= open.marker.length && info.trim() === "";
}
