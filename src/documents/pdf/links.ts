import type { Pdfium } from "./pdfium.ts";

/** A stretch of the page's text that leads somewhere. */
export interface LinkRange {
  readonly from: number;
  /** Past the last character. */
  readonly to: number;
  readonly url: string;
}

const mostLinks = 2_000;
const longestUrl = 2_048;
/** In points: how far beside a letter still means that letter. */
const near = 3;

export function readLinks(pdfium: Pdfium, page: number, textPage: number): readonly LinkRange[] {
  const { call, scratch, numbers } = pdfium;
  const found: LinkRange[] = [];
  const [place, link] = [scratch, scratch + 4];
  numbers().setInt32(place, 0, true);
  for (let i = 0; i < mostLinks && call.FPDFLink_Enumerate(page, place, link) !== 0; i++) {
    const handle = numbers().getUint32(link, true);
    // The next calls use the same room.
    const next = numbers().getInt32(place, true);
    const url = urlOf(pdfium, page, handle);
    const range = url === undefined ? undefined : rangeOf(pdfium, textPage, handle);
    if (url !== undefined && range !== undefined) found.push({ ...range, url });
    numbers().setInt32(place, next, true);
  }
  return found.toSorted((a, b) => a.from - b.from);
}

function urlOf({ call, bytes }: Pdfium, page: number, link: number): string | undefined {
  const action = call.FPDFLink_GetAction(link);
  if (action === 0) return undefined;
  const size = call.FPDFAction_GetURIPath(page, action, 0, 0);
  if (size <= 1 || size > longestUrl) return undefined;
  const into = call.malloc(size);
  call.FPDFAction_GetURIPath(page, action, into, size);
  const url = Buffer.from(bytes().subarray(into, into + size - 1)).toString("utf8");
  call.free(into);
  return url;
}

function rangeOf({ call, scratch, numbers }: Pdfium, textPage: number, link: number): { from: number; to: number } | undefined {
  const rect = scratch + 16;
  if (call.FPDFLink_GetAnnotRect(link, rect) === 0) return undefined;
  const at = (i: number): number => numbers().getFloat32(rect + 4 * i, true);
  const [left, top, right, bottom] = [at(0), at(1), at(2), at(3)];
  const middle = (top + bottom) / 2;
  const indexAt = (x: number): number => {
    const char = call.FPDFText_GetCharIndexAtPos(textPage, x, middle, near, near);
    return char < 0 ? -1 : call.FPDFText_GetTextIndexFromCharIndex(textPage, char);
  };
  const [from, to] = [indexAt(left + 1), indexAt(right - 1)];
  return from < 0 || to < from ? undefined : { from, to: to + 1 };
}
