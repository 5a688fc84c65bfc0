import { isBlank, isWord } from "./characters.ts";
import { safeHref } from "./href.ts";
import type { Inline } from "./tree.ts";

// Written by hand, because no library holds up here. marked 18 takes more than eight seconds for 250 kB of `_a`, of `**a*b_c__`
// or of zero-width characters between marks, and for one `x`, 250,000 spaces and a `y`; this takes well under a second for each
// (bench/markdown.ts), and the hub has one thread for everybody. CommonMark's rules also refuse emphasis next to Chinese quotation marks
// (`**“引用”**后面`), and no library holds back marks that have not closed yet in an answer that is still being written.

/** Marks inside marks; deeper ones are shown as written. */
const maxDepth = 16;
const longestRun = 3;
const longestAddress = 2_000;

/** Reads the marks inside one block. `growing`: the text is still being written, and a mark that has not closed yet is held back. */
export function parseInline(text: string, growing = false): readonly Inline[] {
  return new InlineReader(text, growing).read();
}

interface OpenMark {
  readonly mark: "*" | "**" | "_" | "__" | "~~" | "[";
  /** Where its text starts among the parts read so far. */
  readonly from: number;
}

/** Every mark looks for its beginning among the open ones: past this many, a mark is text, so that reading stays linear. */
const mostOpen = 250;

/** One pass and a stack: every mark is opened once, and closed or given up once. */
class InlineReader {
  readonly #text: string;
  readonly #growing: boolean;
  readonly #parts: Inline[] = [];
  readonly #open: OpenMark[] = [];
  readonly #marks = /[\\`*_~![\]<h\n]/g;
  #ticks: TickRuns | undefined;
  #plain = "";
  #at = 0;

  constructor(text: string, growing: boolean) {
    this.#text = text;
    this.#growing = growing;
  }

