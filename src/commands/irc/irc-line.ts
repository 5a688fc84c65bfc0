import { CommandFault, type CommandContext, type Language } from "#domain/command";
import { type Clock, pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { IrcFault } from "#wire/irc/fault";
import type { IrcWorld } from "#wire/irc/open-irc";
import type { IrcLink, IrcMessage, IrcSpec, IrcState } from "#wire/irc/spec";
import { createAttempts } from "./connect-rate-limit.ts";
import { createForward, type Forward } from "./forward-to-agent.ts";
import { createKeeper } from "./store-received.ts";
import { isOver, isSelf, lightOf, redactOf, specOf } from "./link-parts.ts";
import { createOutbound, type Outbound } from "./sent-messages.ts";
import { isPassing, refusalOf, sentenceOf } from "./refusal.ts";
import { mappingOf, roomOf } from "./rooms.ts";
import { noteServer } from "./server-note.ts";
import type { IrcCommandSettings } from "./settings.ts";
import { createTrace } from "./connection-trace.ts";
import { ircTexts } from "./texts.ts";
import { defined } from "#lib/defined";

/** How a command gets to a server; the composition root hands it in, to those that declare it. */
export interface IrcDoor {
  readonly clock: Clock;
  readonly open: (spec: IrcSpec, world: IrcWorld) => IrcLink;
}

export type LineState = "not_initialized" | "connecting" | "connected" | "joined" | "error";

export interface LineView {
  readonly state: LineState;
  readonly nick?: string;
  readonly fault?: IrcFault;
}

/** Before the second try of one command. */
const retryMs = 2_000;
/** The key under which a session owns its line. */
export const lineKey = "irc";

/** The session's one line to IRC: at most one link at a time, and what belongs to it over all of them. Ends with the session. */
export interface IrcLine extends AsyncDisposable {
  view(): LineView;
  /** Another `.env` than before closes the link. */
  configure(settings: IrcCommandSettings): Promise<void>;
  /** Begins to connect and waits for nothing; not after a link was lost, or left by hand. */
  begin(): Promise<void>;
  /** The link, up: the one there is, or a new one. `isFresh`: it came up just now. Throws what the way there threw. */
  up(signal: AbortSignal, language: Language): Promise<{ readonly link: IrcLink; readonly isFresh: boolean }>;
  /** Leaves the server; false when there was no link. */
  leave(): Promise<boolean>;
  /** Resolves when what was heard is in the store. */
  flush(): Promise<void>;
  readonly forward: Pick<Forward, "inTurn" | "pulled" | "counts">;
  readonly outbound: Outbound;
  trace(): readonly string[];
}

type Keeps = Pick<CommandContext, "backlog" | "mirror" | "received" | "link" | "language">;

export function createLine({ clock, open }: IrcDoor, ctx: Keeps, first: IrcCommandSettings, ending: AbortSignal): IrcLine {
  const trace = createTrace();
  let settings = first;
  let redact = redactOf(first);
  let attempts = createAttempts(clock);
  let link: IrcLink | undefined;
  let hasBegun = false;
  let noted = "";
  /** Two links at once would want one nick. */
  let leaving: Promise<unknown> = Promise.resolve();

  const forward = createForward({ clock, language: ctx.language, backlog: ctx.backlog, received: ctx.received, isOn: () => settings.forwards });
  const keeper = createKeeper({
    clock,
    backlog: ctx.backlog,
    mirror: ctx.mirror("irc/inbound"),
    words: (text) => redact.words(text),
    kept: forward.kept,
  });

  const outbound = createOutbound(ctx.backlog("irc sent"), ctx.mirror("irc/outbound"), (text) => redact.words(text));

  const heard = (from: IrcLink, server: string, message: IrcMessage): void => {
    // No nick has a dot in it: that is the server, which speaks about itself.
    const isServer = message.kind === "notice" && message.nick.includes(".");
    if (message.own || message.kind === "ctcp" || isServer) return;
    const isHere = from.joined(message.target);
    // A room that we are not in and that is not us: nothing that we asked for.
    if (!isHere && !isSelf(from, message.target)) return;
    keeper.hear({ room: roomOf(server, isHere ? message.target : undefined, mappingOf(from)), message });
  };

  const changed = (of: IrcLink, state: IrcState): void => {
    trace.came(state, clock.now());
    if (of !== link) return;
    ctx.link(lineKey, lightOf(state));
    if (state.kind === "connected" || state.kind === "joined") noteMapping(mappingOf(of));
  };

  /** `irc pull` looks for a room without a link too. Not knowing it costs it capital letters, no more. */
  const noteMapping = (mapping: string): void => {
    if (noted === mapping) return;
    noted = mapping;
    noteServer(ctx, settings, clock.now(), mapping).catch(() => undefined);
  };

  const start = (language: Language): IrcLink => {
    if (ending.aborted) throw new CommandFault("NotConnected", say(language, ircTexts.ircClosedMeanwhile));
    const waitMs = attempts.wait();
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      const last = view().fault;
      const why = last === undefined ? "" : ` ${sentenceOf(last, language)}`;
      throw new CommandFault("ReconnectTooSoon", `${say(language, ircTexts.ircTooSoon, { seconds })}${why}`, {
        seconds,
        ...(last === undefined ? {} : { last_error: { error_code: last.code, message: sentenceOf(last, language) } }),
      });
    }
    attempts.made();
    hasBegun = true;
    const { server } = settings;
    const opened: IrcLink = open(specOf(settings), {
      clock,
      signal: ending,
      sink: { changed: (state) => changed(opened, state), heard: (message) => heard(opened, server, message), trace: trace.passed },
    });
    link = opened;
    ctx.link(lineKey, "connecting");
    return opened;
  };

  const view = (): LineView => {
    if (link === undefined || link.state.kind === "closed") return { state: "not_initialized" };
    const { state } = link;
    if (state.kind === "connecting") return { state: "connecting" };
    if (state.kind === "error") return { state: "error", fault: state.fault };
    return { state: state.kind, nick: state.nick, ...defined({ fault: state.fault }) };
  };

  const live = (): IrcLink | undefined => (link === undefined || isOver(link) ? undefined : link);

  const leave = async (): Promise<boolean> => {
    const last = live();
    link = undefined;
    const quits = last?.quit();
    leaving = Promise.all([leaving, quits]);
    ctx.link(lineKey, "closed");
    await leaving;
    await keeper.flush();
    return last !== undefined;
  };

  return {
    view,
    configure: async (next) => {
      if (next.digest === settings.digest) return;
      settings = next;
      redact = redactOf(next);
      attempts = createAttempts(clock);
      hasBegun = false;
      noted = "";
      await leave();
    },
    begin: async () => {
      await leaving;
      if (!hasBegun) start(ctx.language);
    },
    up: async (signal, language) => {
      for (let tries = 1; ; tries += 1) {
        await leaving;
        const there = live();
        const mine = there ?? start(language);
        const isFresh = there === undefined || there.state.kind === "connecting";
        const state = await mine.settled(signal);
        signal.throwIfAborted();
        if (state.kind === "connected" || state.kind === "joined") return { link: mine, isFresh };
        if (state.kind !== "error") throw new CommandFault("NotConnected", say(language, ircTexts.ircClosedMeanwhile));
        if (tries > 1 || !isPassing(state.fault) || attempts.wait() > 0) throw refusalOf(state.fault, language, { state: "error" });
        await pause(clock, retryMs, signal);
        signal.throwIfAborted();
      }
    },
    leave,
    flush: keeper.flush,
    forward,
    outbound,
    trace: trace.lines,
    [Symbol.asyncDispose]: async () => {
      await leave();
      await keeper[Symbol.asyncDispose]();
      await forward[Symbol.asyncDispose]();
    },
  };
}
