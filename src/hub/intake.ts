import type { Ack, ChannelId, ChannelSink, Inbound } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import type { Account, Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Acceptance } from "#domain/store";
import type { Surface, Thread } from "#domain/thread";
import { pause } from "#lib/clock";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words";
import { acceptPost, acceptPrompt, bornThread, busyWord, note, queueFull, type Line } from "./accept.ts";
import type { HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";
import type { Links } from "./links.ts";
import type { Questions } from "./questions.ts";
import { route, threadOf, type Route } from "./route.ts";
import { noteTo } from "./note-to.ts";
import type { RunCommand, Running } from "./run-command.ts";
import type { TurnRunner } from "./run-turn.ts";
import { choiceOf, clip } from "./show.ts";
import { languageFor, sessionName } from "./speech.ts";
import type { Terminal } from "./terminal.ts";
import { typedLine } from "./typed-line.ts";

const maxTextChars = 256 * 1024;
const momentMs = 1_000;

interface Heard {
  readonly event: Inbound;
  readonly by: Actor;
  readonly key: string;
  readonly surface: Surface;
  readonly language: Language;
}

/** Acknowledged when kept; what still runs in that chat holds up only what was said there after it. */
interface Kept {
  readonly ack: Ack;
  readonly rest?: Promise<unknown>;
}

export interface IntakeDeps extends HubDeps {
  readonly gate: Gate;
  readonly links: Links;
  readonly questions: Questions;
  readonly runner: TurnRunner;
  readonly runCommand: RunCommand;
  readonly terminal: Pick<Terminal, "place">;
}

export interface Intake {
  sink(channel: ChannelId, platform: string): ChannelSink;
  idle(): Promise<void>;
}

/** From a chat to the road: every kind of event passes the gate first. */
export function createIntake(deps: IntakeDeps): Intake {
  const { store, policy, clock, newId, log, settings, gate, questions, runner, runCommand } = deps;
  const chats = new KeyedQueue<string>();

  const received = async (channel: ChannelId, event: Inbound): Promise<Ack> => {
    const by = policy.identify(event.by);
    const heard: Heard = {
      event,
      by,
      key: `${channel}:${event.key}`,
      surface: `chat:${channel}`,
      language: languageFor(settings, event.by.kind === "account" ? event.by.locale : undefined),
    };
    // A press waits for nothing: the turn that asked may be what holds everything else up.
    if (event.what.kind === "pressed") return pressed(heard, event.what.data);
    const kept = Promise.withResolvers<Ack>();
    chats
      .run(addressKey(event.from), async () => {
        try {
          const { ack, rest } = await keep(heard);
          kept.resolve(ack);
          await rest;
        } catch (cause) {
          log.error({ cause, key: heard.key }, "an event of a chat was not kept or not finished");
          kept.reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      })
      .catch((cause: unknown) => log.error({ cause }, "the queue of a chat broke"));
    return kept.promise;
  };

  const keep = async (heard: Heard): Promise<Kept> => {
    const { event, by } = heard;
    const code = await gate.refuses(by, "speak", { what: `${event.what.kind} in ${addressKey(event.from)}` });
    if (code !== undefined) return strange(heard);
    switch (event.what.kind) {
      case "said":
        return said(heard, event.what.text.slice(0, maxTextChars), event.what.ref);
      case "edited":
      case "reacted":
        return changed(heard, event.what);
      case "pressed":
        return { ack: await pressed(heard, event.what.data) };
    }
  };

  /** One sentence to somebody who is not allowed, once a minute at most: not allowed, whom to ask, the id to hand over. */
  const strange = async ({ by, event, key, language }: Heard): Promise<Kept> => {
    if (by.kind !== "stranger" || event.what.kind !== "said") return { ack: {} };
    if (!firstOfItsMinute(by.account)) return { ack: {} };
    await note(deps, event.from, say(language, "notAllowed", { account: by.account }), key);
    return { ack: {} };
  };
  const hinted = new Map<Account, number>();
  const firstOfItsMinute = (account: Account): boolean => {
    const now = clock.now();
    if ((hinted.get(account) ?? 0) > now - 60_000) return false;
    if (hinted.size > 1_000) hinted.clear();
    hinted.set(account, now);
    return true;
  };

  const said = async (heard: Heard, text: string, ref: string | undefined): Promise<Kept> => {
    const { event, by, key, surface, language } = heard;
    if ((await store.seen(key)) !== undefined) return { ack: {} };
    const at = clock.now();
    const known = await threadOf(deps, event.from);
    const born = known === undefined ? bornThread(newId, by, event.from, event.direct, at) : undefined;
    const id = known?.thread ?? born?.id;
    if (id === undefined) throw new ParleyError("Internal", "an address led to no thread");
    const thread: Thread = (await store.thread({ sees: "all" }, id)) ?? {
      ...(born ?? missing(id)),
      status: "discuss",
      createdAt: at,
      seq: 0,
      rev: 0,
      lastAt: at,
    };
    const byPerson = by.kind === "person" || by.kind === "guest";
    const way = await route(deps, { text, thread, byPerson, reader: policy.reader(by), mayAnswer: (question) => questions.mayAnswer(by, question) });
    const place = { ...(known === undefined ? {} : { thread: id }), address: event.from, direct: event.direct };
    if (way.to === "command") {
      const { session } = await deps.terminal.place(by, known === undefined ? {} : { thread: id });
      const running = await runCommand.start({ by, surface, place, language, session, ...typedLine(way.line), key, ...reachOf(event) });
      return { ack: {}, rest: inAMoment(running) };
    }
    if (way.to === "answer" || way.to === "which") return { ack: await answered(heard, way) };
    const line: Line = {
      by,
      surface,
      thread: id,
      text,
      at,
      key,
      origin: { address: event.from, ...(ref === undefined ? {} : { ref }) },
      with: besides(heard, known?.bound ?? false, born, id),
    };
    return way.to === "prompt" ? prompted(heard, line, way) : posted(heard, line);
  };

  /** Whoever must say yes may be somebody in this very chat, and a long run is nothing to wait for. */
  const inAMoment = async ({ held }: Running): Promise<void> => {
    const over = new AbortController();
    await Promise.race([held, pause(clock, momentMs, over.signal)]);
    over.abort();
  };

  const besides = ({ event, by }: Heard, bound: boolean, born: Acceptance["thread"], thread: Line["thread"]): NonNullable<Line["with"]> => ({
    ...(born === undefined ? {} : { thread: born }),
    ...(bound ? {} : { bind: { address: event.from, thread } }),
    ...reachOf(event),
    joins: { thread, who: whoIs(by) },
  });

  const prompted = async (heard: Heard, line: Line, way: Extract<Route, { to: "prompt" }>): Promise<Kept> => {
    const { event, by, language } = heard;
    const code = await gate.refuses(by, "prompt", { what: `prompt ${way.session.name}` });
    if (code !== undefined) return strange(heard);
    const full = queueFull(settings, language, way.session);
    if (full !== undefined) {
      await note(deps, event.from, full, heard.key);
      return { ack: {} };
    }
    const accepted = await acceptPrompt(deps, line, way.session);
    hint(heard);
    runner.wake(way.session.id);
    const ahead = accepted.ahead ?? 0;
    if (!accepted.seen && ahead > 0) await note(deps, event.from, busyWord(language, way.session, ahead, way.waitsFor), `${heard.key}:position`);
    return { ack: {} };
  };

  const posted = async (heard: Heard, line: Line): Promise<Kept> => {
    const { event, by, language } = heard;
    const told = by.kind === "outside" ? [] : [noteTo(event.from, say(language, "noSession", { prefix: settings.prefix }))];
    await acceptPost(deps, { ...line, with: { ...line.with, deliveries: told } });
    hint(heard);
    return { ack: {} };
  };

  const hint = ({ event }: Heard): void => {
    deps.channels
      .get(event.from.channel)
      ?.hint?.(event.from, "received")
      .catch((cause: unknown) => log.debug({ cause }, "a hint was not taken"));
  };

  /** A typed answer. Too late, not allowed, not a choice: told in the chat; the question stays as it is. */
  const answered = async ({ event, by, key, surface, language }: Heard, way: Extract<Route, { to: "answer" | "which" }>): Promise<Ack> => {
    if (way.to === "which") {
      const lines = await Promise.all(
        way.questions.map(async (one) => {
          const session = sessionName(await store.session(one.session));
          return say(language, "needsCodeLine", { answer: way.word, code: one.code, session, prompt: clip(one.subject?.argv?.join(" ") ?? one.prompt) });
        }),
      );
      await note(deps, event.from, [say(language, "needsCode"), ...lines].join("\n"), key);
      return {};
    }
    try {
      await questions.answer(by, surface, way.question, way.choice, { language, key });
    } catch (cause) {
      if (!(cause instanceof ParleyError)) throw cause;
      await note(deps, event.from, cause.message, key);
    }
    return {};
  };

  const pressed = async ({ by, event, surface, language }: Heard, data: string): Promise<Ack> => {
    const [mark, id = "", ...option] = data.split(":");
    const question = mark === "q" && isId("que", id) ? await store.question({ sees: "all" }, id) : undefined;
    if (question === undefined) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `pressed in ${addressKey(event.from)}` });
      return { toast: say(language, "pressUnknown") };
    }
    try {
      const after = await questions.answer(by, surface, question, option.join(":"), { language });
      return { toast: say(language, "pressTaken", { choice: choiceOf(after) }) };
    } catch (cause) {
      if (cause instanceof ParleyError) return { toast: cause.message };
      throw cause;
    }
  };

  const changed = async ({ event, by, key }: Heard, what: Extract<Inbound["what"], { kind: "edited" | "reacted" }>): Promise<Kept> => {
    const message = await store.messageByRef(event.from, what.ref);
    if (message === undefined) return { ack: {} };
    const about = { message: message.id, by: whoIs(by) };
    const body =
      what.kind === "edited"
        ? ({ kind: "edited", ...about, text: what.text.slice(0, maxTextChars) } as const)
        : ({ kind: "reacted", ...about, reaction: what.reaction.slice(0, 64), removed: what.removed } as const);
    // Nobody edits what somebody else said.
    if (what.kind === "edited" && message.author.id !== whoIs(by)) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: `edit ${message.id}` });
      return { ack: {} };
    }
    await store.accept({ key, at: clock.now(), change: { thread: message.thread, body } });
    return { ack: {} };
  };

  return {
    sink: (channel, platform) => ({
      received: (event) => received(channel, event),
      link: (state, reason) => deps.links.set(channel, platform, state, reason),
    }),
    idle: () => chats.idle(),
  };
}

/** Whatever somebody says in a direct chat, it shows where they can be reached alone. */
function reachOf(event: Inbound): Pick<Acceptance, "reach"> {
  return event.direct && event.by.kind === "account" ? { reach: { account: event.by.account, address: event.from } } : {};
}

function missing(id: Thread["id"]): never {
  throw new ParleyError("Internal", `the thread ${id} of a chat is gone`);
}
