import type { Clock } from "#lib/time/clock";
import type { CodeSubject } from "./remote-code.ts";

export interface ChallengeLimits {
  readonly validMs: number;
  readonly perMinute: number;
}

/** Open challenges and how often each account has tried. Nothing is stored: a restart closes them all. */
export interface Challenges {
  /** Whether another one may be asked for, and counts it. */
  mayAsk(account: string): "yes" | "tooOften" | "locked";
  /** Whether there were too many wrong codes lately. Challenges that are still open do not count meanwhile. */
  isLocked(account: string): boolean;
  open(subject: CodeSubject): void;
  /** The challenge if it is open and theirs. It is gone afterwards, whatever comes of it. */
  take(challenge: string, account: string, room: string): CodeSubject | undefined;
  wrong(account: string): void;
}

const wrongAllowed = 5;
const lockMs = 15 * 60_000;
const minuteMs = 60_000;
const most = 100;

export function createChallenges(clock: Clock, { validMs, perMinute }: ChallengeLimits): Challenges {
  const challenges = new Map<string, { readonly subject: CodeSubject; readonly until: number }>();
  const asked = new Map<string, readonly number[]>();
  const failed = new Map<string, readonly number[]>();
  const since = (moments: Map<string, readonly number[]>, account: string, ms: number): readonly number[] =>
    (moments.get(account) ?? []).filter((at) => at > clock.monotonic() - ms);

  const isLocked = (account: string): boolean => since(failed, account, lockMs).length >= wrongAllowed;

  return {
    isLocked,
    mayAsk: (account) => {
      if (isLocked(account)) return "locked";
      const before = since(asked, account, minuteMs);
      if (before.length >= perMinute) return "tooOften";
      asked.set(account, [...before, clock.monotonic()]);
      return "yes";
    },
    open: (subject) => {
      const now = clock.monotonic();
      for (const [id, { until }] of challenges) if (until <= now || challenges.size >= most) challenges.delete(id);
      challenges.set(subject.challenge, { subject, until: now + validMs });
    },
    take: (challenge, account, room) => {
      const found = challenges.get(challenge);
      if (found === undefined || found.subject.account !== account || found.subject.room !== room) return undefined;
      challenges.delete(challenge);
      return found.until > clock.monotonic() ? found.subject : undefined;
    },
    wrong: (account) => void failed.set(account, [...since(failed, account, lockMs), clock.monotonic()]),
  };
}
