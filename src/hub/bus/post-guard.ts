import { ParleyError } from "#domain/errors";
import { whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words";
import type { HubDeps } from "#hub/deps";
import type { Post } from "./bus.ts";
import { carriedSecret } from "./carried-secret.ts";
import { createPostRate } from "./post-rate.ts";
import type { BusRules } from "./rules.ts";

/** What stands before a line of the bus. People in chats and on the page do not pass here. */
export interface PostGuard {
  /** Throws ContentBlocked, recorded without the secret. */
  clean(by: Actor, line: Pick<Post, "text" | "metadata">): Promise<void>;
  /** Counts one line of an agent's and returns how to take it back. Throws RateLimited. */
  take(by: Actor): Promise<() => void>;
}

export function createPostGuard({ clock, settings }: Pick<HubDeps, "clock" | "settings">, rules: Pick<BusRules, "turnDown">): PostGuard {
  const language = settings.language ?? "en";
  const rate = createPostRate(clock, settings.agentPostsPerMinute);

  return {
    clean: async (by, { text, metadata }) => {
      if (!settings.contentFilter) return;
      const pattern = carriedSecret(text) ?? (metadata === undefined ? undefined : carriedSecret(JSON.stringify(metadata)));
      if (pattern === undefined) return;
      const error = new ParleyError("ContentBlocked", say(language, "contentBlocked", { pattern }), { data: { pattern } });
      await rules.turnDown(by, error, `post what carries a secret: ${pattern}`);
    },
    take: async (by) => {
      if (by.kind !== "agent") return () => {};
      const taken = rate.take(whoIs(by));
      if (typeof taken === "function") return taken;
      const { limit, windowMs, retryMs } = taken;
      const seconds = Math.ceil(retryMs / 1000);
      const data = { limit, window: windowMs / 1000, retry_after: seconds, scope: "author", retryMs };
      return rules.turnDown(by, new ParleyError("RateLimited", say(language, "rateLimited", { limit, seconds }), { data }), "post faster than the limit");
    },
  };
}
