import type { QuestionId } from "#domain/ids";
import type { PushSubscription } from "#domain/person-settings";
import type { Clock } from "#lib/time/clock";
import { hashOf, newSecret } from "#hub/access/token-secrets";

/** As long as a push service keeps what it could not deliver. */
const livesMs = 15 * 60_000;
const mostOpen = 1_000;

/** What one secret opens: one question, to one person, through one browser, for the choices that its notification showed. */
export interface AnswerGrant {
  readonly question: QuestionId;
  readonly browser: Pick<PushSubscription, "endpoint" | "person" | "token">;
  readonly choices: readonly string[];
}

/** Secrets that a notification carries, encrypted for its browser. They are in memory alone, as hashes, and each is good once. */
export interface AnswerSecrets {
  issue(grant: AnswerGrant): string;
  /** Undefined for one that is unknown, used or too old. Void afterwards in any case. */
  take(secret: string): AnswerGrant | undefined;
}

export function createAnswerSecrets(clock: Pick<Clock, "monotonic">): AnswerSecrets {
  const open = new Map<string, { readonly grant: AnswerGrant; readonly until: number }>();
  return {
    issue: (grant) => {
      const secret = newSecret();
      open.set(hashOf(secret), { grant, until: clock.monotonic() + livesMs });
      for (const oldest of open.keys()) if (open.size > mostOpen) open.delete(oldest);
      return secret;
    },
    take: (secret) => {
      const hash = hashOf(secret);
      const found = open.get(hash);
      open.delete(hash);
      return found === undefined || found.until < clock.monotonic() ? undefined : found.grant;
    },
  };
}
