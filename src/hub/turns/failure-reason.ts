/** What went wrong at a seat, for a turn's ending. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
