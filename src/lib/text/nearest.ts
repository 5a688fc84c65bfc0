/** A word that was not finished, rather than misspelled: `stat` means `status`, although `start` is closer. */
const shortestPrefix = 3;

/**
 * The known word that was most likely meant: one that begins with what was typed, else one a typo or two away, fewer for short
 * words; undefined when nothing is near.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  const candidates = [...known];
  const begun = candidates.filter((candidate) => typed.length >= shortestPrefix && candidate.toLowerCase().startsWith(typed));
  if (begun.length > 0) return begun.reduce((best, candidate) => (candidate.length < best.length ? candidate : best));
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const bound = Math.max(1, Math.floor(Math.max(typed.length, candidate.length) / 3));
    if (Math.abs(typed.length - candidate.length) > bound) continue;
    const distance = editDistance(typed, candidate.toLowerCase());
    if (distance <= bound && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of two neighbours that lead from one word to the other. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[to.length] ?? 0;
}
