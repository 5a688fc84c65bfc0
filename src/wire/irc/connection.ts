import { createRequire } from "node:module";
import type * as vendor from "irc-framework";
import type { Client, ParsedLine } from "irc-framework";
import type { Clock } from "#lib/time/clock";
import type { IrcFault } from "./fault.ts";
import { IrcSocket } from "./socket.ts";
import type { IrcSpec, IrcTimings } from "./spec.ts";
import { defined } from "#lib/defined";

export interface ConnectionSink {
  opened(): void;
  heard(line: ParsedLine): void;
  /** Every line as sent, including secrets. */
  passed(line: string, direction: "in" | "out"): void;
  /** Called once, last. */
  closed(fault: IrcFault): void;
}

/** A socket for lines, with the package handling registration, capabilities, SASL and ISUPPORT. */
export interface IrcConnection {
  open(): void;
  /** One line without its line ending. */
  write(line: string): void;
  /** An ISUPPORT token as text; undefined if the server did not send it. */
  supports(token: string): string | undefined;
  /** Whether it sent the token, with a value or without one. */
  announces(token: string): boolean;
  /** Whether the server granted an IRCv3 capability. */
  has(capability: string): boolean;
  /** Sends FIN after pending writes. */
  end(): void;
  destroy(): void;
}

/** Lines passed to the package. It does not get the others, because it maintains lists we do not need and throws on malformed lines. */
const understood = new Set(["CAP", "AUTHENTICATE", "001", "005", "900", "902", "903", "904", "905", "906", "907"]);

/** Loaded with the first connection: it takes megabytes, and most hubs never use IRC. */
const load = (): typeof vendor => createRequire(import.meta.url)("irc-framework") as typeof vendor;

export function createConnection(spec: IrcSpec, timings: IrcTimings, clock: Clock, sink: ConnectionSink): IrcConnection {
  const { server: host, port, tls, ca, nick, username = "parley", realName = "Parley", password, nickServPassword, sasl, account = nick } = spec;
  const dial = { host, port, tls, ...defined({ ca, reach: spec.dial }), connectMs: timings.connectMs };
  const { Client: Speaker } = load();
  const client = new Speaker({
    nick,
    username,
    gecos: realName,
    ...(password === undefined ? {} : { password: password.reveal() }),
    account: nickServPassword === undefined || sasl === "off" ? {} : { account, password: nickServPassword.reveal() },
    version: "",
    auto_reconnect: false,
    ping_interval: 0,
    ping_timeout: 0,
    enable_chghost: true,
    transport: class extends IrcSocket {
      constructor() {
        super(dial, clock);
      }
    },
  });
  const { connection, network } = client;

  // Replaces the package's reader: each line comes here first and is passed on only if needed.
  connection.removeAllListeners("message");
  connection.on("message", (line) => {
    if (understood.has(line.command)) understand(client, line);
    sink.heard(line);
  });
  connection.on("raw", ({ line, from_server: isIn }) => sink.passed(line, isIn ? "in" : "out"));
  connection.on("socket connected", () => sink.opened());
  connection.on("socket close", (reason) => {
    sink.closed(reason as IrcFault);
    connection.removeAllListeners();
    client.removeAllListeners();
  });

  return {
    open: () => client.connect(),
    write: (line) => {
      if (/[\r\n\0]/.test(line)) throw new Error("A line for an IRC server contains a line ending or a NUL.");
      connection.write(line);
    },
    supports: (token) => {
      const value = network.supports(token);
      if (Array.isArray(value)) return value.join("");
      return typeof value === "string" ? value : undefined;
    },
    announces: (token) => ![undefined, false].includes(network.supports(token) as undefined),
    has: (capability) => network.cap.isEnabled(capability),
    end: () => connection.transport?.close(),
    destroy: () => connection.transport?.close(true),
  };
}

/** A malformed line counts as an empty one. */
function understand(client: Client, line: ParsedLine): void {
  try {
    client.command_handler.dispatch(line);
  } catch {
    return;
  }
}
