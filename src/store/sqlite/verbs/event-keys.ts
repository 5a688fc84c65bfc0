import type { MessageId, QuestionId, RunId, TurnId } from "#domain/ids";
import type { Tx } from "#store/sqlite/engine/tx";

export interface EventResult {
  readonly message?: MessageId | undefined;
  readonly turn?: TurnId | undefined;
  readonly run?: RunId | undefined;
  readonly question?: QuestionId | undefined;
}

/** False if the key existed. It is written first, and rolled back with everything else if the rest fails. */
export function keepKey({ db }: Tx, key: string, at: number, { message, turn, run, question }: EventResult): boolean {
  return (
    db.run(
      "INSERT OR IGNORE INTO event_keys (key, at, message, turn, run, question) VALUES (?, ?, ?, ?, ?, ?)",
      key,
      at,
      message ?? null,
      turn ?? null,
      run ?? null,
      question ?? null,
    ) > 0
  );
}
