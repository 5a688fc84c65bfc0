import { type Backlog, unreadMax } from "#domain/backlog";
import { numberIn } from "./body.ts";

/** Which lines of a room the agent was handed by itself, so that it does not get them twice. */
export function handedBacklog(backlog: (name: string) => Backlog, room: string): Backlog {
  return backlog(`${room} handed`);
}

export async function handedLines(backlog: (name: string) => Backlog, room: string): Promise<ReadonlySet<number>> {
  const entries = await handedBacklog(backlog, room).history({ limit: unreadMax });
  return new Set(entries.map(({ body }) => numberIn(body, "n")));
}
