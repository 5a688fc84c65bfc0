import { screenText, type Conversation, type Screen, type SeatFacts } from "#domain/agent";
import { defined } from "#lib/defined";
import type { ScreenWire } from "#protocol/screen";
import { sha256 } from "#lib/digest";

/** Lines as spans of one look each, and the same as text. */
export function encodeScreen(screen: Screen): ScreenWire {
  const { columns, rows, lines, cursor } = screen;
  return { columns, rows, lines, cursor: cursor ?? null, text: screenText(screen), version: screenVersion(screen) };
}

/** Changes when anything on the screen does. */
export function screenVersion({ columns, rows, lines, cursor }: Screen): string {
  return sha256(JSON.stringify([columns, rows, lines, cursor])).slice(0, 16);
}

export function encodeConversation({ id, title, at }: Conversation): object {
  return { id, title, at: new Date(at).toISOString() };
}

export function encodeFacts({ pid, memoryBytes, startedAt, model, isAdopted }: SeatFacts): object {
  return defined({
    pid,
    memory_bytes: memoryBytes,
    model,
    adopted: isAdopted,
    started_at: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
  });
}