  read(): readonly Inline[] {
    while (this.#at < this.#text.length) this.#at = this.#readNext();
    this.#flush();
    for (const one of this.#open) if (!this.#growing) this.#parts[one.from] = { kind: "text", text: one.mark };
    return joined(this.#parts);
  }

  /** Reads what stands at the current position; returns where it ends. */
  #readNext(): number {
    const char = this.#text.charAt(this.#at);
    switch (char) {
      case "\\":
        return this.#readEscape();
      case "\n":
        return this.#add({ kind: "break" }, this.#at + 1);
      case "`":
        return this.#readCode();
      case "*":
      case "_":
      case "~":
        return this.#readMarks(char);
      case "!":
        // A picture is shown as a link to it.
        return this.#say(this.#text.charAt(this.#at + 1) === "[" ? "" : char, 1);
      case "[":
        if (this.#open.length >= maxDepth) return this.#say(char, 1);
        this.#begin("[");
        return this.#at + 1;
      case "]":
        return this.#readLinkEnd();
      case "<":
        if (this.#text.startsWith("<br>", this.#at)) return this.#add({ kind: "break" }, this.#at + 4);
        return this.#readAddress(true);
      case "h":
        return this.#readAddress(false);
      default:
        return this.#readPlain();
    }
  }

  #readPlain(): number {
    this.#marks.lastIndex = this.#at + 1;
    const next = this.#marks.exec(this.#text)?.index ?? this.#text.length;
    return this.#say(this.#text.slice(this.#at, next), next - this.#at);
  }

  #readEscape(): number {
    const next = this.#text.charAt(this.#at + 1);
    // At the end of a line it is a line break, which the line end is already.
    if (next === "\n") return this.#at + 1;
    return /[!-/:-@[-`{-~]/.test(next) ? this.#say(next, 2) : this.#say("\\", 1);
  }

  #readCode(): number {
    const length = runLength(this.#text, this.#at, "`");
    this.#ticks ??= tickRuns(this.#text);
    const end = this.#ticks.closing(this.#at, length);
    if (end === undefined) return this.#say(this.#growing ? "" : "`".repeat(length), length);
    const inside = this.#text.slice(this.#at + length, end).replace(/\n/g, " ");
    // One space inside each end lets a span begin or end with a backtick.
    const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    return this.#add({ kind: "code", text: isPadded ? inside.slice(1, -1) : inside }, end + length);
  }

  #readMarks(char: "*" | "_" | "~"): number {
    const text = this.#text;
    let left = runLength(text, this.#at, char);
    const end = this.#at + left;
    const [before, after] = [text.charAt(this.#at - 1), text.charAt(end)];
    // snake_case is not emphasis.
    const inWord = char === "_" && isWord(before) && isWord(after);
    if (left > longestRun || inWord || (char === "~" && left !== 2)) return this.#say(text.slice(this.#at, end), left);
    if (!isBlank(before)) left = this.#closeMarks(char, left);
    const twice = `${char}${char}` as "**" | "__" | "~~";
    if (!isBlank(after) && this.#open.length < maxDepth) {
      if (left >= 2) this.#begin(twice);
      if (left % 2 === 1) this.#begin(char === "~" ? "~~" : char);
    } else if (!(this.#growing && end === text.length)) {
      // While the text grows, its last mark may be the beginning of something.
      this.#plain += char.repeat(left);
    }
    return end;
  }

  /** Closes what a run of `length` marks can close; returns how many of them are left. */
  #closeMarks(char: "*" | "_" | "~", length: number): number {
    const twice = `${char}${char}` as "**" | "__" | "~~";
    let left = length;
    while (left > 0) {
      const double = left >= 2 ? this.#find(twice) : -1;
      const single = char === "~" ? -1 : this.#find(char);
      // Two close two if they can (`**a*b**`); three close the inner one first.
      const isDouble = double >= 0 && (left === 2 || double > single);
      const index = isDouble ? double : single;
      if (index < 0) break;
      const kind = char === "~" ? "strike" : isDouble ? "strong" : "em";
      this.#wrap(index, (children) => ({ kind, children }));
      left -= isDouble ? 2 : 1;
    }
    return left;
  }

  #readLinkEnd(): number {
    const index = this.#find("[");
    const target = index < 0 ? undefined : readTarget(this.#text, this.#at + 1);
    if (target === undefined || safeHref(target.href) === undefined) {
      const isHalf = this.#growing && index >= 0 && /^\]\([^\s()[\]]*$/.test(this.#text.slice(this.#at, this.#at + longestAddress));
      if (isHalf) return this.#text.length;
      if (index >= 0) {
        const [one] = this.#open.splice(index, 1);
        if (one !== undefined) this.#parts[one.from] = { kind: "text", text: "[" };
      }
      return this.#say("]", 1);
    }
    this.#wrap(index, (children) => ({ kind: "link", href: target.href, children: children.map(withoutLink) }));
    return target.end;
  }

  #readAddress(angled: boolean): number {
    const text = this.#text;
    const start = angled ? this.#at + 1 : this.#at;
    const scheme = /^(?:https?:\/\/|mailto:)/.exec(text.slice(start, start + 8))?.[0];
    const isInWord = !angled && isWord(text.charAt(this.#at - 1));
    const cannot = scheme === undefined || isInWord || (!angled && scheme === "mailto:");
    const end = cannot ? start : addressEnd(text, start + scheme.length, angled, this.#find("[") >= 0);
    const href = text.slice(start, end);
    if (cannot || safeHref(href) === undefined || (angled && text.charAt(end) !== ">")) return this.#say(text.charAt(this.#at), 1);
    return this.#add({ kind: "link", href, children: [{ kind: "text", text: href }] }, angled ? end + 1 : end);
  }

  #say(words: string, length: number): number {
    this.#plain += words;
    return this.#at + length;
  }

  #add(part: Inline, end: number): number {
    this.#flush();
    this.#parts.push(part);
    return end;
  }

  #flush(): void {
    if (this.#plain !== "") this.#parts.push({ kind: "text", text: this.#plain });
    this.#plain = "";
  }

  /** The mark shows as written only when it turns out to be none. */
  #begin(mark: OpenMark["mark"]): void {
    if (this.#open.length >= mostOpen) return void (this.#plain += mark);
    this.#flush();
    this.#open.push({ mark, from: this.#parts.length });
    this.#parts.push({ kind: "text", text: "" });
  }

  #find(mark: OpenMark["mark"]): number {
    return this.#open.findLastIndex((one) => one.mark === mark);
  }

  #wrap(index: number, around: (inside: readonly Inline[]) => Inline): void {
    this.#flush();
    for (const one of this.#open.splice(index + 1)) this.#parts[one.from] = { kind: "text", text: one.mark };
    const [one] = this.#open.splice(index);
    if (one !== undefined) this.#parts.push(around(this.#parts.splice(one.from).slice(1)));
  }
}

function runLength(text: string, at: number, char: string): number {
  let end = at;
  while (text.charAt(end) === char) end += 1;
  return end - at;
}

interface TickRuns {
  closing(at: number, length: number): number | undefined;
}

/** All runs of backticks, found once: the end of an inline code is the next run of the same length. */
function tickRuns(text: string): TickRuns {
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

/** `(address "title")` after a `]`. The title is left out. */
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
  // A full stop or a bracket after an address belongs to the sentence.
  while (end > from) {
    const char = text.charAt(end - 1);
    if (char === ")" && hasBracket) break;
    if (!/[.,;:!?'"*_~)\]]/.test(char)) break;
    end -= 1;
  }
  return end;
}

function withoutLink(part: Inline): Inline {
  if (part.kind === "link") return { kind: "text", text: textOf(part.children) };
  return "children" in part ? { ...part, children: part.children.map(withoutLink) } : part;
}

function textOf(parts: readonly Inline[]): string {
  return parts.map((part) => ("children" in part ? textOf(part.children) : "text" in part ? part.text : " ")).join("");
}

/** Neighbouring texts become one, empty ones go. */
function joined(parts: readonly Inline[]): readonly Inline[] {
  const out: Inline[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === "text" && last?.kind === "text") out[out.length - 1] = { kind: "text", text: last.text + part.text };
    else if (part.kind !== "text" || part.text !== "") out.push("children" in part ? { ...part, children: joined(part.children) } : part);
  }
  return out;
}
