import { wordsOf } from "./search-words.ts";
import type { SearchWord } from "./search-words.ts";

const before = 60;
const after = 120;

/** The text around the first hit, on one line, with `<mark>` around each hit. The text is not escaped: escape it before showing it as HTML. */
export function snippetOf(text: string, phrases: readonly (readonly string[])[]): string {
  const whole = text.normalize("NFC");
  const hits = phrases.length === 0 ? [] : hitsIn(whole, phrases);
  const from = cutAt(whole, Math.max(0, (hits[0]?.start ?? 0) - before));
  const to = cutAt(whole, Math.min(whole.length, Math.max((hits[0]?.end ?? 0) + after, before + after)));
  let at = from;
  let shown = from > 0 ? "…" : "";
  for (const { start, end } of hits) {
    if (start < at || end > to) continue;
    shown += `${oneLine(whole.slice(at, start))}<mark>${oneLine(whole.slice(start, end))}</mark>`;
    at = end;
  }
  return `${shown}${oneLine(whole.slice(at, to))}${to < whole.length ? "…" : ""}`;
}

interface Hit {
  readonly start: number;
  readonly end: number;
}

/** From the first hit to the end of what is shown, in order. */
function hitsIn(text: string, phrases: readonly (readonly string[])[]): readonly Hit[] {
  const longest = Math.max(1, ...phrases.map((keys) => keys.length));
  const last: SearchWord[] = [];
  const hits: Hit[] = [];
  for (const word of wordsOf(text)) {
    if (hits[0] !== undefined && word.start > hits[0].end + after) break;
    last.push(word);
    if (last.length > longest) last.shift();
    const length = Math.max(0, ...phrases.filter((keys) => endsWith(last, keys)).map((keys) => keys.length));
    const start = last[last.length - length]?.start;
    if (start !== undefined) hits.push({ start, end: word.end });
  }
  return merged(hits);
}

function endsWith(words: readonly SearchWord[], keys: readonly string[]): boolean {
  const offset = words.length - keys.length;
  return offset >= 0 && keys.every((key, i) => words[offset + i]?.key === key);
}

/** Merges overlapping hits. */
function merged(hits: readonly Hit[]): readonly Hit[] {
  const out: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    if (last !== undefined && hit.start < last.end) out[out.length - 1] = { start: last.start, end: Math.max(last.end, hit.end) };
    else out.push(hit);
  }
  return out;
}

/** Never splits a surrogate pair. */
function cutAt(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
