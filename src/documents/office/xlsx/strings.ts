import type { Findings } from "#documents/blocks";
import { DocumentFault } from "#documents/fault";
import type { Office } from "#documents/office/office";

const mostCharacters = 48_000_000;
const mostStrings = 4_000_000;

/** The longest text that a cell of Excel can have. */
export const longestCell = 32_767;

/** Texts that cells share. They are the one thing that is kept as a whole, because cells point into them in any order. */
export async function readSharedStrings(office: Office, part: string | undefined, out: Findings): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = "";
  let total = 0;
  let isText = false;
  // The reading aids above East Asian characters are not part of the text.
  let phonetic = 0;
  const handler = {
    open(name: string): void {
      if (name === "t") isText = phonetic === 0;
      else if (name === "rPh") phonetic += 1;
    },
    close(name: string): void {
      if (name === "t") isText = false;
      else if (name === "rPh") phonetic -= 1;
      else if (name === "si") {
        if (total > mostCharacters || strings.length >= mostStrings) {
          throw new DocumentFault("TooLarge", "The workbook contains more text than the limit. Save the sheet you need as a separate workbook, or as CSV.", {
            limit: mostCharacters,
            unit: "characters",
          });
        }
        strings.push(cellText(current, out));
        current = "";
      }
    },
    text(words: string): void {
      if (!isText || current.length > longestCell) return;
      current += words;
      total += words.length;
    },
  };
  if (part !== undefined) await office.read(part, handler);
  return strings;
}

export function cellText(text: string, out: Findings): string {
  if (text.length <= longestCell) return unescaped(text);
  out.warn(`A cell was longer than ${longestCell} characters; the rest of it was left out.`);
  return unescaped(text.slice(0, longestCell));
}

// Characters that XML cannot hold are written `_x000D_`.
function unescaped(text: string): string {
  return text.includes("_x") ? text.replace(/_x([0-9a-f]{4})_/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
}
