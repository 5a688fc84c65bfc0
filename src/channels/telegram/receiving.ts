import type { ChannelId, ChannelSink, Inbound, NativeCommand } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { boundedName } from "#channels/kit/clean-text";
import { KeyedQueue } from "#lib/keyed-queue";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { createAlbums } from "./albums.ts";
import type { BotApi } from "./bot-api.ts";
import { registerCommands } from "./register-commands.ts";
import type { RawUpdate, Timing } from "./connect.ts";
import type { Me } from "./decode-words.ts";
import { decodeUpdate, type DecodeContext } from "./decode.ts";
import type { Rooms } from "./rooms.ts";
import type { UpdateWindow } from "./update-window.ts";

export interface ReceivingOptions {
  readonly channel: ChannelId;
  readonly api: BotApi;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly window: UpdateWindow;
  readonly sink: ChannelSink;
  readonly language: TextLanguage;
  readonly note: (line: string) => void;
  readonly commands: readonly NativeCommand[];
  readonly timing: Timing;
  readonly signal: AbortSignal;
}

/** Takes updates to the hub, and tells the window what became of each. */
export interface Receiving {
  ready(me: Me): void;
  /** Never waits: the hub may take its time, and the next poll must not. */
  take(update: RawUpdate): void;
}

const toastChars = 200;

export function createReceiving(options: ReceivingOptions): Receiving {
  const { channel, api, clock, rooms, window, sink, language, note, commands, timing, signal } = options;
  /** In one room one after the other, so that what was said first is stored first. */
  const inRooms = new KeyedQueue<string>();
  const albums = createAlbums(clock, timing.albumMs);
  const limits = { signal, timeoutMs: timing.callMs };
  let context: DecodeContext | undefined;

  /** What was stored is confirmed with the next poll; what was not comes again with it. */
  const settle = async (ids: readonly number[], store: () => Promise<unknown>): Promise<void> => {
    try {
      await store();
      for (const id of ids) window.stored(id);
    } catch {
      for (const id of ids) window.failed(id);
    }
  };

  const answer = async (query: string, toast: string | undefined): Promise<void> => {
    const text = toast === undefined ? {} : { text: boundedName(toast, toastChars) };
    await api.call((raw, by) => raw.answerCallbackQuery({ callback_query_id: query, ...text }, by), limits);
  };

  /** Past the queue of its room: what the room waits for may be this very answer. */
  const takePress = (id: number, query: string, [event]: readonly Inbound[]): void => {
    void settle([id], async () => {
      const { toast } = event === undefined ? {} : await sink.received(event);
      // The presser is told when the answer is stored; the update need not wait for it.
      void answer(query, toast);
    });
  };

  const albumIds = new Map<string, number[]>();
  const takeAlbum = (id: number, album: string, event: Inbound): void => {
    const name = `${event.from.room}/${album}`;
    if (albums.add(name, event)) return void albumIds.get(name)?.push(id);
    albumIds.set(name, [id]);
    void inRooms.run(event.from.room, async () => {
      const whole = await albums.whole(name, signal);
      const ids = albumIds.get(name) ?? [id];
      albumIds.delete(name);
      await settle(ids, async () => {
        // Perhaps not all of it came before the end.
        if (signal.aborted) throw new ParleyError("ShuttingDown", "The channel was closed before the album was whole.");
        if (whole !== undefined) await sink.received(whole);
      });
    });
  };

  const take = (update: RawUpdate): void => {
    const id = update.update_id;
    const decoded = context === undefined ? undefined : decodeUpdate(update, context);
    switch (decoded?.kind) {
      case undefined:
        return window.failed(id);
      case "nothing":
        return window.stored(id);
      case "unreadable":
        note(`Update ${id} of ${channel} has a shape that is not known here. It was confirmed and left out.`);
        return window.stored(id);
      case "moved":
        return void settle([id], () => rooms.moved(decoded.from, decoded.to));
      case "events": {
        const { events, album, query } = decoded;
        const [first] = events;
        if (query !== undefined) return takePress(id, query, events);
        if (first === undefined) return window.stored(id);
        if ("ref" in first.what && first.what.ref !== undefined) rooms.keepTopic(first.what.ref, first.from.topic);
        if (album !== undefined) return takeAlbum(id, album, first);
        void inRooms.run(first.from.room, () =>
          settle([id], async () => {
            for (const event of events) await sink.received(event);
          }),
        );
      }
    }
  };

  return {
    ready: (me) => {
      context = {
        channel,
        me,
        commands: new Set(commands.map(({ name }) => name)),
        language,
        now: () => clock.now(),
        roomOf: (chat) => rooms.roomOf(chat),
        topicOf: (ref) => rooms.topicOf(ref),
      };
      void registerCommands({ api, commands, language, note, limits });
    },
    take,
  };
}
