import type { Inbound } from "#domain/channel";
import { everyone } from "#domain/people";
import { splitPrefix } from "#lib/text/prefix";
import type { HubDeps } from "#hub/deps";
import { codesIn, matchAnswer } from "#hub/questions/match-answer";

/**
 * True for what people in a group say among themselves: it is not stored, not answered, and nobody's rights are asked about it.
 * A command and an answer that names its question count as addressed; a bare "yes" does not, because people say it to each other.
 */
export async function isUnaddressed({ store, settings }: Pick<HubDeps, "store" | "settings">, { direct, addressed, from, what }: Inbound): Promise<boolean> {
  if (direct || addressed || what.kind === "pressed" || what.kind === "command") return false;
  // Only a message that is stored can be changed.
  if (what.kind !== "said") return (await store.messageByRef(from, what.ref)) === undefined;
  if (splitPrefix(what.text, settings.prefix) !== undefined) return false;
  if (await namesQuestion(store, what.text)) return false;
  return (await store.listening(from)) !== "all";
}

async function namesQuestion(store: HubDeps["store"], text: string): Promise<boolean> {
  for (const code of codesIn(text)) {
    const question = await store.questionByCode(everyone, code);
    if (question?.state === "open" && matchAnswer(text, [question]).kind === "answer") return true;
  }
  return false;
}
