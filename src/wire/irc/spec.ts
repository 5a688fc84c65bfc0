import type { Secret } from "#lib/secret";
import type { IrcFault } from "./fault.ts";
import type { PaceSpec } from "./pace.ts";

export interface IrcChannelSpec {
  readonly name: string;
  readonly key?: Secret;
}

export interface IrcSpec {
  readonly server: string;
  readonly port: number;
  readonly tls: boolean;
  /** This one and no other: a server that will not give it ends the link. */
  readonly nick: string;
  readonly username?: string;
  readonly realName?: string;
  /** Sent as PASS. */
  readonly password?: Secret;
  /** Logs the nick in: by SASL where the server offers it, else by a word to NickServ. */
  readonly nickServPassword?: Secret;
  /** The account's name where it is not the nick. */
  readonly account?: string;
  /** `required` refuses a server without SASL; `off` speaks to NickServ only. */
  readonly sasl?: "offered" | "required" | "off";
  /** Joined as soon as the login is done. */
  readonly channels: readonly IrcChannelSpec[];
  /** PEM of an authority to trust instead of the machine's. */
  readonly ca?: string;
  readonly pace?: PaceSpec;
  readonly timings?: Partial<IrcTimings>;
}

export interface IrcTimings {
  /** Until the socket is open, TLS included. */
  readonly connectMs: number;
  /** From there until the server's welcome. */
  readonly registerMs: number;
  /** From the welcome until the end of what the server tells by itself. */
  readonly welcomeMs: number;
  /** Until NickServ's answer; without one the link goes on. */
  readonly nickServMs: number;
  readonly joinMs: number;
  /** Until the server confirms that it has dealt with a message. */
  readonly sentMs: number;
  /** After so much silence the server is asked whether it is there, */
  readonly quietMs: number;
  /** and after so much more the link is lost. */
  readonly pongMs: number;
  /** Between QUIT and the end of the socket. */
  readonly quitMs: number;
}

/**
 * `connected`: logged in, and not in every channel of the spec; `fault` says why where it is known (a refusal, a kick). `joined`: in
 * all of them. In both, `nick` is the one in force and a `fault` may say that it was changed. `error` and `closed` are final.
 */
export type IrcState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected" | "joined"; readonly nick: string; readonly fault?: IrcFault }
  | { readonly kind: "error"; readonly fault: IrcFault }
  | { readonly kind: "closed" };

export interface IrcMessage {
  /** The channel, or our nick. */
  readonly target: string;
  /** Who said it; the server's name where it speaks itself. */
  readonly nick: string;
  /** Who the server says they are logged in as, where it says so. */
  readonly account?: string;
  /** As it came, control characters and all. Of an action or a CTCP without its frame. */
  readonly text: string;
  readonly kind: "message" | "notice" | "action" | "ctcp";
  /** Said with our own nick. What `send` sends does not come back by itself. */
  readonly own: boolean;
  /** The server's time where it tells it. */
  readonly at: number;
}

/**
 * `refused`: the server or a rule here said no. `later`: nothing was written, it may be tried again. `unknown`: something was
 * written and nobody can say whether it arrived; never send it again by yourself. `written` counts PRIVMSGs.
 */
export type IrcSent =
  | { readonly ok: true; readonly written: number }
  | { readonly ok: false; readonly why: "refused" | "later" | "unknown"; readonly fault: IrcFault; readonly written: number };

export type IrcJoined = { readonly ok: true } | { readonly ok: false; readonly fault: IrcFault };

export interface IrcTraceLine {
  readonly at: number;
  readonly direction: "in" | "out";
  /** Secrets are taken out. */
  readonly line: string;
}

export interface IrcSink {
  changed(state: IrcState): void;
  heard(message: IrcMessage): void;
  trace?(line: IrcTraceLine): void;
}

/** One connection to one server, for as long as it holds: it never connects again by itself. Disposing is `quit`. */
export interface IrcLink extends AsyncDisposable {
  readonly state: IrcState;
  joined(channel: string): boolean;
  /** Resolves when every channel of the spec is joined or refused, or the link is over; or when the signal aborts. */
  settled(signal: AbortSignal): Promise<IrcState>;
  /** One more channel, or one again after a kick. */
  join(channel: IrcChannelSpec): Promise<IrcJoined>;
  /** Each line of the text is a PRIVMSG of its own, or several where it is too long. One `send` after another. */
  send(target: string, text: string, signal: AbortSignal): Promise<IrcSent>;
  /** Whether two names are one to this server. */
  same(one: string, other: string): boolean;
  quit(reason?: string): Promise<void>;
}

export const defaultTimings: IrcTimings = {
  connectMs: 20_000,
  registerMs: 30_000,
  welcomeMs: 5_000,
  nickServMs: 5_000,
  joinMs: 20_000,
  sentMs: 30_000,
  quietMs: 60_000,
  pongMs: 30_000,
  quitMs: 2_000,
};

/** What servers of the old school allow without a word: a few at once, then one every two seconds. */
export const defaultPace: PaceSpec = { burst: 5, everyMs: 2_000 };
