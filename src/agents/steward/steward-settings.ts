import type { ModelPrices } from "#agents/kit/model/model-cost";

/** What bounds the agent's use of the model. */
export interface StewardSettings {
  /** Model requests of one turn. */
  readonly maxSteps: number;
  /** Tokens of the model's context that a conversation may fill. */
  readonly contextTokens: number;
  readonly prices?: ModelPrices;
}

/** Fewer characters than most texts have to a token: room is left for what was counted wrong. */
const charsPerToken = 2;

export function contextChars({ contextTokens }: StewardSettings): number {
  return contextTokens * charsPerToken;
}
