import type { Inbound } from "#domain/channel";
import type { Handed, Holder } from "#domain/command";
import { isId, type AgentId, type SessionId, type ThreadId } from "#domain/ids";
import { defined } from "#lib/defined";
import { withoutRoleClaims } from "#lib/text/role-claim";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Road } from "./road.ts";
import type { Spoken } from "./incoming-message.ts";
import { roadTexts } from "./texts.ts";

/** What reaches a model of somebody else's words, regardless of what the sender has bounded. */
const maxChars = 16_000;

/** The entrance of third parties, over a link that a command opened for its holder. */
export interface LinkEntrance {
  /** Data with its origin for the holder's agent, never an answer, never shown in a chat by itself. `kept`: it stays in the backlog. */
  received(holder: Holder, event: Inbound): Promise<Handed>;
}

export function createLinkEntrance(
  { store, settings }: Pick<HubDeps, "store" | "settings">,
  parts: { readonly road: () => Road; readonly threadOf: (agent: AgentId) => ThreadId | undefined },
): LinkEntrance {
  const { language } = settings;

  const placeOf = async (holder: Holder): Promise<{ readonly thread: ThreadId; readonly session?: SessionId } | undefined> => {
    if (isId("ses", holder)) {
      const session = await store.session(holder);
      return session === undefined ? undefined : { thread: session.thread, session: session.id };
    }
    const thread = isId("agt", holder) ? parts.threadOf(holder) : undefined;
    return thread === undefined ? undefined : { thread };
  };

  const spokenBy = (holder: Holder, event: Inbound, text: string, place: { readonly thread: ThreadId; readonly session?: SessionId }): Spoken => {
    const { by, from } = event;
    const name = withoutRoleClaims(by.name) || "?";
    return {
      // Regardless of the account that it claims: a command's link proves nobody's identity.
      by: { kind: "outside", name, ...defined({ account: by.account }) },
      surface: `chat:${from.channel}`,
      where: { kind: "link", thread: place.thread },
      text: `${say(language, roadTexts.thirdPartyLabel, { name, place: from.room, platform: from.channel })}\n${text.slice(0, maxChars)}`,
      language,
      key: `${holder}:${from.channel}:${event.key}`,
      meta: { third_party: { platform: from.channel, room: from.room, name } },
      ...defined({ session: place.session }),
    };
  };

  return {
    received: async (holder, event) => {
      if (event.what.kind !== "said") return "kept";
      const place = await placeOf(holder);
      if (place === undefined) return "kept";
      const outcome = await parts.road().say(spokenBy(holder, event, event.what.text, place));
      if (outcome.kind === "repeated") return outcome.made.turn === undefined ? "posted" : "prompted";
      return outcome.kind === "prompted" || outcome.kind === "posted" ? outcome.kind : "kept";
    },
  };
}
