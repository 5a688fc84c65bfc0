import { screenText, type Conversation, type Screen, type SeatFacts } from "#domain/agent";
import { defined } from "#lib/defined";

/** Lines as spans of one look each, and the same as text. */
export function encodeScreen(screen: Screen): object {
  const { columns, rows, lines, cursor } = screen;
  return { columns, rows, lines, cursor: cursor ?? null, text: screenText(screen) };
}

export function encodeConversation({ id, title, at }: Conversation): object {
  return { id, title, at: new Date(at).toISOString() };
}

export function encodeFacts({ pid, memoryBytes, startedAt, model }: SeatFacts): object {
  return defined({ pid, memory_bytes: memoryBytes, model, started_at: startedAt === undefined ? undefined : new Date(startedAt).toISOString() });
}
