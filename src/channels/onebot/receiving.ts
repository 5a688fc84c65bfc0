import { boundedText } from "#channels/kit/clean-text";
import type { ChannelId, ChannelSink, Inbound, Quoted } from "#domain/channel";
import { defined } from "#lib/defined";
import { KeyedQueue } from "#lib/keyed-queue";
import { pause, type Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import type { OneBotApi } from "./api.ts";
import type { Frame } from "./call-socket.ts";
import type { CatchUp } from "./catch-up.ts";
import { filesOf } from "./decode-files.ts";
import { wordsOf } from "./decode-words.ts";
import { decodeFrame, nameOf, type Said } from "./decode.ts";
import { foundMessageWire, numberOf } from "./frame.ts";
import { readForward } from "./read-forward.ts";
import { createRecent, type Recent } from "./recent.ts";
import { refOf } from "./refs.ts";
import { createRoomNames } from "./room-names.ts";
import type { Segment } from "./cq-code.ts";
import { segmentsOf } from "./segments.ts";

export interface ReceivingOptions {
  readonly channel: ChannelId;
  readonly api: OneBotApi;
  readonly clock: Clock;
  readonly sink: ChannelSink;
  readonly language: TextLanguage;
  readonly note: (line: string) => void;
  readonly catchUp: CatchUp;
  /** Messages that we posted. */
  readonly own: Recent<true>;
  /** The segments of messages with files, by ref. */
  readonly withFiles: Recent<readonly Segment[]>;
  readonly storeAgainMs: number;
  readonly signal: AbortSignal;
}

/** How long a message waits for what it quotes and for the name of its room. */
const lookUpMs = 5_000;
const mostTries = 60;
const mostTaken = 5_000;

interface Quote {
  readonly quoted?: Quoted;
  readonly isOurs: boolean;
  readonly files: Said["files"];
}

/** Takes events to the hub, those of one room in their order. */
export interface Receiving {
  /** Never waits. */
  take(frame: Frame): void;
  /** Resolves when everything that was taken is stored. */
  idle(): Promise<void>;
}

export function createReceiving(options: ReceivingOptions): Receiving {
  const { channel, api, clock, sink, language, note, catchUp, own, withFiles, storeAgainMs, signal } = options;
  const inRooms = new KeyedQueue<string>();
  const names = createRoomNames(api, clock);
  /** What is in a history may be on its way as an event at the same time. */
  const taken = createRecent<true>(mostTaken);
  const limits = { signal, timeoutMs: lookUpMs };

  /** OneBot delivers an event once: what could not be stored is tried again here. */
  const store = async (event: Inbound): Promise<boolean> => {
    for (let tries = 1; !signal.aborted && tries <= mostTries; tries++) {
      try {
        await sink.received(event);
        return true;
      } catch {
        await pause(clock, storeAgainMs, signal);
      }
    }
    if (!signal.aborted) note(`A message of ${event.from.room} failed to be stored ${mostTries} times. It was left out.`);
    return false;
  };

  const quoteOf = async ({ room, self, replyTo }: Said): Promise<Quote> => {
    if (replyTo === undefined) return { isOurs: false, files: [] };
    const ref = refOf(room, replyTo);
    const outcome = await api.call("get_msg", { message_id: numberOf(replyTo) }, limits);
    const found = foundMessageWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
    if (!found.success) return { isOurs: own.get(ref) === true, files: [] };
    const segments = segmentsOf(found.data.message);
    const files = filesOf(segments, ref);
    if (files.length > 0) withFiles.set(ref, segments);
    const by = found.data.user_id ?? found.data.sender?.user_id ?? "";
    const text = wordsOf(segments, "", language).text || files.map(({ name }) => name).join(", ");
    const isOurs = by === self || own.get(ref) === true;
    return { isOurs, files: isOurs ? [] : files, ...(text === "" ? {} : { quoted: { text: boundedText(text), by: nameOf(found.data.sender, by) } }) };
  };

  const whole = async (said: Said): Promise<Inbound | undefined> => {
    const { key, at, room, by, ref, chat, mentionsUs, replyTo, forwards } = said;
    const direct = chat.kind === "private";
    const [{ quoted, isOurs, files }, roomName, ...passedOn] = await Promise.all([
      quoteOf(said),
      direct ? undefined : (said.roomName ?? names.of(chat.id, limits)),
      ...forwards.map((id) => readForward(api, id, language, limits)),
    ]);
    const text = boundedText([said.text, ...passedOn].filter((one) => one !== "").join("\n"));
    const addressed = direct || mentionsUs || isOurs;
    // A file in QQ is a message without words: people send it, and then reply to it with what they want done.
    const all = addressed ? [...said.files, ...files] : said.files;
    if (text.trim() === "" && all.length === 0) return undefined;
    return {
      key,
      at,
      from: { channel, room },
      direct,
      addressed,
      ...defined({ roomName }),
      by,
      what: {
        kind: "said",
        text,
        ...defined({ ref }),
        ...(replyTo === undefined ? {} : { replyTo: refOf(room, replyTo) }),
        ...defined({ quoted }),
        ...(all.length === 0 ? {} : { files: all }),
      },
    };
  };

  const takeSaid = (said: Said): void => {
    const { key, room, at, via, files, segments } = said;
    if (taken.get(key) === true) return;
    taken.set(key, true);
    if (said.ref !== undefined) catchUp.came(room, at);
    if (via !== undefined) catchUp.setVia(room, via);
    const [first] = files;
    if (first !== undefined) withFiles.set(first.id.replace(/#\d+$/, ""), segments);
    void inRooms.run(room, async () => {
      const event = await whole(said);
      const isDone = event === undefined || (await store(event));
      if (isDone && said.ref !== undefined) catchUp.heard(room, at, said.ref);
    });
  };

  const take = (frame: Frame): void => {
    const decoded = decodeFrame(frame, { channel, language });
    switch (decoded.kind) {
      case "nothing":
        return;
      case "unreadable":
        return note(`An event of ${channel} has a shape that is not known here. It was left out.`);
      case "said":
        return takeSaid(decoded.said);
      case "events":
        for (const event of decoded.events) void inRooms.run(event.from.room, () => store(event));
    }
  };

  return { take, idle: () => inRooms.idle() };
}
