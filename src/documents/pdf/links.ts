import type { PageLine } from "./line.ts";
import { boxOf } from "./lines.ts";
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

/** `lines` are those of the page: asking the library what stands at a place would go through all letters each time. */
export function readLinks(pdfium: Pdfium, page: number, textPage: number, lines: readonly PageLine[]): readonly LinkRange[] {
  const { call, scratch, numbers } = pdfium;
  const found: LinkRange[] = [];
  const [place, link] = [scratch, scratch + 4];
  numbers().setInt32(place, 0, true);
  for (let i = 0; i < mostLinks && call.FPDFLink_Enumerate(page, place, link) !== 0; i++) {
    const handle = numbers().getUint32(link, true);
    // The next calls use the same room.
    const next = numbers().getInt32(place, true);
    const url = urlOf(pdfium, page, handle);
    const range = url === undefined ? undefined : rangeOf(pdfium, textPage, handle, lines);
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

function rangeOf(pdfium: Pdfium, textPage: number, link: number, lines: readonly PageLine[]): { from: number; to: number } | undefined {
  const { call, scratch, numbers } = pdfium;
  const rect = scratch + 16;
  if (call.FPDFLink_GetAnnotRect(link, rect) === 0) return undefined;
  const at = (i: number): number => numbers().getFloat32(rect + 4 * i, true);
  const [left, top, right, bottom] = [at(0), at(1), at(2), at(3)];
  const line = lines.find((one) => one.top < top && one.top > bottom - one.size * 0.3 && one.left < right && one.right > left);
  if (line === undefined) return undefined;
  const middleOf = (index: number): number => {
    const box = boxOf(pdfium, textPage, call.FPDFText_GetCharIndexFromTextIndex(textPage, index));
    return (box.left + box.right) / 2;
  };
  const end = line.at + line.text.length;
  const [from, to] = [firstPast(left, line.at, end, middleOf), firstPast(right, line.at, end, middleOf)];
  return to > from ? { from, to } : undefined;
}

/** The first letter of a line whose middle is past `x`. Letters of a line stand from left to right, or the guess is a little off. */
function firstPast(x: number, from: number, end: number, middleOf: (index: number) => number): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (middleOf(middle) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}
