import type { Ack, ChannelId, ChannelSink, Inbound } from "#domain/channel";
import { addressKey } from "#domain/channel";
import { defined } from "#lib/defined";
import { KeyedQueue } from "#lib/keyed-queue";
import { pause } from "#lib/time/clock";
import type { Gate } from "#hub/access/gate";
import type { Pairings } from "#hub/access/pairing";
import type { HubDeps } from "#hub/deps";
import { languageFor } from "#hub/language";
import type { IncomingFiles } from "#hub/files/incoming-files";
import type { ChatHints } from "#hub/outbox/chat-hints";
import type { Links } from "#hub/outbox/channel-links";
import type { Questions } from "#hub/questions/questions";
import type { Running } from "#hub/terminal/run-command";
import { createChatActions } from "./chat-actions.ts";
import { filesOver, maxFiles, maxTextChars, type ChatEvent } from "./chat-event.ts";
import { createChatNotes } from "./chat-notes.ts";
import type { RoadOutcome } from "./commit.ts";
import { isUnaddressed } from "./unaddressed-message.ts";
import { createStrangerLink } from "./stranger-link.ts";
import { resolveReply } from "./resolve-reply.ts";
import type { Road } from "./road.ts";
import type { Spoken } from "./incoming-message.ts";

/** How long the next line of a chat waits for a command that was typed before it. */
const commandHoldMs = 1_000;

/** Acknowledged once it is on disk. `rest` holds up only what is said in the same chat after it. */
interface Handled {
  readonly ack: Ack;
  readonly rest?: Promise<unknown>;
}

export interface ChatEntranceParts {
  readonly road: Road;
  readonly gate: Gate;
  readonly hints: Pick<ChatHints, "received">;
  readonly files: Pick<IncomingFiles, "wake">;
  readonly links: Links;
  readonly questions: Questions;
  readonly pairings: () => Pick<Pairings, "offerPairing" | "joinAccount">;
}

export interface ChatEntrance {
  sink(channel: ChannelId, platform: string): ChannelSink;
  idle(): Promise<void>;
}

/** The entrance of the chats: one queue per chat, every kind of event passes the gate first. */
export function createChatEntrance(deps: HubDeps, parts: ChatEntranceParts): ChatEntrance {
  const { policy, clock, log, settings } = deps;
  const { road, gate, links } = parts;
  const chats = new KeyedQueue<string>();
  const notes = createChatNotes(deps, parts);
  const joins = createStrangerLink(deps, parts);
  const actions = createChatActions(deps, parts);

  const received = async (channel: ChannelId, event: Inbound): Promise<Ack> => {
    const chatEvent: ChatEvent = {
      event,
      by: policy.identify(event.by),
      key: `${channel}:${event.key}`,
      surface: `chat:${channel}`,
      language: languageFor(settings, event.by.kind === "account" ? event.by.locale : undefined),
    };
    // A press does not queue: the turn that asked may be what holds everything else up.
    if (event.what.kind === "pressed") return actions.pressed(chatEvent, event.what);
    const handled = Promise.withResolvers<Ack>();
    chats
      .run(addressKey(event.from), async () => {
        try {
          const { ack, rest } = await handle(chatEvent);
          handled.resolve(ack);
          await rest;
        } catch (cause) {
          log.error({ cause, key: chatEvent.key }, "failed to handle a chat event");
          handled.reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      })
      .catch((cause: unknown) => log.error({ cause }, "the queue of a chat failed"));
    return handled.promise;
  };

  const handle = async (chatEvent: ChatEvent): Promise<Handled> => {
    const { what, from } = chatEvent.event;
    if (await isUnaddressed(deps, chatEvent.event)) return { ack: {} };
    if (await joins(chatEvent)) return { ack: {} };
    if (what.kind === "said") return translate(chatEvent, await road.say({ ...spokenIn(chatEvent, what), ...(await resolveReply(deps, from, what)) }));
    if (what.kind === "command")
      return translate(chatEvent, await road.say(spokenIn(chatEvent, { text: `${settings.prefix}${what.line}`, ...defined({ ref: what.ref }) })));
    const code = await gate.refuses(chatEvent.by, "speak", { what: `${what.kind} in ${addressKey(from)}` });
    if (code !== undefined) return { ack: {} };
    return { ack: what.kind === "pressed" ? await actions.pressed(chatEvent, what) : await actions.changed(chatEvent, what) };
  };

  const translate = async (chatEvent: ChatEvent, outcome: RoadOutcome): Promise<Handled> => {
    switch (outcome.kind) {
      case "repeated":
        return { ack: {} };
      case "answered":
        await notes.filesLeftOut(chatEvent);
        return { ack: {} };
      case "command":
        await notes.filesLeftOut(chatEvent);
        return { ack: {}, rest: heldBack(outcome.running) };
      case "which":
        await notes.whichQuestion(chatEvent, outcome.questions, outcome.word);
        await notes.filesLeftOut(chatEvent);
        return { ack: {} };
      case "refused":
        await notes.refused(chatEvent, outcome);
        return { ack: {} };
      case "posted":
        hint(chatEvent);
        await notes.filesOver(chatEvent);
        return { ack: {} };
      case "prompted":
        hint(chatEvent);
        await notes.filesOver(chatEvent);
        if (!outcome.seen && outcome.ahead > 0) await notes.queued(chatEvent, outcome);
        return { ack: {} };
    }
  };

  /** The person who has to approve may be in this very chat, and nobody waits for a long run. */
  const heldBack = async ({ held }: Running): Promise<void> => {
    const over = new AbortController();
    await Promise.race([held, pause(clock, commandHoldMs, over.signal)]);
    over.abort();
  };

  const hint = ({ event }: ChatEvent): void => {
    if (event.what.kind === "said" && (event.what.files ?? []).length > 0) parts.files.wake();
    parts.hints.received(event.from, "ref" in event.what ? event.what.ref : undefined);
  };

  return {
    sink: (channel, platform) => ({
      received: (event) => received(channel, event),
      link: (state, reason) => links.set(channel, platform, state, reason),
    }),
    idle: () => chats.idle(),
  };
}

function spokenIn(
  { event, by, key, surface, language }: ChatEvent,
  { text, ref, files }: Pick<Extract<Inbound["what"], { kind: "said" }>, "text" | "ref" | "files">,
): Spoken {
  const { from: address, direct, roomName } = event;
  return {
    by,
    surface,
    language,
    key,
    text: text.slice(0, maxTextChars),
    ...(files === undefined || files.length === 0 ? undefined : { files: files.slice(0, maxFiles), filesOver: filesOver(event.what) }),
    where: {
      kind: "chat",
      address,
      direct,
      ...defined({ ref, roomName }),
      ...(direct && event.by.kind === "account" ? { reach: event.by.account } : undefined),
    },
  };
}
