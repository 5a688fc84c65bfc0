/**
 * Splits a text into lines of at most `room` bytes of UTF-8, at every line ending and where needed. Joined again they give the
 * text. Blank lines are dropped, because no server delivers them. Never splits within a grapheme, unless a single one exceeds the
 * limit, and avoids splitting after a space, because servers strip trailing spaces.
 */
export function splitText(text: string, room: number): readonly string[] {
  if (room < longestCodePoint) throw new Error(`${room} bytes may be too few for a single character.`);
  return text
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .filter((line) => /[^ ]/.test(line))
    .flatMap((line) => [...splitLine(line, room)]);
}

/** Length in bytes of UTF-8. */
const longestCodePoint = 4;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

function* splitLine(line: string, room: number): Generator<string> {
  if (Buffer.byteLength(line) <= room) {
    yield line;
    return;
  }
  let chunk: string[] = [];
  let bytes = 0;
  for (const part of parts(line, room)) {
    const size = Buffer.byteLength(part);
    while (bytes + size > room) {
      const at = border(chunk);
      yield chunk.slice(0, at).join("");
      chunk = chunk.slice(at);
      bytes = Buffer.byteLength(chunk.join(""));
    }
    chunk.push(part);
    bytes += size;
  }
  yield chunk.join("");
}

/** Graphemes; one that exceeds the limit is split into code points. */
function* parts(line: string, room: number): Generator<string> {
  for (const { segment } of graphemes.segment(line)) {
    if (Buffer.byteLength(segment) <= room) yield segment;
    else yield* segment;
  }
}

/** How many graphemes of a full chunk to send. Some graphemes include a trailing space; avoid splitting after those too. */
function border(chunk: readonly string[]): number {
  const at = wordBorder(chunk);
  const last = chunk.findLastIndex((part, i) => i < at && !part.endsWith(" "));
  return last === -1 ? chunk.length : last + 1;
}

/** Up to the space before the last word, or everything if that word is most of the chunk. */
function wordBorder(chunk: readonly string[]): number {
  const space = chunk.findLastIndex((part) => part.startsWith(" "));
  const word = chunk.findLastIndex((part, at) => at < space && !part.startsWith(" "));
  if (word === -1) return chunk.length;
  return space > chunk.length / 2 ? word + 1 : chunk.length;
}
