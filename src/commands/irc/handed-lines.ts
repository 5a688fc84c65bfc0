import { type Backlog, unreadMax } from "#domain/backlog";
import { numberIn } from "./backlog-fields.ts";

type Backlogs = (name: string) => Backlog;

/** Which lines of a room the agent was handed by itself, so that it does not get them twice. */
export function handedBacklog(backlog: Backlogs, room: string): Backlog {
  return backlog(`${room} handed`);
}

export async function handedLines(backlog: Backlogs, room: string): Promise<ReadonlySet<number>> {
  const entries = await handedBacklog(backlog, room).history({ limit: unreadMax });
  return new Set(entries.map(({ body }) => numberIn(body, "n")));
}

/** How many lines of a room came faster than they could be kept. */
export function lostBacklog(backlog: Backlogs, room: string): Backlog {
  return backlog(`${room} lost`);
}

/** Since the last time that it was not a peek. */
export async function lostLines(backlog: Backlogs, room: string, peek: boolean): Promise<number> {
  const { entries } = await lostBacklog(backlog, room).read({ limit: unreadMax, peek });
  return entries.reduce((sum, { body }) => sum + numberIn(body, "count"), 0);
}
