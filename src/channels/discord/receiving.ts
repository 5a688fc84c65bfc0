import type { GatewayDispatchPayload } from "@discordjs/core/http-only";
import type { ChannelId, ChannelSink, NativeCommand } from "#domain/channel";
import { defined } from "#lib/defined";
import { KeyedQueue } from "#lib/keyed-queue";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { createCatchUp, type CatchUp } from "./catch-up.ts";
import { decodeDispatch, type DecodeContext, type Decoded } from "./decode.ts";
import type { DiscordApi } from "./discord-api.ts";
import { createInteractions } from "./interactions.ts";
import { createKeeping } from "./keeping.ts";
import { listCommands } from "./native-commands.ts";
import { createPlaces } from "./places.ts";
import { registerCommands } from "./register-commands.ts";
import type { Remembered } from "./remembered.ts";
import { idAt } from "./snowflakes.ts";
import { messageWire, readyWire } from "./wire.ts";

export interface ReceivingTiming {
  readonly callMs: number;
  /** How long an event that could not be stored waits before it is tried again. */
  readonly failedMs: number;
  readonly deferMs: number;
  readonly guildsMs: number;
}

export interface ReceivingOptions {
  readonly channel: ChannelId;
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly remembered: Remembered;
  readonly sink: ChannelSink;
  readonly language: TextLanguage;
  readonly note: (line: string) => void;
  readonly commands: readonly NativeCommand[];
  readonly timing: ReceivingTiming;
  readonly signal: AbortSignal;
}

/** Who the bot is, as Discord says. */
export interface Bot {
  readonly application: string;
  readonly user: string;
}

/** Takes events of the gateway to the hub, and counts what is stored. */
export interface Receiving {
  /** Before the first event. */
  knows(bot: Bot): void;
  /** The session is there. */
  up(): void;
  /** Never waits: the hub may take its time, and the next event must not. */
  take(payload: GatewayDispatchPayload): void;
}

export function createReceiving(options: ReceivingOptions): Receiving {
  const { channel, api, clock, remembered, sink, language, note, commands, timing, signal } = options;
  /** In one room one after the other, so that what was said first is stored first. */
  const inRooms = new KeyedQueue<string>();
  const listed = listCommands(commands, language);
  const limits = { signal, timeoutMs: timing.callMs };
  let bot: Bot = { application: "", user: "" };
  const places = createPlaces(api, () => bot.user);
  const answer = createInteractions({ api, clock, application: () => bot.application, deferMs: timing.deferMs, callMs: timing.callMs, signal });

  const keep = createKeeping({ channel, clock, sink, remembered, places, note, failedMs: timing.failedMs, signal });

  const contextOf = (eventKey: string): DecodeContext => ({
    channel,
    me: { id: bot.user, roles: places.roles },
    commands: listed,
    language,
    now: () => clock.now(),
    eventKey,
    nameOfUser: (id) => places.nameOfUser(id),
  });

  const settle = (decoded: Decoded, stored: () => void): void => {
    switch (decoded.kind) {
      case "nothing":
        return stored();
      case "unreadable":
        note(`An event of ${channel} has a shape that is not known here. It was left out.`);
        return stored();
      case "event": {
        const { event, guild } = decoded;
        void inRooms.run(event.from.room, () => keep(event, guild).then(stored, () => undefined));
        return;
      }
      case "interaction": {
        const { event, guild, id, token } = decoded;
        // A press goes past the queue of its room: what the room waits for may be this very answer.
        const isPress = event.what.kind === "pressed";
        const kept = isPress ? keep(event, guild) : inRooms.run(event.from.room, () => keep(event, guild));
        void kept.then(stored, () => undefined);
        void answer({ id, token, event }, kept).catch(() => undefined);
      }
    }
  };

  const catchUp: CatchUp = createCatchUp({
    api,
    clock,
    remembered,
    note,
    callMs: timing.callMs,
    failedMs: timing.failedMs,
    guildsMs: timing.guildsMs,
    signal,
    take: (room, read, guild) =>
      inRooms.run(room, async () => {
        for (const message of await read()) {
          // What is read of a channel does not say in which server it is.
          const decoded = decodeDispatch("MESSAGE_CREATE", { ...(message as object), ...defined({ guild_id: guild }) }, contextOf(""));
          if (decoded.kind === "event") await keep(decoded.event, guild).catch(() => undefined);
        }
      }),
  });

  const take = ({ t: type, s: sequence, d: data }: GatewayDispatchPayload): void => {
    if (type === "READY") catchUp.begin(readyWire.safeParse(data).data?.guilds.map(({ id }) => id) ?? []);
    if (type === "READY") remembered.startAt(idAt(clock.now()));
    const { window, session } = remembered;
    if (!window.take(sequence)) return;
    const guild = places.hear(type, data);
    if (guild !== undefined) catchUp.guild(guild);
    const message = type === "MESSAGE_CREATE" ? messageWire.safeParse(data).data : undefined;
    if (message !== undefined) places.heardMessage(message);
    const decoded = decodeDispatch(type, data, contextOf(`${session?.id ?? ""}-${sequence}`));
    settle(decoded, () => remembered.stored(window, sequence, "message" in decoded ? decoded.message : undefined));
  };

  return {
    knows: (found) => {
      bot = found;
    },
    up: () => void registerCommands({ api, application: bot.application, listed, remembered, note, limits }),
    take,
  };
}
