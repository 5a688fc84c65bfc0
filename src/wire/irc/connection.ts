import { createRequire } from "node:module";
import type * as vendor from "irc-framework";
import type { Client, ParsedLine } from "irc-framework";
import type { Clock } from "#lib/clock";
import type { IrcFault } from "./fault.ts";
import { IrcSocket } from "./socket.ts";
import type { IrcSpec, IrcTimings } from "./spec.ts";

export interface ConnectionSink {
  opened(): void;
  heard(line: ParsedLine): void;
  /** Every line as it goes over the wire, secrets and all. */
  passed(line: string, direction: "in" | "out"): void;
  /** Once, last. */
  closed(fault: IrcFault): void;
}

/** A socket that lines go over, with the package's part of the talk: registering, capabilities, SASL, what the server supports. */
export interface Connection {
  open(): void;
  /** One line without its end. */
  write(line: string): void;
  /** A token of ISUPPORT as text; undefined where the server did not name it. */
  supports(token: string): string | undefined;
  /** Sends FIN behind what was written. */
  end(): void;
  destroy(): void;
}

/** Lines that the package reads. The rest stays ours: it keeps lists nobody here asks for, and a malformed line throws in it. */
const understood = new Set(["CAP", "AUTHENTICATE", "001", "005", "900", "902", "903", "904", "905", "906", "907"]);

/** With the first connection, and not before: it costs megabytes, and most hubs never speak IRC. */
const load = (): typeof vendor => createRequire(import.meta.url)("irc-framework") as typeof vendor;

export function createConnection(spec: IrcSpec, timings: IrcTimings, clock: Clock, sink: ConnectionSink): Connection {
  const { server: host, port, tls, ca, nick, username = "parley", realName = "Parley", password, nickServPassword, sasl, account = nick } = spec;
  const dial = { host, port, tls, ...(ca === undefined ? {} : { ca }), connectMs: timings.connectMs };
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

  // Takes the package's own reader away: each line comes here, and goes on to the package only where it must.
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
      if (/[\r\n\0]/.test(line)) throw new Error("A line for an IRC server has a line end or a zero in it.");
      connection.write(line);
    },
    supports: (token) => {
      const value = network.supports(token);
      if (Array.isArray(value)) return value.join("");
      return typeof value === "string" ? value : undefined;
    },
    end: () => connection.transport?.close(),
    destroy: () => connection.transport?.close(true),
  };
}

/** A line that has not even its form is a line that says nothing. */
function understand(client: Client, line: ParsedLine): void {
  try {
    client.command_handler.dispatch(line);
  } catch {
    return;
  }
}
