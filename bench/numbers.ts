export function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Of sorted values. */
export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function row(...cells: readonly (string | number)[]): void {
  const [first = "", ...rest] = cells.map((cell) => (typeof cell === "number" ? round(cell) : cell));
  console.log(first.padEnd(44) + rest.map((cell) => cell.padStart(12)).join(""));
}

function round(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
