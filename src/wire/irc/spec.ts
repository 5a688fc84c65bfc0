import type { Socket } from "node:net";
import type { Secret } from "#lib/redact/secret";
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
  /** Exactly this nick: the link ends if the server does not grant it, unless there are others to use meanwhile. */
  readonly nick: string;
  /** Tried in this order while the nick is in use; the wanted one is asked for again until it is free. */
  readonly otherNicks?: readonly string[];
  readonly username?: string;
  readonly realName?: string;
  /** Sent as PASS. */
  readonly password?: Secret;
  /** Used to log in: with SASL if the server offers it, otherwise with a message to NickServ. */
  readonly nickServPassword?: Secret;
  /** The account name, if it differs from the nick. */
  readonly account?: string;
  /** `required` rejects a server without SASL; `off` uses NickServ only. */
  readonly sasl?: "offered" | "required" | "off";
  /** Joined after the login. */
  readonly channels: readonly IrcChannelSpec[];
  /** PEM of a certificate authority to trust instead of the system's. */
  readonly ca?: string;
  /** Opens the connection in another way, such as through a proxy. */
  readonly dial?: (host: string, port: number) => Promise<Socket>;
  readonly pace?: PaceSpec;
  readonly timings?: Partial<IrcTimings>;
}

export interface IrcTimings {
  /** Until the socket is open, TLS included. */
  readonly connectMs: number;
  /** From there until the server's welcome. */
  readonly registerMs: number;
  /** From the welcome until the end of the server's initial messages. */
  readonly welcomeMs: number;
  /** Until NickServ answers; without an answer the link continues. */
  readonly nickServMs: number;
  readonly joinMs: number;
  /** Until the server confirms that it has processed a message. */
  readonly sentMs: number;
  /** After this much inactivity the server is pinged, */
  readonly quietMs: number;
  /** and after this much more the link counts as lost. */
  readonly pongMs: number;
  /** Until the server has said who somebody is. */
  readonly whoMs: number;
  /** Between two requests for a nick that was in use. */
  readonly regainMs: number;
  /** Between QUIT and the end of the socket. */
  readonly quitMs: number;
}

/**
 * `connected`: logged in, but not in every channel of the spec; `fault` says why if known (rejected, kicked). `joined`: in all of
 * them. In both, `nick` is the current nick and a `fault` may say that it was changed. `error` and `closed` are final.
 */
export type IrcState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected" | "joined"; readonly nick: string; readonly fault?: IrcFault }
  | { readonly kind: "error"; readonly fault: IrcFault }
  | { readonly kind: "closed" };

export interface IrcMessage {
  /** The channel, or our nick. */
  readonly target: string;
  /** The sender; the server's name for its own messages. */
  readonly nick: string;
  /** The sender's `user@host`. */
  readonly mask?: string;
  /** The sender's account, if the server reports it. */
  readonly account?: string;
  /** Unchanged, including control characters. For an action or CTCP, without its delimiters. */
  readonly text: string;
  readonly kind: "message" | "notice" | "action" | "ctcp";
  /** Sent with our own nick. Messages sent by `send` are not echoed. */
  readonly own: boolean;
  /** The server's time, if it sends one. */
  readonly at: number;
  /** The server's own name for the message. */
  readonly id?: string;
  /** Whether `at` is the server's. */
  readonly isServerTime?: true;
  /** The server says it again: the name of the batch it came in. */
  readonly replay?: string;
  /** The sender says that it is a program. */
  readonly isBot?: true;
}

/** What happened to somebody else: another nick, another account (none if undefined), or gone from a channel or the network. */
export type IrcSighting =
  | { readonly kind: "renamed"; readonly nick: string; readonly to: string }
  | { readonly kind: "account"; readonly nick: string; readonly account: string | undefined }
  | { readonly kind: "gone"; readonly nick: string };

/** `none`: not logged in to services. `absent`: there is nobody of that nick. `unknown`: the server did not say. */
export type IrcWho = { readonly kind: "account"; readonly account: string; readonly mask: string } | { readonly kind: "none" | "absent" | "unknown" };

/**
 * `refused`: rejected by the server or by a rule here. `later`: nothing was written, it can be retried. `unknown`: something was
 * written and may or may not have arrived; never resend it automatically. `written` counts PRIVMSGs.
 */
export type IrcSent =
  | { readonly ok: true; readonly written: number }
  | { readonly ok: false; readonly why: "refused" | "later" | "unknown"; readonly fault: IrcFault; readonly written: number };

export type IrcJoined = { readonly ok: true } | { readonly ok: false; readonly fault: IrcFault };

export interface IrcTraceLine {
  readonly at: number;
  readonly direction: "in" | "out";
  /** Without secrets. */
  readonly line: string;
}

export interface IrcSink {
  changed(state: IrcState): void;
  heard(message: IrcMessage): void;
  saw?(sighting: IrcSighting): void;
  trace?(line: IrcTraceLine): void;
}

/** One connection to one server. It never reconnects by itself. Disposing calls `quit`. */
export interface IrcLink extends AsyncDisposable {
  readonly state: IrcState;
  /** Our nick at this moment. */
  readonly nick: string;
  joined(channel: string): boolean;
  /** Resolves when every channel of the spec is joined or rejected, when the link ends, or when the signal aborts. */
  settled(signal: AbortSignal): Promise<IrcState>;
  /** Joins another channel, or rejoins after a kick. */
  join(channel: IrcChannelSpec): Promise<IrcJoined>;
  /** Each line of the text becomes one PRIVMSG, or several if it is too long. Calls are processed one after another. */
  send(target: string, text: string, signal: AbortSignal): Promise<IrcSent>;
  /** Whether this server treats two names as the same. */
  same(one: string, other: string): boolean;
  /** A name in the form in which this server compares it. */
  fold(name: string): string;
  /** Every reason why the link is not as the spec asks: channels that are not joined, another nick. */
  faults(): readonly IrcFault[];
  /** Every message of somebody who is logged in carries their account, so that one without it is from nobody who is. */
  tellsAccounts(): boolean;
  whoIs(nick: string, signal: AbortSignal): Promise<IrcWho>;
  /** A nick that is logged in to that account. */
  nickOf(account: string, signal: AbortSignal): Promise<string | undefined>;
  /** Bytes of text that fit into one PRIVMSG to the target. */
  room(target: string): number;
  /** How long another line would wait for its turn. */
  waitMs(): number;
  /** Shows that an answer is being written, where the server passes that on and nothing waits to be sent. */
  typing(target: string): void;
  quit(reason?: string): Promise<void>;
}

export const defaultTimings: IrcTimings = {
  connectMs: 20_000,
  registerMs: 30_000,
  welcomeMs: 5_000,
  nickServMs: 5_000,
  joinMs: 20_000,
  sentMs: 30_000,
  whoMs: 10_000,
  regainMs: 60_000,
  quietMs: 60_000,
  pongMs: 30_000,
  quitMs: 2_000,
};

/** What traditional servers tolerate: a few at once, then one every two seconds. */
export const defaultPace: PaceSpec = { burst: 5, everyMs: 2_000 };
