import type { Block, Span } from "#documents/blocks";
import type { Line } from "./lines.ts";
import type { LinkRange } from "./links.ts";

// A PDF knows where letters stand, not what they are. What is a paragraph, a heading or an item is judged by distances and
// sizes; a judgement that is wrong moves a line break and never loses a word.

const bullet = /^[•◦▪▫‣⁃●○■□\uf0b7\uf0a7\u2013-]\s+/;
const numbered = /^(?:\d{1,3}|[a-zA-Z])[.)]\s+/;
const bodyless = 0;

/** Lines that belong together, from the first to the last, with what joins each to the one before. */
interface Group {
  readonly lines: Line[];
  readonly joints: string[];
  readonly kind: "text" | "bullet" | "number";
}

/** `body` is the size that most of the document so far is set in. */
export function blocksOf(lines: readonly Line[], links: readonly LinkRange[], body: number): readonly Block[] {
  return groupsOf(lines).map((group) => blockOf(group, links, body));
}

function blockOf({ lines, joints, kind }: Group, links: readonly LinkRange[], body: number): Block {
  const [first] = lines;
  const spans = lines.flatMap((line, i) => [{ text: joints[i] ?? "" }, ...spansOf(line, links)]);
  if (kind !== "text") return { kind: "item", depth: 0, isOrdered: kind === "number", spans: withoutMark(merged(spans), kind) };
  const level = first === undefined ? undefined : headingLevel(first, lines, body);
  return level === undefined ? { kind: "paragraph", spans: merged(spans) } : { kind: "heading", level, spans: merged(spans) };
}

/** Larger than the body and short. */
function headingLevel(first: Line, lines: readonly Line[], body: number): number | undefined {
  if (body === bodyless || lines.length > 3) return undefined;
  const ratio = first.size / body;
  if (ratio < 1.15) return undefined;
  return ratio >= 1.75 ? 1 : ratio >= 1.4 ? 2 : 3;
}

function groupsOf(lines: readonly Line[]): readonly Group[] {
  const groups: Group[] = [];
  for (const run of runsOf(lines)) {
    const right = marginOf(run, lines);
    const left = run.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
    let group: Group | undefined;
    run.forEach((line, i) => {
      const before = run[i - 1];
      const kind = bullet.test(line.text) ? "bullet" : numbered.test(line.text) && beginsItem(run, i) ? "number" : "text";
      const begins =
        group === undefined ||
        before === undefined ||
        kind !== "text" ||
        (line.left - left > line.size * 0.7 && before.left - left < line.size * 0.3 && isShort(before, line, right));
      if (begins) groups.push((group = { lines: [line], joints: [""], kind }));
      else {
        group?.lines.push(line);
        group?.joints.push(jointOf(before, line, right));
      }
    });
  }
  return groups;
}

/** How far to the right lines of this kind go anywhere on the page: a run of short ones does not show it. */
function marginOf(run: readonly Line[], lines: readonly Line[]): number {
  const [{ left, size } = { left: 0, size: 0 }] = run;
  const alike = lines.filter((line) => Math.abs(line.left - left) < 3 * size && Math.abs(line.size - size) < size * 0.12);
  return [...run, ...alike].reduce((right, line) => Math.max(right, line.right), 0);
}

/** A number begins an item where another item stands next to it in the same run; "1990. It was" alone does not. */
function beginsItem(run: readonly Line[], at: number): boolean {
  return run.some((line, i) => i !== at && numbered.test(line.text) && Math.abs(line.left - (run[at]?.left ?? 0)) < 2);
}

/** Lines of one size, one below the other at an even distance. */
function runsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const runs: Line[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && follows(run, line)) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function follows(run: readonly Line[], line: Line): boolean {
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
function isShort(line: Line, next: Line, right: number): boolean {
  const word = /^\S+/.exec(next.text)?.[0] ?? "";
  const perChar = (next.right - next.left) / Math.max(1, next.text.length);
  const needed = isWide(next.text) ? perChar * 2 : perChar * (word.length + 1);
  // Widths are means, and an em more is needed before the doubt is gone.
  return line.right + needed + line.size < right;
}

function jointOf(before: Line, line: Line, right: number): string {
  if (isShort(before, line, right)) return "\n";
  return isWide(before.text.at(-1) ?? "") && isWide(line.text) ? "" : " ";
}

/** Scripts that put no space between words. */
function isWide(text: string): boolean {
  return /^[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/.test(text);
}

function spansOf(line: Line, links: readonly LinkRange[]): readonly Span[] {
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

/** Neighbours of one kind become one; a hyphen that only a line's end had put there goes. */
function merged(spans: readonly Span[]): readonly Span[] {
  const out: Span[] = [];
  for (const { text, link } of spans) {
    const words = text.replaceAll(/[\ufffe\u0002]/g, "");
    const last = out.at(-1);
    if (words === "") continue;
    if (last !== undefined && (last.link === link || /^\s+$/.test(words))) out[out.length - 1] = { ...last, text: last.text + words };
    else out.push(link === undefined ? { text: words } : { text: words, link });
  }
  return out;
}

function withoutMark(spans: readonly Span[], kind: "bullet" | "number"): readonly Span[] {
  const [first, ...rest] = spans;
  if (first === undefined || kind === "number") return spans;
  return [{ ...first, text: first.text.replace(bullet, "") }, ...rest];
}
