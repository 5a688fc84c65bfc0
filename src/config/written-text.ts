import { isDeepStrictEqual } from "node:util";
import { parse, parseDocument, type Document } from "yaml";

/** The document as text, in which the lines that were not changed are as somebody wrote them: the library has a style of its own for brackets. */
export function writtenText(doc: Document, before: string): string {
  const written = doc.toString({ lineWidth: 0 });
  const [old, restyled] = [before.split("\n"), parseDocument(before).toString({ lineWidth: 0 }).split("\n")];
  if (old.length !== restyled.length) return written;
  const own = new Map(restyled.map((line, index) => [line, old[index]]));
  const text = written
    .split("\n")
    .map((line) => own.get(line) ?? line)
    .join("\n");
  return isSame(text, written) ? text : written;
}

function isSame(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(parse(one), parse(other));
  } catch {
    return false;
  }
}
