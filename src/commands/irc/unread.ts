import { type Backlog, unreadMax } from "#domain/backlog";

import { type StoredLine, lineOf } from "./stored-line.ts";
import { handedLines, lostLines } from "./handed-lines.ts";

export interface Unread {
  /** Oldest first. */
  readonly lines: readonly StoredLine[];
  readonly before: number;
  readonly after: number;
  /** Passed over since the last time: too many waited, or came too fast. */
  readonly dropped: number;
  readonly waiting: number;
}

/** What nobody has read of a room, without what the agent was handed already. Moves the cursor unless it peeks. */
export async function takeUnread(
  backlog: (name: string) => Backlog,
  room: string,
  { limit, peek }: { readonly limit: number; readonly peek: boolean },
): Promise<Unread> {
  const handed = await handedLines(backlog, room);
  const lines: StoredLine[] = [];
  let before: number | undefined;
  let dropped = await lostLines(backlog, room, peek);
  for (;;) {
    const read = await backlog(room).read({ limit: peek ? unreadMax : limit - lines.length, peek });
    const found = read.entries.map(lineOf);
    before ??= read.before;
    dropped += read.dropped;
    lines.push(...found.filter(({ n }) => !handed.has(n)));
    if (!peek && found.length > 0 && lines.length < limit) continue;
    const left = peek ? Math.max(0, lines.length - limit) : read.waiting - [...handed].filter((n) => n > read.after).length;
    return { lines: lines.slice(0, limit), before, after: read.after, dropped, waiting: Math.max(0, left) };
  }
}
