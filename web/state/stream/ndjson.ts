/** Cuts a stream of text into lines of JSON, wherever the chunks are cut. Returns what became complete with this chunk. */
export function jsonLines(): (chunk: string) => readonly unknown[] {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    return lines.filter((line) => line.trim() !== "").map((line): unknown => JSON.parse(line));
  };
}
