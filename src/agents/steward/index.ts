import { defined } from "#lib/defined";
import type { StewardSettings } from "./steward-settings.ts";

interface ModelBounds {
  readonly maxSteps: number;
  readonly contextTokens: number;
  readonly prices?: { readonly input: number; readonly output: number } | undefined;
}

/** Without a model there is nothing to bound: no turn begins. */
export function stewardSettings(model: ModelBounds | undefined): StewardSettings {
  return { maxSteps: model?.maxSteps ?? 0, contextTokens: model?.contextTokens ?? 0, ...defined({ prices: model?.prices }) };
}
