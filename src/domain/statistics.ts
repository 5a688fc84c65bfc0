/** What is counted. `wait` and `turns` also add up milliseconds, usage adds up tokens or dollars. */
export type Measure = "messages" | "turns" | "failed" | "queued" | "answered" | "allowed" | "denied" | "expired" | "input" | "output" | "cost";

/** What the counts are split by; `day` is everything of a day. */
export type CountedBy = "day" | "person" | "agent" | "channel";

export interface Count {
  readonly what: Measure;
  readonly count: number;
  /** Milliseconds of turns and of waits, tokens, dollars; 0 where there is nothing to add up. */
  readonly total: number;
}

export interface DayCount extends Count {
  /** `2026-03-04`, in the hub's own time zone. */
  readonly day: string;
}

export interface ShareCount extends Count {
  readonly by: Exclude<CountedBy, "day">;
  /** A person's id, an agent's name, or the id of a channel or door. */
  readonly key: string;
}

export interface Statistics {
  readonly days: readonly DayCount[];
  readonly shares: readonly ShareCount[];
}

/** The store's verbs about numbers. They are counted when something is written, so that reading them walks no history. */
export interface StatisticsVerbs {
  /** Both days included. */
  statistics(range: { readonly from: string; readonly to: string }): Promise<Statistics>;
}
