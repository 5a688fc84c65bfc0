import { RingBuffer } from "#lib/ring-buffer";
import { showHidden } from "#lib/text/show-hidden";
import { keepHead } from "#lib/text/truncate";
import { sayFault } from "#wire/irc/fault";
import type { IrcState, IrcTraceLine } from "#wire/irc/spec";

const mostLines = 500;
const lineChars = 600;
/** Conversations are not what a trace is for, and keeping alive says nothing. NickServ's part of the login is. */
const chatter = /^(?:@\S+ )?(?::(?!NickServ!)\S+ )?(?:PRIVMSG|NOTICE|TAGMSG|PING|PONG)\b(?! NickServ\b)/i;

/** The newest of what passed over a link on its way up and down: handshake, login, joins, the reason of an end. */
export interface Trace {
  passed(line: IrcTraceLine): void;
  came(state: IrcState, at: number): void;
  lines(): readonly string[];
}

export function createTrace(): Trace {
  const ring = new RingBuffer<string>(mostLines);
  const note = (at: number, sign: string, text: string): void => {
    ring.push(`${new Date(at).toISOString()} ${sign} ${showHidden(keepHead(text, lineChars).text)}`);
  };
  return {
    passed: ({ at, direction, line }) => {
      if (!chatter.test(line)) note(at, direction === "in" ? "<" : ">", line);
    },
    came: (state, at) =>
      note(at, "=", "fault" in state && state.fault !== undefined ? `${state.kind} ${state.fault.code}: ${sayFault("en", state.fault)}` : state.kind),
    lines: () => ring.all(),
  };
}
