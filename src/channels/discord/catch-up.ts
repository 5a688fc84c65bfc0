import { pause, type Clock } from "#lib/time/clock";
import type { CallOutcome, DiscordApi } from "./discord-api.ts";
import type { Remembered } from "./remembered.ts";
import { isNewer, newest } from "./snowflakes.ts";
import type { GuildWire } from "./wire.ts";

export interface CatchUpOptions {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly remembered: Remembered;
  /** Stores what was said, as if it had come by the gateway; one room after the other. */
  readonly take: (room: string, read: () => Promise<readonly unknown[]>, guild: string | undefined) => Promise<void>;
  readonly note: (line: string) => void;
  readonly callMs: number;
  readonly failedMs: number;
  /** How long the servers of a new session may take to be named. */
  readonly guildsMs: number;
  readonly signal: AbortSignal;
}

/** Reads by REST what was said while no session was there: Discord replays a session that it still knows, and nothing else. */
export interface CatchUp {
  /** A new session has begun, in these servers. */
  begin(guilds: readonly string[]): void;
  guild(guild: GuildWire): void;
}

const pageSize = 100;
const mostPages = 20;
const mostTries = 5;
/** Channels in which people write: text, direct, voice, announcements, threads, stages. */
const written = new Set([0, 1, 2, 5, 10, 11, 12, 13]);

export function createCatchUp({ api, clock, remembered, take, note, callMs, failedMs, guildsMs, signal }: CatchUpOptions): CatchUp {
  let since: string | undefined;
  let waiting = new Set<string>();
  let underWay = 0;
  let generation = 0;

  const settle = (mine: number): void => {
    if (mine !== generation || underWay > 0 || waiting.size > 0 || since === undefined) return;
    since = undefined;
    remembered.release();
  };

  const messagesAfter = async (room: string, after: string): Promise<CallOutcome<readonly unknown[]>> => {
    for (let tries = 1; ; tries++) {
      const page = await api.call((rest, by) => rest.channels.getMessages(room, { after, limit: pageSize }, { signal: by }), { signal, timeoutMs: callMs });
      const isFinal = page.how === "ok" || (page.how === "denied" && page.denial.status < 500 && page.denial.status !== 429);
      if (isFinal || tries >= mostTries || signal.aborted) return page;
      await pause(clock, page.how === "denied" ? (page.denial.retryAfterMs ?? failedMs) : failedMs, signal);
    }
  };

  /** Oldest first. */
  const missedIn = async (room: string, from: string): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    let after = from;
    for (let page = 0; page < mostPages; page++) {
      const answer = await messagesAfter(room, after);
      if (answer.how !== "ok") {
        // Without the right to read a channel's history there is nothing to catch up with.
        if (answer.how !== "denied" || answer.denial.status >= 500) note(`What was said in ${room} while Discord was not connected could not be read.`);
        return all;
      }
      const ids = answer.result.map(idOf);
      all.push(...answer.result.toReversed());
      after = ids.reduce(newest, after);
      if (answer.result.length < pageSize) return all;
    }
    note(`More was said in ${room} while Discord was not connected than can be read.`);
    return all;
  };

  const read = (room: string, guild: string | undefined): void => {
    const [from, mine] = [since, generation];
    if (from === undefined) return;
    underWay += 1;
    void take(room, () => missedIn(room, from), guild).finally(() => {
      if (mine === generation) underWay -= 1;
      // A hub that is stopped has not read it all, and reads it again.
      if (!signal.aborted) settle(mine);
    });
  };

  return {
    begin: (guilds) => {
      const from = since ?? remembered.checkpoint;
      generation += 1;
      underWay = 0;
      if (from === undefined) return;
      since = from;
      waiting = new Set(guilds);
      const mine = generation;
      for (const room of remembered.directs) read(room, undefined);
      void pause(clock, guildsMs, signal).then(() => {
        if (mine !== generation || signal.aborted) return;
        waiting.clear();
        settle(mine);
      });
      settle(mine);
    },
    guild: ({ id, channels, threads }) => {
      const mine = generation;
      if (since !== undefined && waiting.delete(id)) {
        const from = since;
        for (const { id: room, type, last_message_id: last } of [...channels, ...threads]) {
          if (written.has(type) && typeof last === "string" && isNewer(last, from)) read(room, id);
        }
      }
      settle(mine);
    },
  };
}

function idOf(message: unknown): string {
  return typeof message === "object" && message !== null && "id" in message ? String(message.id) : "0";
}
