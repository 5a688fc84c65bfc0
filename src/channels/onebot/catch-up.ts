import { z } from "zod";
import type { ChannelMemory } from "#domain/channel";
import type { Clock } from "#lib/time/clock";
import type { OneBotApi } from "./api.ts";
import type { CallLimits, Frame } from "./call-socket.ts";
import { numberOf } from "./frame.ts";
import { parseRoom } from "./refs.ts";

/** A room that nothing was heard of for so long is not asked about. */
const oldestMs = 24 * 60 * 60_000;
const remembersRooms = 500;
const perRoom = 20;

const heard = z.object({ at: z.number(), refs: z.array(z.string()) });
const remembered = z.object({ rooms: z.record(z.string(), heard).catch({}), via: z.record(z.string(), z.string()).catch({}) }).catch({ rooms: {}, via: {} });
const historyWire = z.object({ messages: z.array(z.looseObject({ time: z.number() })) });

/**
 * How far each room was heard, so that after a break what was said meanwhile can be looked up in its history, where the
 * implementation keeps one. OneBot itself repeats nothing. A message that is found there has the key it would have come with.
 */
export interface CatchUp {
  load(memory: ChannelMemory): Promise<void>;
  /** This message is stored. */
  heard(room: string, at: number, ref: string): void;
  /** The group that a private chat with somebody who is no friend runs through. */
  viaOf(room: string): string | undefined;
  setVia(room: string, group: string): void;
  /** Hands over, as events, what the histories have beyond what was heard. */
  look(self: string, take: (frame: Frame) => void, limits: CallLimits): Promise<void>;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

export interface CatchUpOptions {
  readonly api: Pick<OneBotApi, "call">;
  readonly clock: Clock;
  readonly memoryMs: number;
  /** How many histories are read after a break, those of the rooms that were heard last. */
  readonly mostRooms: number;
}

export function createCatchUp({ api, clock, memoryMs, mostRooms }: CatchUpOptions): CatchUp {
  let memory: ChannelMemory | undefined;
  let rooms = new Map<string, z.infer<typeof heard>>();
  let via = new Map<string, string>();
  let cancel: (() => void) | undefined;

  const flush = async (): Promise<void> => {
    if (cancel === undefined) return;
    cancel();
    cancel = undefined;
    // Not stored: the histories are read from further back, and what was heard already has the same key.
    await memory?.set({ rooms: Object.fromEntries(rooms), via: Object.fromEntries(via) }).catch(() => undefined);
  };
  const changed = (afterMs: number): void => {
    if (afterMs === 0) cancel?.();
    if (afterMs === 0 || cancel === undefined) cancel = clock.after(afterMs, () => void flush());
  };

  return {
    load: async (given) => {
      memory = given;
      const kept = remembered.parse((await given.get()) ?? {});
      rooms = new Map(Object.entries(kept.rooms));
      via = new Map(Object.entries(kept.via));
    },
    heard: (room, at, ref) => {
      const before = rooms.get(room);
      if (before !== undefined && at < before.at) return;
      rooms.delete(room);
      rooms.set(room, { at, refs: [...(before?.at === at ? before.refs : []), ref].slice(-perRoom) });
      const [oldest] = rooms.keys();
      if (rooms.size > remembersRooms && oldest !== undefined) rooms.delete(oldest);
      changed(before === undefined ? 0 : memoryMs);
    },
    viaOf: (room) => via.get(room),
    setVia: (room, group) => {
      if (via.get(room) === group) return;
      via.set(room, group);
      changed(0);
    },
    look: async (self, take, limits) => {
      const recent = [...rooms].filter(([, { at }]) => at > clock.now() - oldestMs).slice(-mostRooms);
      for (const [room, { at: since, refs }] of recent) {
        const chat = parseRoom(room);
        if (limits.signal.aborted) return;
        if (chat === undefined) continue;
        const [action, params] =
          chat.kind === "group"
            ? (["get_group_msg_history", { group_id: numberOf(chat.id), count: perRoom }] as const)
            : (["get_friend_msg_history", { user_id: numberOf(chat.id), count: perRoom }] as const);
        const outcome = await api.call(action, params, limits);
        const history = historyWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
        if (!history.success) continue;
        const missed = history.data.messages.filter((message) => message.time * 1000 >= since && !refs.includes(`${room}/${String(message["message_id"])}`));
        for (const message of missed.toSorted((a, b) => a.time - b.time)) {
          // Own messages stand in a history beside the others.
          if (message["post_type"] !== "message_sent") take({ ...message, post_type: "message", self_id: message["self_id"] ?? self });
        }
      }
    },
    flush,
  };
}
