/**
 * The lines that carry a text: every line end begins a new one, and none is longer than `room` bytes of UTF-8. Put together again
 * (with the line ends) they are the text. Blank lines are left out, because no server carries them. No border lies inside a
 * character as people count them, unless a single one is longer than the room, and none lies behind a space where it can be
 * helped, because servers cut spaces off the end of a line.
 */
export function splitText(text: string, room: number): readonly string[] {
  if (room < longestCodePoint) throw new Error(`No character is sure to fit into ${room} bytes.`);
  return text
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .filter((line) => /[^ ]/.test(line))
    .flatMap((line) => [...splitLine(line, room)]);
}

/** Bytes of UTF-8. */
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

/** Characters as people count them; one that is longer than the room comes apart into code points. */
function* parts(line: string, room: number): Generator<string> {
  for (const { segment } of graphemes.segment(line)) {
    if (Buffer.byteLength(segment) <= room) yield segment;
    else yield* segment;
  }
}

/** How many parts of a full chunk go. Some characters take the space behind them along: no border there either, where it can be helped. */
function border(chunk: readonly string[]): number {
  const at = wordBorder(chunk);
  const last = chunk.findLastIndex((part, i) => i < at && !part.endsWith(" "));
  return last === -1 ? chunk.length : last + 1;
}

/** Up to the gap before its last word, or all where that word is most of it. */
function wordBorder(chunk: readonly string[]): number {
  const space = chunk.findLastIndex((part) => part.startsWith(" "));
  const word = chunk.findLastIndex((part, at) => at < space && !part.startsWith(" "));
  if (word === -1) return chunk.length;
  return space > chunk.length / 2 ? word + 1 : chunk.length;
}
