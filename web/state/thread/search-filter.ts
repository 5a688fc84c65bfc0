/** What a search keeps to. Days are local, as `2026-03-04`; empty for none. */
export interface SearchFilter {
  readonly thread: string | null;
  /** A person's or an agent's id; empty for anybody. */
  readonly author: string;
  readonly hasFile: boolean;
  readonly from: string;
  readonly to: string;
}

export const noFilter: SearchFilter = { thread: null, author: "", hasFile: false, from: "", to: "" };

/** As the hub's query has it. The last day is searched to its end. */
export function filterQuery({ thread, author, hasFile, from, to }: SearchFilter): string {
  const since = startOf(from, 0);
  const until = startOf(to, 1);
  const query = new URLSearchParams({
    ...(thread === null ? {} : { thread_id: thread }),
    ...(author === "" ? {} : { author }),
    ...(hasFile ? { has_file: "true" } : {}),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  });
  return query.size === 0 ? "" : `&${query.toString()}`;
}

function startOf(day: string, later: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
