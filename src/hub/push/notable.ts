import type { QuestionId, TurnId } from "#domain/ids";
import { actorOf, everyone, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Message } from "#domain/thread";
import { askerName } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { noticeQuestion } from "./notice-choices.ts";
import type { TellPerson } from "./tell-person.ts";

const mostRemembered = 1_000;

/** What somebody may have to be told of, each of it once. */
export interface Notable {
  asked(question: QuestionId): Promise<void>;
  turnEnded(message: Message): Promise<void>;
  mentioned(message: Message): Promise<void>;
}

interface NotableParts {
  readonly mayAnswer: (by: Actor, question: Question) => boolean;
  readonly tell: TellPerson;
}

export function createNotable(store: HubDeps["store"], { mayAnswer, tell }: NotableParts): Notable {
  const told = new Set<QuestionId | TurnId>();

  const isFirst = (id: QuestionId | TurnId): boolean => {
    if (told.has(id)) return false;
    told.add(id);
    for (const oldest of told) if (told.size > mostRemembered) told.delete(oldest);
    return true;
  };

  const asked = async (id: QuestionId): Promise<void> => {
    const question = await store.question(everyone, id);
    if (question?.state !== "open" || !isFirst(id)) return;
    const who = await askerName(store, question);
    const { text, choices } = noticeQuestion(question);
    for (const person of await store.people())
      if (mayAnswer(actorOf(person), question))
        await tell(person, { kind: "question", thread: question.thread, question: id, who, text, choices, at: question.askedAt, tag: id });
  };

  const turnEnded = async (message: Message): Promise<void> => {
    const turn = message.turn === undefined ? undefined : await store.turn(message.turn);
    // A quiet ending is for those who look: no chat is told of it either.
    if (turn?.state !== "ended" || turn.ending === "stopped" || turn.isQuiet === true || !isFirst(turn.id)) return;
    const person = (await store.people()).find(({ id }) => id === turn.beganBy);
    const session = await store.session(turn.session);
    if (person === undefined) return;
    const kind = turn.ending === "completed" ? "finished" : "failed";
    await tell(person, { kind, thread: turn.thread, who: session?.name ?? message.author.name, text: message.text, at: message.at, tag: turn.id });
  };

  const mentioned = async (message: Message): Promise<void> => {
    if (message.author.kind === "hub" || !message.text.includes("@")) return;
    for (const person of await store.people())
      if (person.id !== message.author.id && namesPerson(message.text, person.name))
        await tell(person, { kind: "mention", thread: message.thread, who: message.author.name, text: message.text, at: message.at, tag: message.id });
  };

  return { asked, turnEnded, mentioned };
}

/** `@Name`, not as the beginning of a longer name. */
function namesPerson(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  const wanted = `@${name.toLowerCase()}`;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) if (!/^[\p{L}\p{N}_]/u.test(lower.slice(at + wanted.length))) return true;
  return false;
}
