const around = 3;

/** What changes between two texts, as the lines of a diff: what both begin and end with is left out but for a few lines. */
export function diffLines(before: string, after: string): string {
  const old = before === "" ? [] : before.split("\n");
  const now = after === "" ? [] : after.split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const from = Math.max(0, head - around);
  const lines = [
    ...(from > 0 ? [`@@ line ${from + 1} @@`] : []),
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...now.slice(now.length - tail, now.length - tail + around).map((line) => ` ${line}`),
  ];
  return lines.join("\n");
}
