import { ParleyError } from "#domain/errors";
import { nameOf, roleOf, whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import type { HubDeps } from "#hub/deps";
import { capTexts } from "./cap-texts.ts";
import { createPostRate } from "./post-rate.ts";

export type CappedDeed = "reactions" | "threads" | "changes" | "templates" | "runs" | "registrations" | keyof typeof fixedCaps;

/** Not configurable: no program needs more, and every change of a card is sent to everybody who watches. */
const fixedCaps = { updates: 60, heartbeats: 120, typing: 120 } as const;
/** Of people, members are limited in these: they have agents of their own. */
const membersToo: ReadonlySet<CappedDeed> = new Set(["updates", "heartbeats"]);

/** What one caller may do in a minute beside posting. People are limited only where they make agents and act for them, and owners and admins never. */
export interface Caps {
  /** Counts one. Throws RateLimited with the wait, recorded. */
  take(by: Actor, deed: CappedDeed): Promise<void>;
}

export function createCaps({ clock, settings }: Pick<HubDeps, "clock" | "settings">, gate: Pick<Gate, "refused">): Caps {
  const { caps, language } = settings;
  const rates = {
    reactions: createPostRate(clock, caps.reactions),
    threads: createPostRate(clock, caps.threads),
    changes: createPostRate(clock, caps.changes),
    templates: createPostRate(clock, caps.templates),
    runs: createPostRate(clock, caps.runs),
    registrations: createPostRate(clock, caps.registrations),
    updates: createPostRate(clock, fixedCaps.updates),
    heartbeats: createPostRate(clock, fixedCaps.heartbeats),
    typing: createPostRate(clock, fixedCaps.typing),
  };
  const isLimited = (by: Actor, deed: CappedDeed): boolean => {
    const isMember = roleOf(by) === "member";
    return deed === "registrations" ? isMember : by.kind === "agent" || (isMember && membersToo.has(deed));
  };

  return {
    take: async (by, deed) => {
      if (!isLimited(by, deed)) return;
      const taken = rates[deed].take(whoIs(by));
      if (typeof taken === "function") return;
      const { limit, windowMs, retryMs } = taken;
      const seconds = Math.ceil(retryMs / 1000);
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "RateLimited", about: `more than ${limit} ${deed} a minute` });
      const data = { limit, window: windowMs / 1000, retry_after: seconds, scope: deed };
      throw new ParleyError("RateLimited", say(language, capTexts[deed], { limit, seconds }), { data });
    },
  };
}
