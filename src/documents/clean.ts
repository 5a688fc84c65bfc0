// Control characters except tab and line feed: terminals interpret them.
const controls = /[\0-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** Document text made safe: line feeds only, no control characters, no lone surrogates. */
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
