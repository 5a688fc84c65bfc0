/** What is coloured in one task at most. */
const sliceChars = 4_000;

/** Code cut into slices: after an empty line where there is one, since little goes on across it, else after a line. Together they are the code. */
export function codeSlices(code: string): readonly string[] {
  const slices: string[] = [];
  let from = 0;
  while (code.length - from > sliceChars) {
    const end = cutAfter(code, "\n\n", from) ?? cutAfter(code, "\n", from) ?? from + sliceChars;
    slices.push(code.slice(from, end));
    from = end;
  }
  return [...slices, code.slice(from)];
}

function cutAfter(code: string, mark: string, from: number): number | undefined {
  const at = code.lastIndexOf(mark, from + sliceChars - mark.length);
  return at <= from ? undefined : at + mark.length;
}
