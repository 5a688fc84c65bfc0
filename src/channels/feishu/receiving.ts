import { channelTexts } from "#channels/kit/texts";
import { boundedName } from "#channels/kit/clean-text";
import type { ChannelId, ChannelSink, Inbound } from "#domain/channel";
import { KeyedQueue } from "#lib/keyed-queue";
import { pause, type Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { Me } from "./bot.ts";
import { decodeMenu, decodeMessage, decodePress, decodeReaction, eventKey, messageKey, type DecodeContext } from "./decode.ts";
import { menuEvent, messageEvent, pressEvent, reactionEvent, type MenuEvent, type MessageEvent, type ReactionEvent } from "./event.ts";
import { createFindOut } from "./find-out.ts";
import type { LookUp } from "./look-up.ts";
import type { Timing } from "./timing.ts";

export interface ReceivingOptions {
  readonly channel: ChannelId;
  readonly appId: string;
  readonly clock: Clock;
  readonly sink: ChannelSink;
  readonly lookUp: LookUp;
  readonly language: TextLanguage;
  readonly note: (line: string) => void;
  readonly timing: Timing;
  readonly signal: AbortSignal;
}

/** Takes events to the hub. */
export interface Receiving {
  ready(me: Me): void;
  /** Resolves when the hub has stored it, which never waits for an agent; Feishu delivers again what takes longer than three seconds. */
  take(kind: string, event: unknown): Promise<unknown>;
}

export function createReceiving(options: ReceivingOptions): Receiving {
  const { channel, appId, clock, sink, lookUp, language, note, timing, signal } = options;
  /** In one room one after the other, so that what was said first is stored first. */
  const inRooms = new KeyedQueue<string>();
  /** Events that are being stored: another delivery of one waits for the same outcome. */
  const storing = new Map<string, Promise<unknown>>();
  let me: Me = { openId: "", name: "" };

  const { findOut, placeOf } = createFindOut({ channel, appId, lookUp, ourName: () => me.name });
  const context = (): DecodeContext => ({ channel, me, appId, language, now: () => clock.now() });

  const once = (key: string, store: () => Promise<unknown>): Promise<unknown> => {
    const known = storing.get(key);
    if (known !== undefined) return known;
    const stored = store().finally(() => storing.delete(key));
    storing.set(key, stored);
    return stored;
  };

  const receive = async (event: Inbound | undefined): Promise<void> => {
    if (event !== undefined) await sink.received(event);
  };

  const takeMessage = (event: MessageEvent): Promise<unknown> =>
    once(messageKey(event), () => inRooms.run(event.message.chat_id, async () => receive(decodeMessage(event, context(), await findOut(event)))));

  const takeReaction = async (event: ReactionEvent): Promise<unknown> => {
    // Our own reactions come back to us.
    if (event.operator_type !== "user") return undefined;
    return once(eventKey(event), async () => {
      const place = await placeOf(event.message_id, event.user_id?.open_id);
      if (place !== undefined) await receive(decodeReaction(event, context(), place));
    });
  };

  const takeMenu = async (event: MenuEvent): Promise<unknown> => {
    const name = await lookUp.userName(event.operator.operator_id.open_id ?? "");
    return once(eventKey(event), () => receive(decodeMenu(event, context(), name)));
  };

  /** Past the queue of its room: what the room waits for may be this very answer. The presser is told something within three seconds. */
  const takePress = async (raw: unknown): Promise<unknown> => {
    const event = pressEvent.safeParse(raw);
    if (!event.success) return toast("error", say(language, channelTexts.pressUnknown));
    const { context: at, operator } = event.data;
    const pressed = async (): Promise<unknown> => {
      const place = await placeOf(at.open_message_id, operator.open_id, at.open_chat_id);
      if (place === undefined) return {};
      const ack = await sink.received(decodePress(event.data, context(), place));
      return ack.toast === undefined ? {} : toast("info", ack.toast);
    };
    const stored = once(eventKey(event.data), pressed).catch(() => toast("error", say(language, channelTexts.pressNotStored)));
    const late = pause(clock, timing.toastMs, signal).then(() => toast("info", say(language, channelTexts.pressTaken)));
    return Promise.race([stored, late]);
  };

  return {
    ready: (found) => {
      me = found;
    },
    take: async (kind, raw) => {
      const message = messageEvent.safeParse(raw);
      const menu = menuEvent.safeParse(raw);
      const reaction = reactionEvent.safeParse(raw);
      if (kind === "card.action.trigger") return takePress(raw);
      if (kind === "im.message.receive_v1" && message.success) await takeMessage(message.data);
      else if (kind === "application.bot.menu_v6" && menu.success) await takeMenu(menu.data);
      else if (kind.startsWith("im.message.reaction.") && reaction.success) await takeReaction(reaction.data);
      else note(`An event ${kind} of ${channel} has a shape that is not known here. It was confirmed and left out.`);
      return undefined;
    },
  };
}

function toast(type: "info" | "error", content: string): unknown {
  return { toast: { type, content: boundedName(content) } };
}
