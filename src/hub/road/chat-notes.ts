import type { Language } from "#domain/command";
import type { Question } from "#domain/question";
import { say } from "#lib/words/words";
import type { Pairings } from "#hub/access/pairing";
import { pairingTexts } from "#hub/access/pairing-texts";
import type { HubDeps } from "#hub/deps";
import { askerName } from "#hub/authors";
import { clip } from "#hub/outbox/chat-parts";
import { noteTo } from "#hub/outbox/note-to";
import type { RoadOutcome } from "./commit.ts";
import { filesOver, maxFiles, type ChatEvent } from "./chat-event.ts";
import { createOnceAMinute } from "./once-a-minute.ts";
import { roadTexts } from "./texts.ts";

type Prompted = Extract<RoadOutcome, { kind: "prompted" }>;

/** What somebody in a chat reads about their own line, in that chat alone. */
export interface ChatNotes {
  refused(about: ChatEvent, refused: Extract<RoadOutcome, { kind: "refused" }>): Promise<void>;
  whichQuestion(about: ChatEvent, questions: readonly Question[], word: string): Promise<void>;
  queued(about: ChatEvent, prompted: Prompted): Promise<void>;
  /** Where files came with words that are no message. */
  filesLeftOut(about: ChatEvent): Promise<void>;
  /** Where more files came than one message may bring. */
  filesOver(about: ChatEvent): Promise<void>;
}

export function createChatNotes(
  { store, clock, settings }: Pick<HubDeps, "store" | "clock" | "settings">,
  { pairings }: { readonly pairings: () => Pick<Pairings, "offerPairing"> },
): ChatNotes {
  const write = async ({ event }: ChatEvent, markdown: string, key: string): Promise<void> => {
    await store.accept({ at: clock.now(), deliveries: [noteTo(event.from, markdown)], key });
  };

  const firstOfItsMinute = createOnceAMinute(clock);

  /** With the code that lets an owner add them, while there is room for one. */
  const withPairingCode = async ({ event, language }: ChatEvent, stranger: Parameters<Pairings["offerPairing"]>[1], notAllowed: string): Promise<string> => {
    const pairing = await pairings().offerPairing(event.from.channel, stranger);
    if (pairing === undefined) return notAllowed;
    return `${notAllowed}\n${say(language, pairingTexts.pairingCode, { code: pairing.code, prefix: settings.prefix })}`;
  };

  return {
    refused: async (about, { why, refusal }) => {
      const { by, key } = about;
      const isUnknown = why === "speak" || why === "prompt";
      // Somebody without an entry gets one sentence a minute at most, a program none.
      if (isUnknown && by.kind === "stranger") {
        if (firstOfItsMinute(by.account)) await write(about, await withPairingCode(about, by, refusal.message), key);
      } else if (!isUnknown && by.kind !== "outside") await write(about, refusal.message, key);
    },
    whichQuestion: async (about, questions, word) => {
      const lines = await Promise.all(
        questions.map(async (one) =>
          say(about.language, roadTexts.needsCodeLine, {
            answer: word,
            code: one.code,
            session: await askerName(store, one),
            prompt: clip(one.subject?.argv?.join(" ") ?? one.prompt),
          }),
        ),
      );
      await write(about, [say(about.language, roadTexts.needsCode), ...lines].join("\n"), about.key);
    },
    filesLeftOut: async (about) => {
      const { what } = about.event;
      if (what.kind === "said" && (what.files ?? []).length > 0) await write(about, say(about.language, roadTexts.filesLeftOut), `${about.key}:files`);
    },
    filesOver: async (about) => {
      const count = filesOver(about.event.what);
      if (count > 0) await write(about, say(about.language, roadTexts.filesOver, { max: maxFiles, count }), `${about.key}:over`);
    },
    queued: (about, prompted) => write(about, queuedText(about.language, prompted), `${about.key}:position`),
  };
}

/** The position in the queue, and what the session waits for if it waits for a person. */
function queuedText(language: Language, { session: { name: session }, ahead: position, isUrgent, waitsFor: [first] }: Prompted): string {
  if (isUrgent === true) return say(language, roadTexts.interrupting, { session });
  if (first === undefined) return say(language, roadTexts.queued, { session, position });
  const prompt = clip(first.subject?.argv?.join(" ") ?? first.prompt);
  return position <= 1
    ? say(language, roadTexts.nextInLine, { session, prompt })
    : say(language, roadTexts.queuedBehindQuestion, { session, position, prompt });
}
