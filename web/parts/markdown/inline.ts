import { safeHref } from "./href.ts";

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "strike"; readonly parts: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly parts: readonly Inline[] }
  | { readonly kind: "break" };

/** Marks inside marks; what lies deeper is shown as it was written. */
const deepest = 16;
const longestRun = 3;

interface Open {
  readonly mark: "*" | "**" | "_" | "__" | "~~" | "[";
  /** Where its text starts among the parts read so far. */
  readonly from: number;
}

/**
 * Reads the marks inside one block. Each character is looked at a bounded number of times: every mark is opened once and
 * closed or given up once. `growing`: the text is still being written, and a mark that has not closed yet is held back.
 */
export function parseInline(text: string, growing = false): readonly Inline[] {
  const parts: Inline[] = [];
  const open: Open[] = [];
  const ticks = tickRuns(text);
  const nextMark = markFinder(text);
  let plain = "";
  let at = 0;

  const flush = (): void => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  const add = (part: Inline): void => {
    flush();
    parts.push(part);
  };
  /** The mark shows as written only when it turns out to be no mark. */
  const giveUp = (one: Open): void => {
    if (!growing) parts[one.from] = { kind: "text", text: one.mark };
  };
  const begin = (mark: Open["mark"]): void => {
    flush();
    open.push({ mark, from: parts.length });
    parts.push({ kind: "text", text: "" });
  };
  const find = (mark: Open["mark"]): number => open.findLastIndex((one) => one.mark === mark);
  const wrap = (index: number, around: (inside: readonly Inline[]) => Inline): void => {
    flush();
    for (const one of open.splice(index + 1)) parts[one.from] = { kind: "text", text: one.mark };
    const [one] = open.splice(index);
    if (one !== undefined) parts.push(around(parts.splice(one.from).slice(1)));
  };

  while (at < text.length) {
    const char = text.charAt(at);
    if (char === "\\" && /[!-/:-@[-`{-~]/.test(text.charAt(at + 1))) {
      plain += text.charAt(at + 1);
      at += 2;
    } else if (char === "\n" || text.startsWith("<br>", at)) {
      add({ kind: "break" });
      at += char === "<" ? 4 : 1;
    } else if (char === "`") {
      at = readCode();
    } else if (char === "*" || char === "_" || char === "~") {
      at = readMarks(char);
    } else if (char === "[" && open.length < deepest) {
      begin("[");
      at += 1;
    } else if (char === "]") {
      at = readLinkEnd();
    } else if (char === "<" || char === "h") {
      at = readAddress(char === "<");
    } else {
      const next = nextMark(at + 1);
      plain += text.slice(at, next);
      at = next;
    }
  }
  flush();
  for (const one of open) giveUp(one);
  return joined(parts);

  function readCode(): number {
    const length = runLength(text, at, "`");
    const end = ticks.closing(at, length);
    if (end === undefined) {
      if (!growing) plain += "`".repeat(length);
      return at + length;
    }
    const inside = text.slice(at + length, end).replace(/\n/g, " ");
    add({ kind: "code", text: /^ .*\S.* $/.test(inside.slice(0, 2_000)) ? inside.slice(1, -1) : inside });
    return end + length;
  }

  function readMarks(char: "*" | "_" | "~"): number {
    let length = runLength(text, at, char);
    const end = at + length;
    const [before, behind] = [text.charAt(at - 1), text.charAt(end)];
    const inWord = char === "_" && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(behind);
    if (length > longestRun || inWord || (char === "~" && length !== 2)) {
      plain += text.slice(at, end);
      return end;
    }
    const twice = `${char}${char}` as "**" | "__" | "~~";
    const isEnd = before !== "" && !/\s/.test(before);
    while (isEnd && length > 0) {
      const double = length >= 2 ? find(twice) : -1;
      const single = char === "~" ? -1 : find(char);
      const index = Math.max(double, single);
      if (index < 0) break;
      const isDouble = index === double;
      const kind = char === "~" ? "strike" : isDouble ? "strong" : "em";
      wrap(index, (inside) => ({ kind, parts: inside }));
      length -= isDouble ? 2 : 1;
    }
    const canBegin = behind !== "" && !/\s/.test(behind);
    // While the text grows its last mark may be the beginning of something.
    const isHeld = growing && end === text.length;
    if (canBegin && open.length < deepest) {
      if (length >= 2) begin(twice);
      if (length % 2 === 1) begin(char === "~" ? "~~" : char);
    } else if (!isHeld) plain += char.repeat(length);
    return end;
  }

  function readLinkEnd(): number {
    const index = find("[");
    const target = index < 0 ? undefined : readTarget(text, at + 1);
    const href = target === undefined ? undefined : safeHref(target.href);
    if (target === undefined || href === undefined) {
      const isHalf = growing && index >= 0 && /^\]\([^\s()[\]]*$/.test(text.slice(at, at + 2_000));
      if (isHalf) return text.length;
      if (index >= 0) {
        const [one] = open.splice(index, 1);
        if (one !== undefined) parts[one.from] = { kind: "text", text: "[" };
      }
      plain += "]";
      return at + 1;
    }
    wrap(index, (inside) => ({ kind: "link", href, parts: inside.map(withoutLink) }));
    return target.end;
  }

  function readAddress(angled: boolean): number {
    const start = angled ? at + 1 : at;
    const scheme = /^(?:https?:\/\/|mailto:)/.exec(text.slice(start, start + 8))?.[0];
    const isInWord = !angled && /[\p{L}\p{N}]/u.test(text.charAt(at - 1));
    const end = scheme === undefined || isInWord || (!angled && scheme === "mailto:") ? start : addressEnd(text, start + scheme.length, angled, find("[") >= 0);
    const href = end > start ? safeHref(text.slice(start, end)) : undefined;
    if (href === undefined || (angled && text.charAt(end) !== ">")) {
      plain += text.charAt(at);
      return at + 1;
    }
    add({ kind: "link", href, parts: [{ kind: "text", text: text.slice(start, end) }] });
    return angled ? end + 1 : end;
  }
}

/** Finds the next character that may mean something. */
function markFinder(text: string): (from: number) => number {
  const marks = /[\\`*_~[\]<h\n]/g;
  return (from) => {
    marks.lastIndex = from;
    return marks.exec(text)?.index ?? text.length;
  };
}

function runLength(text: string, at: number, char: string): number {
  let end = at;
  while (text.charAt(end) === char) end += 1;
  return end - at;
}

/** All runs of backticks, found once: the end of an inline code is the next run of the same length. */
function tickRuns(text: string): { closing(at: number, length: number): number | undefined } {
  const byLength = new Map<number, number[]>();
  for (const run of text.matchAll(/`+/g)) {
    const runs = byLength.get(run[0].length);
    if (runs === undefined) byLength.set(run[0].length, [run.index]);
    else runs.push(run.index);
  }
  const used = new Map<number, number>();
  return {
    closing(at, length) {
      const runs = byLength.get(length) ?? [];
      let index = used.get(length) ?? 0;
      while (index < runs.length && (runs[index] ?? 0) <= at) index += 1;
      used.set(length, index);
      return runs[index];
    },
  };
}

const longestAddress = 2_000;

/** `(address "title")` behind a `]`. The title is left out. */
function readTarget(text: string, at: number): { readonly href: string; readonly end: number } | undefined {
  if (text.charAt(at) !== "(") return undefined;
  let depth = 0;
  const last = Math.min(text.length, at + longestAddress);
  for (let end = at + 1; end < last; end += 1) {
    const char = text.charAt(end);
    if (char === "(") depth += 1;
    else if (char === ")" && depth > 0) depth -= 1;
    else if (char === ")") return { href: text.slice(at + 1, end), end: end + 1 };
    else if (char === " ") {
      const title = /^ +"[^"\n]{0,300}"\)/.exec(text.slice(end, end + 320))?.[0];
      return title === undefined ? undefined : { href: text.slice(at + 1, end), end: end + title.length };
    } else if (/[\s[\]<>`]/.test(char)) return undefined;
  }
  return undefined;
}

/** The text of a link ends with its bracket, and so does an address in it. */
function addressEnd(text: string, from: number, angled: boolean, isInLink: boolean): number {
  let end = from;
  const last = Math.min(text.length, from + longestAddress);
  const ends = !angled && isInLink ? /[^!-~]|[<>"`\\^{|}\]]/ : /[^!-~]|[<>"`\\^{|}]/;
  while (end < last && !ends.test(text.charAt(end))) end += 1;
  if (angled) return end;
  const hasBracket = text.slice(from, end).includes("(");
  // A full stop or a bracket behind an address belongs to the sentence.
  while (end > from) {
    const char = text.charAt(end - 1);
    if (char === ")" && hasBracket) break;
    if (!/[.,;:!?'"*_~)\]]/.test(char)) break;
    end -= 1;
  }
  return end;
}

function withoutLink(part: Inline): Inline {
  if (part.kind === "link") return { kind: "text", text: textOf(part.parts) };
  return "parts" in part ? { ...part, parts: part.parts.map(withoutLink) } : part;
}

function textOf(parts: readonly Inline[]): string {
  return parts.map((part) => ("parts" in part ? textOf(part.parts) : "text" in part ? part.text : " ")).join("");
}

/** Neighbouring texts become one, empty ones go. */
function joined(parts: readonly Inline[]): readonly Inline[] {
  const out: Inline[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === "text" && last?.kind === "text") out[out.length - 1] = { kind: "text", text: last.text + part.text };
    else if (part.kind !== "text" || part.text !== "") out.push("parts" in part ? { ...part, parts: joined(part.parts) } : part);
  }
  return out;
}
