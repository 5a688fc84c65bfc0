import { ParleyError } from "#domain/errors";
import { whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words/words";
import { capTexts } from "#hub/bus/cap-texts";
import type { HubDeps } from "#hub/deps";

/** How many questions of one agent may be open at a time, so that nobody is flooded with them. */
export interface QuestionCap {
  /** Takes a place, and returns how to give it back. Throws RateLimited, with the time until the first of them expires. */
  take(by: Actor): () => void;
}

export function createQuestionCap({ clock, settings }: Pick<HubDeps, "clock" | "settings">): QuestionCap {
  const limit = settings.caps.openQuestions;
  /** When each place is free again at the latest. */
  const taken = new Map<string, Set<{ readonly until: number }>>();

  return {
    take: (by) => {
      if (by.kind !== "agent" || limit === 0) return () => {};
      const who = whoIs(by);
      const places = taken.get(who) ?? new Set();
      const now = clock.monotonic();
      if (places.size >= limit) {
        const retryMs = Math.max(1_000, Math.min(...[...places].map(({ until }) => until - now)));
        const seconds = Math.ceil(retryMs / 1000);
        const data = { limit, retry_after: seconds, scope: "open_questions" };
        throw new ParleyError("RateLimited", say(settings.language, capTexts.openQuestions, { limit, seconds }), { data });
      }
      const place = { until: now + settings.questionExpiresMs };
      taken.set(who, places.add(place));
      return () => {
        if (places.delete(place) && places.size === 0) taken.delete(who);
      };
    },
  };
}
