import type { QuestionId } from "#domain/ids";
import type { Question } from "#domain/question";
import type { HubDeps } from "#hub/deps";

const retryMs = 1_000;
const lookEveryMs = 60_000;

/** When open questions expire. */
export interface ExpiryTimers extends Disposable {
  /**
   * Expires when its time has passed, whatever happens to the machine's time; and at the next look when the wall clock is past it,
   * as after a night in which the machine slept.
   */
  schedule(question: Question): void;
  /** The question is not open any more. */
  cancel(id: QuestionId): void;
}

export function createExpiryTimers({ clock, log }: Pick<HubDeps, "clock" | "log">, expire: (id: QuestionId) => Promise<void>): ExpiryTimers {
  const timers = new Map<QuestionId, () => void>();

  const cancel = (id: QuestionId): void => {
    timers.get(id)?.();
    timers.delete(id);
  };

  const schedule = (question: Question, until = clock.monotonic() + Math.max(0, question.expiresAt - clock.now())): void => {
    const { id, expiresAt } = question;
    cancel(id);
    const fire = (): void => {
      if (clock.monotonic() < until && clock.now() < expiresAt) return schedule(question, until);
      expire(id).catch((cause: unknown) => {
        log.error({ cause, question: id }, "failed to store an expiry; retrying");
        timers.set(
          id,
          clock.after(retryMs, () => schedule(question)),
        );
      });
    };
    timers.set(id, clock.after(Math.min(lookEveryMs, Math.max(0, until - clock.monotonic())), fire));
  };

  return {
    schedule: (question) => schedule(question),
    cancel,
    [Symbol.dispose]: () => {
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
}
