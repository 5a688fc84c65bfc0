import type { DocumentBlock, Span } from "#documents/blocks";
import type { PageLine } from "./line.ts";
import type { LinkRange } from "./links.ts";

// A PDF knows where letters are, not what they mean. Paragraphs, headings and items are inferred from distances and sizes; a
// wrong guess moves a line break but never loses a word.

// Symbol fonts keep their bullets in the private area.
const bullet = /^[•◦▪▫‣⁃●○■□\ue000-\uf8ff\u2013-]\s+/;
const numbered = /^(?:\d{1,3}[.)](?:\s+|(?=[^\s\d]))|[a-zA-Z][.)]\s+)/;
const bodyless = 0;

/** Lines that belong together, from the first to the last, with what joins each to the one before. */
interface Group {
  readonly lines: PageLine[];
  readonly joints: string[];
  readonly kind: "text" | "bullet" | "number";
}

/** A block but for what the page alone cannot tell: whether it is a heading. */
export type ParagraphDraft = DocumentBlock | { readonly kind: "text"; readonly spans: readonly Span[]; readonly size: number; readonly lines: number };

/** `page` are all lines of the page: how far they go shows which of these were ended on purpose. */
export function draftsOf(lines: readonly PageLine[], links: readonly LinkRange[], page: readonly PageLine[]): readonly ParagraphDraft[] {
  return groupsOf(lines, marginsOf(page)).map((group) => draftOf(group, links));
}

function draftOf({ lines, joints, kind }: Group, links: readonly LinkRange[]): ParagraphDraft {
  const spans = wordsOf(lines, joints, links);
  return kind === "text" ? { kind, spans, size: lines[0]?.size ?? 0, lines: lines.length } : itemOf(spans, kind);
}

/** `body` is the size that most of the document so far is set in. */
export function blockOf(draft: ParagraphDraft, body: number): DocumentBlock {
  if (draft.kind !== "text") return draft;
  const { spans } = draft;
  const level = headingLevel(draft, body);
  return level === undefined ? { kind: "paragraph", spans } : { kind: "heading", level, spans };
}

function wordsOf(lines: readonly PageLine[], joints: readonly string[], links: readonly LinkRange[]): readonly Span[] {
  const here = links.length === 0 ? links : links.filter(({ from, to }) => lines.some((line) => to > line.at && from < line.at + line.text.length));
  if (here.length > 0) return merged(lines.flatMap((line, i) => [{ text: joints[i] ?? "" }, ...spansOf(line, here)]));
  let text = "";
  lines.forEach((line, i) => (text += (joints[i] ?? "") + line.text));
  return [{ text: withoutHyphens(text) }];
}

/** A hyphen that only a line's end had put there goes. */
function withoutHyphens(text: string): string {
  return text.includes("\ufffe") || text.includes("\u0002") ? text.replaceAll(/[\ufffe\u0002]/g, "") : text;
}

/** Larger than the body and short. */
function headingLevel({ size, lines }: { readonly size: number; readonly lines: number }, body: number): number | undefined {
  if (body === bodyless || lines > 3) return undefined;
  const ratio = size / body;
  if (ratio < 1.15) return undefined;
  return ratio >= 1.75 ? 1 : ratio >= 1.4 ? 2 : 3;
}

function groupsOf(lines: readonly PageLine[], marginOf: (line: PageLine) => number): readonly Group[] {
  const groups: Group[] = [];
  for (const run of runsOf(lines)) {
    const right = run.reduce((most, line) => Math.max(most, marginOf(line)), 0);
    const left = run.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
    const isNumber = numberedIn(run);
    let group: Group | undefined;
    let before: PageLine | undefined;
    for (const line of run) {
      const kind = bullet.test(line.text) ? "bullet" : isNumber(line) ? "number" : "text";
      if (group === undefined || before === undefined || kind !== "text" || line.isRow !== before.isRow || beginsAnew(line, before, { group, left, right }))
        groups.push((group = { lines: [line], joints: [""], kind }));
      else {
        group.lines.push(line);
        group.joints.push(jointOf(before, line, right));
      }
      before = line;
    }
  }
  return groups;
}

/** After a line that was ended on purpose: a first line that is indented, or one that stands no further in than the item before it. */
function beginsAnew(line: PageLine, before: PageLine, { group, left, right }: { group: Group; left: number; right: number }): boolean {
  if (line.isRow === true || !isShort(before, line, right)) return false;
  if (group.kind !== "text") return line.left < (group.lines[0]?.left ?? 0) + line.size * 0.5;
  return line.left - left > line.size * 0.7 && before.left - left < line.size * 0.3;
}

