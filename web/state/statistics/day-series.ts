import type { DayCountWire, MeasureWire, ShareCountWire, StatisticsWire } from "#protocol/statistics";

const pad = (n: number): string => String(n).padStart(2, "0");

/** `2026-03-04`, so many days before this moment. */
export function dayBefore(now: number, days: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() - days);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Every day of a range, also those on which nothing happened. */
export function daysOf({ from, to }: Pick<StatisticsWire, "from" | "to">): readonly string[] {
  const days: string[] = [];
  const last = Date.parse(`${to}T00:00:00Z`);
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= last && days.length < 400; at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** One number for each day. */
export function seriesOf(all: StatisticsWire, value: (count: DayCountWire) => number): readonly { readonly day: string; readonly value: number }[] {
  const byDay = new Map<string, number>();
  for (const count of all.days) byDay.set(count.day, (byDay.get(count.day) ?? 0) + value(count));
  return daysOf(all).map((day) => ({ day, value: byDay.get(day) ?? 0 }));
}

export interface Sum {
  readonly count: number;
  readonly total: number;
}

export function sumOf(counts: readonly { readonly what: MeasureWire; readonly count: number; readonly total: number }[], what: MeasureWire): Sum {
  return counts.reduce((sum, one) => (one.what === what ? { count: sum.count + one.count, total: sum.total + one.total } : sum), { count: 0, total: 0 });
}

/** Null where there is nothing to divide. */
export function meanOf({ count, total }: Sum): number | null {
  return count === 0 ? null : total / count;
}

export interface Share {
  readonly key: string;
  readonly name: string | null;
  readonly counts: readonly ShareCountWire[];
}

/** Whoever has the most messages and turns first. */
export function sharesBy({ shares }: StatisticsWire, by: ShareCountWire["by"]): readonly Share[] {
  const byKey = new Map<string, ShareCountWire[]>();
  for (const share of shares) if (share.by === by) byKey.set(share.key, [...(byKey.get(share.key) ?? []), share]);
  const weight = ({ counts }: Share): number => sumOf(counts, "messages").count + sumOf(counts, "turns").count;
  return [...byKey].map(([key, counts]) => ({ key, name: counts[0]?.name ?? null, counts })).sort((a, b) => weight(b) - weight(a));
}
