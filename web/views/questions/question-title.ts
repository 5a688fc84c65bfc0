import type { QuestionWire } from "#protocol/wire";
import type { Words } from "#web/words/en.ts";

/** A prompt that fits the head of the card. */
const shortPrompt = 80;

/** What the head of a question says, and whether that is all of the prompt. The hub says in its own words what is asked for; an agent's words are quoted. */
export function questionTitle(question: QuestionWire, words: Words): { readonly title: string; readonly isPromptInTitle: boolean } {
  const { subject, prompt, kind, session_name: name, title } = question;
  const isShort = prompt.length <= shortPrompt && !prompt.includes("\n");
  const hasCommand = (subject?.argv?.length ?? 0) > 0;
  if (title !== null) return { title, isPromptInTitle: false };
  if (hasCommand) return { title: words.asksToRun(name), isPromptInTitle: false };
  if (kind === "permission") return { title: words.asksPermission(name), isPromptInTitle: false };
  return { title: words.asks(name, isShort ? prompt : ""), isPromptInTitle: isShort };
}