/** How far to the right lines of one size and one left edge go anywhere on the page: a run of short ones does not show it. */
function marginsOf(lines: readonly PageLine[]): (line: PageLine) => number {
  const margins = new Map<number, number>();
  const placeOf = ({ left, size }: PageLine): number => Math.round(size) * 65_536 + Math.floor(left / (2 * Math.max(1, size)));
  for (const line of lines) margins.set(placeOf(line), Math.max(margins.get(placeOf(line)) ?? 0, line.right));
  return (line) => {
    const place = placeOf(line);
    return Math.max(margins.get(place - 1) ?? 0, margins.get(place) ?? 0, margins.get(place + 1) ?? 0);
  };
}

/** A number begins an item where another stands above or below it; "1990. It was" alone does not. */
function numberedIn(run: readonly PageLine[]): (line: PageLine) => boolean {
  const placeOf = ({ left }: PageLine): number => Math.round(left / 3);
  const counts = new Map<number, number>();
  for (const line of run) if (numbered.test(line.text)) counts.set(placeOf(line), (counts.get(placeOf(line)) ?? 0) + 1);
  return (line) => (counts.get(placeOf(line)) ?? 0) > 1 && numbered.test(line.text);
}

/** Lines of one size, one below the other at an even distance. */
function runsOf(lines: readonly PageLine[]): readonly (readonly PageLine[])[] {
  const runs: PageLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && follows(run, line)) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function follows(run: readonly PageLine[], line: PageLine): boolean {
  const before = run.at(-1);
  if (before === undefined) return false;
  const step = before.bottom - line.top;
  const tall = Math.max(before.size, line.size);
  if (tall <= 0 || Math.abs(before.size - line.size) > tall * 0.12) return false;
  if (step < tall * 0.4 || step > tall * 2) return false;
  if (line.left > before.right || line.right < before.left) return false;
  const previous = run.at(-2);
  return previous === undefined || step < (previous.bottom - before.top) * 1.25;
}

/** Whether the next line's first word would have fitted: then the line was ended on purpose. */
function isShort(line: PageLine, next: PageLine, right: number): boolean {
  const word = /^\S+/.exec(next.text)?.[0] ?? "";
  const perChar = (next.right - next.left) / Math.max(1, next.text.length);
  const needed = isWide(next.text) ? perChar * 2 : perChar * (word.length + 1);
  // Widths are means, and an em more is needed before the doubt is gone.
  return line.right + needed + line.size < right;
}

function jointOf(before: PageLine, line: PageLine, right: number): string {
  if (line.isRow === true || isShort(before, line, right)) return "\n";
  return isWide(before.text.at(-1) ?? "") && isWide(line.text) ? "" : " ";
}

/** Scripts that put no space between words. */
function isWide(text: string): boolean {
  return /^[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/.test(text);
}

function spansOf(line: PageLine, links: readonly LinkRange[]): readonly Span[] {
  const end = line.at + line.text.length;
  const spans: Span[] = [];
  let at = line.at;
  const plain = (to: number): void => {
    if (to > at) spans.push({ text: line.text.slice(at - line.at, to - line.at) });
    at = Math.max(at, to);
  };
  for (const { from, to, url } of links) {
    if (to <= at || from >= end) continue;
    plain(Math.max(at, from));
    const stop = Math.min(to, end);
    if (stop > at) spans.push({ text: line.text.slice(at - line.at, stop - line.at), link: url });
    at = Math.max(at, stop);
  }
  plain(end);
  return spans;
}

/** Neighbours of one kind become one. */
function merged(spans: readonly Span[]): readonly Span[] {
  const out: Span[] = [];
  for (const { text, link } of spans) {
    const words = withoutHyphens(text);
    const last = out.at(-1);
    if (words === "") continue;
    if (last !== undefined && (last.link === link || /^\s+$/.test(words))) out[out.length - 1] = { ...last, text: last.text + words };
    else out.push(link === undefined ? { text: words } : { text: words, link });
  }
  return out;
}

/** What stands before the words, which the item says by being one. A number is kept as its mark. */
function itemOf(spans: readonly Span[], kind: "bullet" | "number"): DocumentBlock {
  const [first, ...rest] = spans;
  const mark = (kind === "bullet" ? bullet : numbered).exec(first?.text ?? "")?.[0] ?? "";
  const words = first === undefined ? [] : [{ ...first, text: first.text.slice(mark.length) }, ...rest];
  const item = { kind: "item", depth: 0, isOrdered: kind === "number", spans: words } as const;
  return kind === "number" ? { ...item, mark: mark.trim() } : item;
}
