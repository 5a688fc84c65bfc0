import type { RunLineWire } from "#protocol/runs";
import type { SnapshotWire } from "#protocol/wire";
import { markedName } from "#web/state/agents/marked-name.ts";
import type { Words } from "#web/words/en.ts";

export function whoRan({ who, who_name }: Pick<RunLineWire, "who" | "who_name">, me: SnapshotWire["me"] | null, words: Words): string {
  if (who === me?.id) return words.you;
  return who === "operator" ? words.operator : markedName(who, who_name, words);
}
