const firstMs = 500;
const longestMs = 15_000;

/** How long to wait before the try after `failed` failures: doubling, with a tenth of chance so that many pages do not come back at once. */
export function waitBefore(failed: number, chance: number): number {
  const ms = Math.min(longestMs, firstMs * 2 ** Math.min(failed - 1, 10));
  return Math.round(ms * (0.9 + 0.2 * chance));
}
