import type { MessageId, QuestionId, RunId, TurnId } from "#domain/ids";
import type { Tx } from "./tx.ts";

export interface Made {
  readonly message?: MessageId | undefined;
  readonly turn?: TurnId | undefined;
  readonly run?: RunId | undefined;
  readonly question?: QuestionId | undefined;
}

/** False when the key was there. It is written first, and taken back with everything else if the rest is refused. */
export function keepKey({ db }: Tx, key: string, at: number, { message, turn, run, question }: Made): boolean {
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
