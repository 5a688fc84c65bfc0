/** Everything that some reader takes for the end of a line. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Text behind a head on the same line: its other lines are indented, so that none of them looks like the head of another message. */
export function indentRest(text: string): string {
  return text.split(lineEnd).join("\n    ");
}

/** Text as a Markdown quotation: whatever it holds, no line of it begins a heading outside. */
export function quoteLines(text: string): string {
  return text
    .split(lineEnd)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}
