import { ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import { whoIs, type Actor } from "#domain/people";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { carriedSecret } from "./carried-secret.ts";
import { createPostRate } from "./post-rate.ts";
import type { BusRules } from "./rules.ts";
import { busTexts } from "./texts.ts";

/** What stands before a line of the bus. People in chats and on the page do not pass here. */
export interface PostGuard {
  /** Throws ContentBlocked, recorded without the secret. For lines of the bus and for agents' cards, whoever sends them. */
  clean(by: Actor, text: string, meta: JsonObject | undefined): Promise<void>;
  /** The same for what an agent writes beside its lines: topics, prompts, summaries, edits, reactions. */
  cleanWords(by: Actor, ...words: readonly (string | JsonObject | undefined)[]): Promise<void>;
  /** Counts one line or edit of an agent's and returns how to take it back. Throws RateLimited. */
  take(by: Actor): Promise<() => void>;
}

/** JSON escapes control characters and lone surrogates, which would then no longer be recognized as invisible. */
const escapedUnseen = /(?<!\\)((?:\\\\)*)\\u(?:00[01]|d[89a-f][0-9a-f])[0-9a-f]/g;
const jsonText = (value: JsonObject): string => JSON.stringify(value).replaceAll(escapedUnseen, "$1");

export function createPostGuard({ clock, settings }: Pick<HubDeps, "clock" | "settings">, rules: Pick<BusRules, "turnDown">): PostGuard {
  const language = settings.language;
  const rate = createPostRate(clock, settings.agentPostsPerMinute);

  const clean = async (by: Actor, words: readonly (string | JsonObject | undefined)[]): Promise<void> => {
    if (!settings.contentFilter) return;
    const texts = words.map((one) => (one === undefined || typeof one === "string" ? (one ?? "") : jsonText(one)));
    const [pattern] = texts.flatMap((text) => carriedSecret(text) ?? []);
    if (pattern === undefined) return;
    const error = new ParleyError("ContentBlocked", say(language, busTexts.contentBlocked, { pattern }), { data: { pattern } });
    await rules.turnDown(by, error, `post what carries a secret: ${pattern}`);
  };

  return {
    clean: (by, text, meta) => clean(by, [text, meta]),
    cleanWords: async (by, ...words) => {
      if (by.kind === "agent") await clean(by, words);
    },
    take: async (by) => {
      if (by.kind !== "agent") return () => {};
      const taken = rate.take(whoIs(by));
      if (typeof taken === "function") return taken;
      const { limit, windowMs, retryMs } = taken;
      const seconds = Math.ceil(retryMs / 1000);
      const data = { limit, window: windowMs / 1000, retry_after: seconds, scope: "author" };
      return rules.turnDown(
        by,
        new ParleyError("RateLimited", say(language, busTexts.rateLimited, { limit, seconds }), { data }),
        "post faster than the limit",
      );
    },
  };
}
