import type { RunLineWire } from "#protocol/runs";
import { surfaceName } from "#web/parts/place-name.ts";
import type { Words } from "#web/words/en.ts";
import type { Model } from "./model.ts";

/** The name of whoever ran it, as far as this page knows it; else where it was typed. */
export function whoRan({ who, thread, surface }: RunLineWire, model: Model, words: Words): string {
  if (who === model.me?.id) return words.you;
  if (who === "operator") return words.operator;
  const known = model.sessions.get(who)?.name ?? model.agents.find((agent) => agent.id === who)?.name;
  if (known !== undefined) return known;
  const entries = model.logs.get(thread ?? "")?.entries ?? [];
  const spoke = entries.findLast((entry) => entry.kind === "message" && entry.message.author_id === who);
  return spoke?.kind === "message" ? spoke.message.author_name : surfaceName(surface, model.links, words);
}
