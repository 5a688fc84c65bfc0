import type { Ack, Address, Inbound } from "#domain/channel";
import { addressKey } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import { everyone, nameOf, whoIs } from "#domain/people";
import type { Question } from "#domain/question";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import type { HubDeps } from "#hub/deps";
import { choiceOf } from "#hub/outbox/chat-parts";
import type { Questions } from "#hub/questions/questions";
import { maxTextChars, type ChatEvent } from "./chat-event.ts";
import { roadTexts } from "./texts.ts";

type Pressed = Extract<Inbound["what"], { kind: "pressed" }>;

/** What happens in a chat besides words: a button is pressed, a message edited or reacted to. */
export interface ChatActions {
  /** Answers within a second: the presser waits for the toast. */
  pressed(press: ChatEvent, what: Pressed): Promise<Ack>;
  changed(change: ChatEvent, what: Extract<Inbound["what"], { kind: "edited" | "reacted" }>): Promise<Ack>;
}

export function createChatActions(
  { store, clock }: Pick<HubDeps, "store" | "clock">,
  { gate, questions }: { readonly gate: Pick<Gate, "refused">; readonly questions: Pick<Questions, "answer"> },
): ChatActions {
  return {
    pressed: async ({ by, event, surface, language }, what) => {
      const { question, option } = (await buttonOf(store, event.from, what)) ?? {};
      if (question === undefined || option === undefined) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `pressed in ${addressKey(event.from)}` });
        return { toast: say(language, roadTexts.pressUnknown) };
      }
      try {
        const after = await questions.answer(by, surface, question, option, { language });
        return { toast: say(language, roadTexts.pressTaken, { choice: choiceOf(after) }) };
      } catch (cause) {
        if (cause instanceof ParleyError) return { toast: cause.message };
        throw cause;
      }
    },
    changed: async ({ event, by, key }, what) => {
      const message = await store.messageByRef(event.from, what.ref);
      if (message === undefined) return {};
      // As everywhere: a closed thread stays as it is. The platform has already shown the change, so there is nothing to refuse.
      const thread = await store.thread(everyone, message.thread);
      if (thread?.status === "closed" || thread?.status === "archived") return {};
      const about = { message: message.id, by: whoIs(by) };
      // Nobody edits what somebody else said.
      if (what.kind === "edited" && message.author.id !== whoIs(by)) {
        await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: `edit ${message.id}` });
        return {};
      }
      const body =
        what.kind === "edited"
          ? ({ kind: "edited", ...about, text: what.text.slice(0, maxTextChars) } as const)
          : ({ kind: "reacted", ...about, reaction: what.reaction.slice(0, 64), removed: what.removed } as const);
      await store.accept({ key, at: clock.now(), change: { thread: message.thread, body } });
      return {};
    },
  };
}

/**
 * The option behind a button: `q:CODE:INDEX`, or `q:ID:OPTION` from older versions. Codes are used again once a question is over,
 * so the message that carries the button decides which question it is, where the platform names it.
 */
async function buttonOf(
  store: HubDeps["store"],
  address: Address,
  { data, ref }: Pressed,
): Promise<{ readonly question: Question; readonly option: string | undefined } | undefined> {
  const [mark, name = "", ...rest] = data.split(":");
  if (mark !== "q") return undefined;
  if (isId("que", name)) {
    const question = await store.question(everyone, name);
    return question && { question, option: rest.join(":") };
  }
  const shown = ref === undefined ? undefined : (await store.postedAs(address, ref))?.question;
  const question = shown === undefined ? await store.questionByCode(everyone, name) : await store.question(everyone, shown);
  return question?.code === name ? { question, option: question.options.find((_, index) => String(index) === rest.join(":"))?.id } : undefined;
}
