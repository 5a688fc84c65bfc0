import type { CountedBy, Measure } from "#domain/statistics";
import { localDay } from "#lib/time/local-day";
import type { Db } from "./db.ts";

/** Whom a count belongs to, besides its day. */
export interface CountedFor {
  readonly person?: string | undefined;
  readonly agent?: string | undefined;
  readonly channel?: string | undefined;
}

/** Counts for the statistics. Like the heads they are written once per commit, however many lines a batch has. */
export interface Tally {
  add(at: number, what: Measure, whose: CountedFor, amount?: { readonly count?: number; readonly total?: number }): void;
  readonly writeBack: () => void;
  readonly reset: () => void;
}

interface Pending {
  readonly by: CountedBy;
  readonly day: string;
  readonly what: Measure;
  readonly key: string;
  count: number;
  total: number;
}

export function createTally(db: Db): Tally {
  const pending = new Map<string, Pending>();

  const bump = (one: Pending): void => {
    const id = `${one.by} ${one.day} ${one.what} ${one.key}`;
    const known = pending.get(id);
    if (known === undefined) pending.set(id, one);
    else {
      known.count += one.count;
      known.total += one.total;
    }
  };

  return {
    add: (at, what, { person, agent, channel }, { count = 1, total = 0 } = {}) => {
      const day = localDay(at);
      const whose: readonly (readonly [CountedBy, string | undefined])[] = [
        ["day", ""],
        ["person", person],
        ["agent", agent],
        ["channel", channel],
      ];
      for (const [by, key] of whose) if (key !== undefined) bump({ by, day, what, key, count, total });
    },
    writeBack: () => {
      for (const { by, day, what, key, count, total } of pending.values())
        db.run(
          `INSERT INTO statistics (kind, day, what, key, count, total) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET count = count + excluded.count, total = total + excluded.total`,
          by,
          day,
          what,
          key,
          count,
          total,
        );
      pending.clear();
    },
    reset: () => pending.clear(),
  };
}
