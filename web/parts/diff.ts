interface DiffLine {
  readonly kind: "file" | "hunk" | "add" | "del" | "same";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The lines of a unified diff with their numbers; undefined when the text is none. */
export function diffLines(text: string): readonly DiffLine[] | undefined {
  const lines = text.replace(/\n$/, "").split("\n");
  if (!lines.some((line) => hunkHead.test(line))) return undefined;
  // A hunk says how long it is: a removed line that reads "-- a/x" must not pass for the head of a file.
  let at = { old: 0, new: 0, oldEnd: 0, newEnd: 0 };
  return lines.map((line): DiffLine => {
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
}
