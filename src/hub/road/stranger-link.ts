import { ParleyError } from "#domain/errors";
import { commonTexts } from "#lib/words/common";
import { splitPrefix } from "#lib/text/prefix";
import { say } from "#lib/words/words";
import type { Pairings } from "#hub/access/pairing";
import type { HubDeps } from "#hub/deps";
import { noteTo } from "#hub/outbox/note-to";
import type { ChatEvent } from "./chat-event.ts";
import { createOnceAMinute } from "./once-a-minute.ts";

/**
 * The one thing that somebody without an entry may do: hand over the code that a person was sent, to become that person here too. True when
 * the line was that.
 */
export function createStrangerLink(
  { store, clock, settings }: Pick<HubDeps, "store" | "clock" | "settings">,
  { pairings }: { readonly pairings: () => Pick<Pairings, "joinAccount"> },
): (about: ChatEvent) => Promise<boolean> {
  const firstOfItsMinute = createOnceAMinute(clock);
  return async ({ event, by, key, language }) => {
    if (by.kind !== "stranger") return false;
    const code = codeIn(event.what, settings.prefix);
    if (code === undefined) return false;
    if ((await store.seen(key)) !== undefined) return true;
    const words = await pairings()
      .joinAccount(by, code, language)
      .then(
        ({ person, account }) => say(language, commonTexts.accountLinked, { account, name: person.name }),
        (cause: unknown) => {
          if (!(cause instanceof ParleyError)) throw cause;
          return cause.code !== "RateLimited" || firstOfItsMinute(by.account) ? cause.message : undefined;
        },
      );
    await store.accept({ at: clock.now(), deliveries: words === undefined ? [] : [noteTo(event.from, words)], key });
    return true;
  };
}

function codeIn(what: ChatEvent["event"]["what"], prefix: string): string | undefined {
  const line = what.kind === "command" ? what.line : what.kind === "said" ? splitPrefix(what.text, prefix) : undefined;
  return /^link\s+(?<code>[\w-]{8,16})\s*$/i.exec(line ?? "")?.groups?.["code"];
}
