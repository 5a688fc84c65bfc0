// Control characters but tab and line feed: they mean nothing in text and something to a terminal.
const controls = /[\0-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** Text of a document as it may be handed on: line ends are line feeds, no control characters, no halves of pairs. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u000b\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll(controls, "")
    .toWellFormed();
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, " ").trim();
}
