/** `head` names a file and counts its changes, `file` is whatever else is said of one, `hunk` stands where lines are left out. */
export interface DiffLine {
  readonly kind: "head" | "file" | "hunk" | "add" | "del" | "same";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
  /** Of a head. */
  readonly added?: number;
  readonly removed?: number;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The lines of a unified diff with their numbers; undefined when the text is none. */
export function diffLines(text: string): readonly DiffLine[] | undefined {
  const lines = text.replace(/\n$/, "").split("\n");
  if (!lines.some((line) => hunkHead.test(line))) return undefined;
  // A hunk says how long it is: a removed line that reads "-- a/x" must not pass for the head of a file.
  let at = { old: 0, new: 0, oldEnd: 0, newEnd: 0 };
  const numbered = lines.map((line): DiffLine => {
    const inHunk = at.old < at.oldEnd || at.new < at.newEnd;
    if (inHunk && !line.startsWith("\\")) {
      if (line.startsWith("+")) return { kind: "add", old: null, new: at.new++, text: line.slice(1) };
      if (line.startsWith("-")) return { kind: "del", old: at.old++, new: null, text: line.slice(1) };
      return { kind: "same", old: at.old++, new: at.new++, text: line.replace(/^ /, "") };
    }
    const head = hunkHead.exec(line);
    if (head === null) return { kind: "file", old: null, new: null, text: line };
    const [, old = "0", oldCount = "1", now = "0", newCount = "1"] = head;
    at = { old: Number(old), new: Number(now), oldEnd: Number(old) + Number(oldCount), newEnd: Number(now) + Number(newCount) };
    return { kind: "hunk", old: null, new: null, text: line };
  });
  return withHeads(numbered);
}

/** The two lines that name a file become one. What else stands there, a mode or a name before, stays. */
function withHeads(lines: readonly DiffLine[]): readonly DiffLine[] {
  const found: DiffLine[] = [];
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (isName(line, "--- ") && isName(next, "+++ ")) found.push(headOf(line, next, lines.slice(at + 2)));
    else if (line.kind === "hunk") found.push(...gapOf(line, lines[at - 1]));
    else if (!(isName(line, "+++ ") && isName(lines[at - 1], "--- ")) && !isRepeated(line)) found.push(line);
  }
  return found;
}

function isName(line: DiffLine | undefined, mark: string): line is DiffLine {
  return line?.kind === "file" && line.text.startsWith(mark);
}

/** What git says beside the names, and the names say it. */
function isRepeated({ kind, text }: DiffLine): boolean {
  return kind === "file" && /^(?:diff --git a\/(\S+) b\/\1|index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?)$/.test(text);
}

function headOf(old: DiffLine, now: DiffLine, rest: readonly DiffLine[]): DiffLine {
  const [before, after] = [nameIn(old), nameIn(now)];
  const text = before === "/dev/null" || before === after ? after : after === "/dev/null" ? before : `${before} → ${after}`;
  const end = rest.findIndex(({ kind }) => kind === "file");
  const own = end === -1 ? rest : rest.slice(0, end);
  const count = (kind: DiffLine["kind"]): number => own.filter((line) => line.kind === kind).length;
  return { kind: "head", old: null, new: null, text, added: count("add"), removed: count("del") };
}

function nameIn({ text }: DiffLine): string {
  return text
    .slice("--- ".length)
    .replace(/\t.*$/, "")
    .replace(/^[ab]\//, "");
}

/** The numbers stand beside the lines. The first one of a file has nothing before it to be left out. */
function gapOf({ text }: DiffLine, before: DiffLine | undefined): readonly DiffLine[] {
  const context = text.replace(hunkHead, "").trim();
  const isFirst = before === undefined || before.kind === "file";
  return isFirst && context === "" ? [] : [{ kind: "hunk", old: null, new: null, text: context === "" ? "…" : context }];
}
