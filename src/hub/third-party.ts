import type { Inbound } from "#domain/channel";
import type { Handed, Holder } from "#domain/command";
import { isId, type AgentId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { say } from "#lib/words";
import { acceptPost, acceptPrompt, queueFull, type Line } from "./accept.ts";
import type { HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";
import type { TurnRunner } from "./run-turn.ts";

const everyone = { sees: "all" } as const;
/** What reaches a model of somebody else's words, whatever the sender of them has bounded. */
const maxChars = 16_000;

export interface ThirdParty {
  /** Words of somebody who is nobody here, for the agent of that session: data with its origin, never an answer, never shown in a chat by itself. */
  received(holder: Holder, event: Inbound): Promise<Handed>;
}

export function createThirdParty(
  deps: HubDeps & { readonly gate: Gate; readonly runner: Pick<TurnRunner, "wake">; readonly threadOf: (agent: AgentId) => ThreadId | undefined },
): ThirdParty {
  const { store, clock, settings, gate, runner } = deps;
  const language = settings.language ?? "en";

  const lineOf = (holder: Holder, event: Inbound, by: Actor, thread: ThreadId, text: string): Line => ({
    by,
    surface: `chat:${event.from.channel}`,
    thread,
    text: `${say(language, "thirdPartyLabel", { name: event.by.name, place: event.from.room, platform: event.from.channel })}\n${text.slice(0, maxChars)}`,
    at: clock.now(),
    key: `${holder}:${event.from.channel}:${event.key}`,
    meta: { third_party: { platform: event.from.channel, room: event.from.room, name: event.by.name } },
  });

  return {
    received: async (holder, event) => {
      if (event.what.kind !== "said") return "kept";
      // Whatever account it claims: a command's link proves nobody's identity.
      const by: Actor = { kind: "outside", name: event.by.name, ...(event.by.account === undefined ? {} : { account: event.by.account }) };
      const code = await gate.refuses(by, "speak", { what: `third party's words for ${holder}` });
      if (code !== undefined) return "kept";
      if (isId("ses", holder)) {
        const session = await store.session(holder);
        if (session === undefined || session.state === "dead" || queueFull(settings, language, session) !== undefined) return "kept";
        await acceptPrompt(deps, lineOf(holder, event, by, session.thread, event.what.text), session);
        runner.wake(session.id);
        return "prompted";
      }
      const thread = isId("agt", holder) ? deps.threadOf(holder) : undefined;
      if (thread === undefined) return "kept";
      const there = await store.thread(everyone, thread);
      if (there === undefined || there.status === "closed" || there.status === "archived") return "kept";
      await acceptPost(deps, lineOf(holder, event, by, thread, event.what.text));
      return "posted";
    },
  };
}
