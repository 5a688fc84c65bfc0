import type { Inline } from "./blocks.ts";

interface Frame {
  readonly marker: string;
  readonly children: Inline[];
}

/** Past this depth markers are plain text: nobody writes that, and each level costs a look at every closing marker. */
const deepest = 12;
const kinds = { "**": "bold", __: "bold", "*": "italic", _: "italic", "~~": "struck" } as const;
type Marker = keyof typeof kinds;

const special = /[\\`*_~[\]!<]/g;
const escaped = /[!-/:-@[-`{-~]/;
const target = /\([ \t]*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))(?:[ \t]+"[^"\n]*")?[ \t]*\)/y;
const autolink = /<((?:https?|mailto):[^\s<>]+)>/y;

/** One pass and a stack, so that no text, however made, takes more than time in proportion to its length. */
export function parseInline(source: string): readonly Inline[] {
  const stack: Frame[] = [{ marker: "", children: [] }];
  const spans = codeSpans(source);
  let at = 0;
  while (at < source.length) {
    special.lastIndex = at;
    const next = special.exec(source)?.index ?? source.length;
    if (next > at) addText(stack, source.slice(at, next));
    at = next < source.length ? next + takeSpecial(source, next, stack, spans) : next;
  }
  while (stack.length > 1) flatten(stack);
  return stack[0]?.children ?? [];
}

/** Handles the special character at `at`; returns how many characters it took. */
function takeSpecial(source: string, at: number, stack: Frame[], spans: ReadonlyMap<number, number>): number {
  const char = source.charAt(at);
  switch (char) {
    case "\\":
      if (escaped.test(source.charAt(at + 1))) {
        addText(stack, source.charAt(at + 1));
        return 2;
      }
      break;
    case "`":
      return takeCode(source, at, stack, spans);
    case "<": {
      autolink.lastIndex = at;
      const href = autolink.exec(source)?.[1];
      if (href === undefined) break;
      add(stack, { kind: "link", href, children: [{ kind: "text", text: href }] });
      return href.length + 2;
    }
    case "!":
      // A picture is shown as a link to it.
      if (source.charAt(at + 1) === "[") return 1;
      break;
    case "[":
      if (stack.length > deepest) break;
      stack.push({ marker: "[", children: [] });
      return 1;
    case "]":
      return takeLinkEnd(source, at, stack);
    case "*":
    case "_":
    case "~":
      return takeMarkers(source, at, stack);
  }
  addText(stack, char);
  return 1;
}

function takeCode(source: string, at: number, stack: Frame[], spans: ReadonlyMap<number, number>): number {
  const run = runLength(source, at);
  const end = spans.get(at);
  if (end === undefined) {
    addText(stack, source.slice(at, at + run));
    return run;
  }
  const inner = source.slice(at + run, end);
  // One space inside each end lets a span begin or end with a backtick.
  const text = inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "" ? inner.slice(1, -1) : inner;
  add(stack, { kind: "code", text });
  return end + run - at;
}

function takeLinkEnd(source: string, at: number, stack: Frame[]): number {
  const open = stack.findLastIndex((frame) => frame.marker === "[");
  if (open === -1) {
    addText(stack, "]");
    return 1;
  }
  target.lastIndex = at + 1;
  const found = target.exec(source);
  while (stack.length > open + 1) flatten(stack);
  if (found === null) {
    flatten(stack);
    addText(stack, "]");
    return 1;
  }
  const { children } = stack.pop() ?? { children: [] };
  add(stack, { kind: "link", href: found[1] ?? found[2] ?? "", children });
  return 1 + found[0].length;
}

function takeMarkers(source: string, at: number, stack: Frame[]): number {
  const run = runLength(source, at);
  const char = source.charAt(at);
  const before = source.charAt(at - 1);
  const after = source.charAt(at + run);
  const fits = char === "~" ? run === 2 : run <= 3;
  // snake_case is no emphasis; 2*3 next to letters may be.
  const canOpen = fits && !isBlank(after) && (char !== "_" || !isWord(before));
  const canClose = fits && !isBlank(before) && (char !== "_" || !isWord(after));
  let left = run;
  while (canClose && left > 0) {
    const open = openedBy(stack, char, left);
    if (open === -1 || stack.slice(open).some((frame) => frame.marker === "[")) break;
    while (stack.length > open + 1) flatten(stack);
    const { marker, children } = stack.pop() ?? { marker: "", children: [] };
    add(stack, { kind: kinds[marker as Marker], children });
    left -= marker.length;
  }
  const markers = left === 3 ? [char + char, char] : left > 0 ? [char.repeat(left)] : [];
  for (const marker of markers) {
    if (canOpen && stack.length <= deepest) stack.push({ marker, children: [] });
    else addText(stack, marker);
  }
  return run;
}

/** The frame that a run of `left` markers closes: one of its own length, else a shorter one. */
function openedBy(stack: readonly Frame[], char: string, left: number): number {
  const exact = stack.findLastIndex((frame) => frame.marker === char.repeat(left));
  return exact !== -1 ? exact : stack.findLastIndex((frame) => frame.marker.startsWith(char) && frame.marker.length < left);
}

/** Where each backtick run that opens a code span finds its end. */
function codeSpans(source: string): ReadonlyMap<number, number> {
  const spans = new Map<number, number>();
  const runs = [...source.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const byLength = Map.groupBy(runs, (run) => run.length);
  const looked = new Map<number, number>();
  for (const run of runs) {
    const same = byLength.get(run.length) ?? [];
    let i = looked.get(run.length) ?? 0;
    while (i < same.length && (same[i]?.at ?? 0) <= run.at) i++;
    looked.set(run.length, i);
    const end = same[i];
    if (end !== undefined) spans.set(run.at, end.at);
  }
  return spans;
}

/** An opening marker that found no end is text again. */
function flatten(stack: Frame[]): void {
  const frame = stack.pop();
  if (frame === undefined) return;
  addText(stack, frame.marker);
  for (const child of frame.children) add(stack, child);
}

function add(stack: Frame[], inline: Inline): void {
  const children = stack.at(-1)?.children;
  const last = children?.at(-1);
  if (inline.kind === "text" && last?.kind === "text") children?.splice(-1, 1, { kind: "text", text: last.text + inline.text });
  else children?.push(inline);
}

function addText(stack: Frame[], text: string): void {
  if (text !== "") add(stack, { kind: "text", text });
}

function runLength(source: string, at: number): number {
  let end = at;
  while (source.charAt(end) === source.charAt(at) && end < source.length) end++;
  return end - at;
}

function isBlank(char: string): boolean {
  return char === "" || /\s/.test(char);
}

function isWord(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}
