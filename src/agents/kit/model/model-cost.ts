import type { ModelUsage } from "./model.ts";

/** US dollars for a million tokens. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
}

/** In US dollars; undefined without prices. */
export function costOf(prices: ModelPrices | undefined, used: ModelUsage): number | undefined {
  if (prices === undefined) return undefined;
  return (used.inputTokens * prices.input + used.outputTokens * prices.output) / 1_000_000;
}
