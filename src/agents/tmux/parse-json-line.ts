/** A line of a JSONL file; undefined for one that is not JSON, such as one that is still being written. */
export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
