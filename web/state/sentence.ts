import type { Words } from "#web/words/en.ts";
import { Refusal } from "./hub/api.ts";

/** What to tell a person about a call that did not work. The hub's own sentence where there is one. */
export function sentenceOf(error: unknown, words: Words): string {
  return error instanceof Refusal ? error.message : words.noAnswer;
}
