import type { Address } from "#domain/channel";
import type { SessionId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Thread } from "#domain/thread";
import { splitPrefix } from "#lib/prefix";
import { codeIn, matchAnswer } from "./answers.ts";
import type { HubDeps } from "./deps.ts";

/** What words are meant for. Decided from memory and the store; nothing is written. */
export type Route =
  | { readonly to: "command"; readonly line: string }
  | { readonly to: "answer"; readonly question: Question; readonly choice: string }
  | { readonly to: "which"; readonly questions: readonly Question[]; readonly word: string }
  | { readonly to: "prompt"; readonly session: Session; readonly waitsFor: readonly Question[] }
  | { readonly to: "post" };

const everyone = { sees: "all" } as const;

/** Address → thread: the one it is bound to, else the default session's. Undefined: a thread is born here. */
export async function threadOf(
  { store, settings }: Pick<HubDeps, "store" | "settings">,
  address: Address,
): Promise<{ thread: ThreadId; bound: boolean } | undefined> {
  const bound = await store.boundThread(address);
  if (bound !== undefined) return { thread: bound, bound: true };
  if (settings.defaultSession === undefined) return undefined;
  const session = await store.sessionByName(everyone, settings.defaultSession);
  return session === undefined ? undefined : { thread: session.thread, bound: false };
}

export interface Words {
  readonly text: string;
  readonly thread: Thread;
  readonly session?: SessionId;
  /** Only a person's words can be an answer or a prompt by being said; an agent prompts by naming the session. */
  readonly byPerson: boolean;
  readonly reader: Reader;
  readonly mayAnswer: (question: Question) => boolean;
}

export async function route({ store, settings }: Pick<HubDeps, "store" | "settings">, words: Words): Promise<Route> {
  const line = words.byPerson ? splitPrefix(words.text, settings.prefix) : undefined;
  if (line !== undefined) return { to: "command", line };
  // Sessions ask, and the first one of a thread is its default: where there is none, nothing can be open.
  const canAsk = words.byPerson && words.thread.defaultSession !== undefined;
  const open = canAsk ? await store.questions(everyone, { state: "open", thread: words.thread.id }) : [];
  if (words.byPerson) {
    const answer = (open.length === 0 ? undefined : answerIn(words, open)) ?? (await byCode(store, words));
    if (answer !== undefined) return answer;
  }
  const id = words.session ?? (words.byPerson ? words.thread.defaultSession : undefined);
  const session = id === undefined ? undefined : await store.session(id);
  if (session?.thread !== words.thread.id) return { to: "post" };
  return { to: "prompt", session, waitsFor: open.filter((one) => one.session === session.id) };
}

/** Free words answer a question only from somebody who may answer it: from others they are what comes next. */
function answerIn({ text, mayAnswer }: Words, open: readonly Question[]): Route | undefined {
  const match = matchAnswer(text, open);
  if (match.kind === "needs-code") return { to: "which", questions: match.questions, word: text.trim() };
  if (match.kind === "none" || (match.option === undefined && !mayAnswer(match.question))) return undefined;
  return { to: "answer", question: match.question, choice: match.option?.id ?? match.text ?? text };
}

/**
 * `yes abcde` typed anywhere answers that question, if its thread is one that the person sees. Of a question that is over
 * they are told what became of it; the words never go to a session.
 */
async function byCode(store: HubDeps["store"], { text, reader }: Words): Promise<Route | undefined> {
  const said = text.trim();
  // Long texts are not taken apart for the word at their end.
  if (!/\s[a-km-z]{5}$/i.test(said.slice(-6))) return undefined;
  const words = said.split(/\s+/, 7);
  const code = words.at(-1)?.toLowerCase() ?? "";
  if (words.length > 6) return undefined;
  const question = await store.questionByCode(reader, code);
  if (question === undefined) return undefined;
  if (question.state !== "open") return codeIn(text) === code ? { to: "answer", question, choice: text } : undefined;
  const match = matchAnswer(text, [question]);
  return match.kind === "answer" ? { to: "answer", question, choice: match.option?.id ?? match.text ?? text } : undefined;
}
