import { systemClock, type Clock } from "#lib/time/clock";
import { Waiting } from "#test/fakes/waiting";
import { openIrc } from "#wire/irc/open-irc";
import type { IrcLink, IrcMessage, IrcSpec, IrcState, IrcTraceLine } from "#wire/irc/spec";

/** A link and all it told. */
export interface HeardLink extends AsyncDisposable {
  readonly link: IrcLink;
  readonly states: readonly IrcState[];
  readonly messages: readonly IrcMessage[];
  readonly trace: readonly IrcTraceLine[];
  /** Ends the link by its signal. */
  abort(): void;
  /** The first state it told that matches. */
  told(isIt: (state: IrcState) => boolean): Promise<IrcState>;
  /** Resolves when that many messages, of those that match, have come. */
  heard(count: number, isIt?: (message: IrcMessage) => boolean): Promise<readonly IrcMessage[]>;
}

const slowMachineMs = 30_000;
/** Nobody waits in tests that are not about waiting. */
const atOnce = { burst: 1_000, everyMs: 1 };

/** `port` of a server on loopback; everything else has a value until the test gives another. */
export function heardLink(spec: Pick<IrcSpec, "port"> & Partial<IrcSpec>, clock: Clock = systemClock): HeardLink {
  const states: IrcState[] = [];
  const messages: IrcMessage[] = [];
  const trace: IrcTraceLine[] = [];
  const waiting = new Waiting();
  const ending = new AbortController();
  const keep = <T>(all: T[], one: T): void => {
    all.push(one);
    waiting.changed();
  };
  const link = openIrc(
    { server: "127.0.0.1", tls: false, nick: "parley", channels: [], pace: atOnce, ...spec },
    {
      clock,
      signal: ending.signal,
      sink: { changed: (state) => keep(states, state), heard: (message) => keep(messages, message), trace: (line) => keep(trace, line) },
    },
  );
  return {
    link,
    states,
    messages,
    trace,
    abort: () => ending.abort(),
    told: (isIt) =>
      waiting.for(
        () => states.find(isIt),
        () => `another state than ${JSON.stringify(states)}`,
        { timeoutMs: slowMachineMs },
      ),
    heard: (count, isIt = () => true) =>
      waiting.for(
        () => {
          const found = messages.filter(isIt);
          return found.length >= count && found;
        },
        () => `${count} messages, of which ${messages.filter(isIt).length} came`,
        { timeoutMs: slowMachineMs },
      ),
    [Symbol.asyncDispose]: () => link.quit(),
  };
}

/** The code of the fault that a state carries. */
export function codeOf(state: IrcState): string | undefined {
  return "fault" in state ? state.fault?.code : undefined;
}
