import { z } from "zod";
import type { ChannelMemory } from "#domain/channel";
import { defined } from "#lib/defined";
import { pause, type Clock } from "#lib/time/clock";
import type { OneBotApi } from "./api.ts";
import type { CallLimits, Frame } from "./call-socket.ts";
import { numberOf } from "./frame.ts";
import { parseRoom } from "./refs.ts";

/** A room that nothing was heard of for so long is not asked about. */
const oldestMs = 24 * 60 * 60_000;
const remembersRooms = 500;
const perRoom = 50;
const mostRefs = 20;
/** How often a history is asked for over one connection that answers everything else. */
const mostLooks = 6;

/** When the last message was, which ones came at that time, and since when there may be others that did not come. */
const heard = z.object({ at: z.number(), refs: z.array(z.string()), gap: z.number().optional() });
const remembered = z.object({ rooms: z.record(z.string(), heard).catch({}), via: z.record(z.string(), z.string()).catch({}) }).catch({ rooms: {}, via: {} });
const historyMessage = z.looseObject({ time: z.number() });
type HistoryMessage = z.infer<typeof historyMessage>;
const historyWire = z.object({ messages: z.array(historyMessage) });

/**
 * How far each room was heard, so that after a break what was said meanwhile can be looked up in its history, where the
 * implementation keeps one. OneBot itself repeats nothing. A message that is found there has the key it would have come with.
 */
export interface CatchUp {
  load(memory: ChannelMemory): Promise<void>;
  /** This message has come and is not stored yet. What its room says from then on can be missed. */
  came(room: string, at: number): void;
  /** This message is stored. */
  heard(room: string, at: number, ref: string): void;
  /** The group that a private chat with somebody who is no friend runs through. */
  viaOf(room: string): string | undefined;
  setVia(room: string, group: string): void;
  /** The connection ended: from now on messages may be missed, until a look into the history of their room. */
  broken(): void;
  /** Hands over, as events, what the histories have since a connection ended. False: there are histories that could not be read. */
  look(self: string, take: (frame: Frame) => void, limits: CallLimits): Promise<boolean>;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

export interface CatchUpOptions {
  readonly api: Pick<OneBotApi, "call">;
  readonly clock: Clock;
  readonly memoryMs: number;
  /** Before a history is asked for again that was not given. */
  readonly lookAgainMs: number;
  /** How many histories are read after a break, those of the rooms that were heard last. */
  readonly mostRooms: number;
}

export function createCatchUp({ api, clock, memoryMs, lookAgainMs, mostRooms }: CatchUpOptions): CatchUp {
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
  /** What is heard from now on does not move it: only a look into the history closes a gap. */
  const broken = (): void => {
    for (const [room, known] of rooms) if (known.gap === undefined) rooms.set(room, { ...known, gap: known.at });
  };
  /** A time to come, as an implementation with another clock gives, would hide everything until then. Times are whole seconds. */
  const notToCome = (at: number): number => Math.min(at, Math.floor(clock.now() / 1000) * 1000);
  /** The rooms stand in the order in which they were last heard. */
  const put = (room: string, known: z.infer<typeof heard>): void => {
    rooms.delete(room);
    rooms.set(room, known);
    const [oldest] = rooms.keys();
    if (rooms.size > remembersRooms && oldest !== undefined) rooms.delete(oldest);
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
      broken();
    },
    came: (room, at) => {
      if (!rooms.has(room)) put(room, { at: notToCome(at), refs: [] });
    },
    heard: (room, said, ref) => {
      const at = notToCome(said);
      const before = rooms.get(room);
      if (before !== undefined && at < before.at) return;
      const refs = [...(before?.at === at ? before.refs : []), ref].slice(-mostRefs);
      put(room, { at, refs, ...defined({ gap: before?.gap }) });
      changed((before?.refs.length ?? 0) === 0 ? 0 : memoryMs);
    },
    viaOf: (room) => via.get(room),
    setVia: (room, group) => {
      if (via.get(room) === group) return;
      via.set(room, group);
      changed(0);
    },
    broken,
    look: async (self, take, limits) => {
      for (let looks = 1; !(await lookOnce(self, take, limits)); looks++) {
        // What was not found out stays a gap for the next connection.
        if (limits.signal.aborted || looks === mostLooks) return false;
        await pause(clock, lookAgainMs * looks, limits.signal);
      }
      return true;
    },
    flush,
  };

  /** False: there is a room left that could not be asked about. */
  async function lookOnce(self: string, take: (frame: Frame) => void, limits: CallLimits): Promise<boolean> {
    let isAll = true;
    // Rooms change their place while this waits.
    const all = [...rooms];
    const recent = new Map(all.filter(([, { at }]) => at > clock.now() - oldestMs).slice(-mostRooms));
    for (const [room, { gap: since }] of all) {
      if (since === undefined) continue;
      const missed = recent.has(room) ? await missedIn(room, since, limits) : [];
      if (limits.signal.aborted) return false;
      isAll &&= missed !== undefined;
      if (missed === undefined) continue;
      for (const message of missed) take({ ...message, post_type: "message", self_id: message["self_id"] ?? self });
      const now = rooms.get(room);
      if (now !== undefined) rooms.set(room, { at: now.at, refs: now.refs });
      changed(memoryMs);
    }
    return isAll;
  }

  /** Undefined: it could not be asked. Nothing where there is no history. */
  async function missedIn(room: string, since: number, limits: CallLimits): Promise<readonly HistoryMessage[] | undefined> {
    const chat = parseRoom(room);
    if (chat === undefined) return [];
    const [action, params] =
      chat.kind === "group"
        ? (["get_group_msg_history", { group_id: numberOf(chat.id), count: perRoom }] as const)
        : (["get_friend_msg_history", { user_id: numberOf(chat.id), count: perRoom }] as const);
    const outcome = await api.call(action, params, limits);
    if (outcome.how === "unknown" || outcome.how === "not-sent") return undefined;
    const history = historyWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
    const known = rooms.get(room)?.refs ?? [];
    // Own messages stand in a history beside the others.
    return (history.success ? history.data.messages : [])
      .filter(
        (message) => message.time * 1000 >= since && message["post_type"] !== "message_sent" && !known.includes(`${room}/${String(message["message_id"])}`),
      )
      .toSorted((a, b) => a.time - b.time);
  }
}
