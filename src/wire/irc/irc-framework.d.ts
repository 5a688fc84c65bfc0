// The package has no types. These cover only what we use.
declare module "irc-framework" {
  /** One parsed line from the server. Tags are unescaped; tag names and commands have their usual case. */
  export interface ParsedLine {
    readonly tags: Readonly<Record<string, string>>;
    readonly prefix: string;
    /** Empty if the prefix is a server name with a dot. */
    readonly nick: string;
    readonly ident: string;
    readonly hostname: string;
    /** Upper case. */
    readonly command: string;
    readonly params: readonly string[];
  }

  export function ircLineParser(line: string): ParsedLine;

  /** The transport for lines. The package creates it from `transport` and listens for open, line (with or without line ending) and close. */
  export interface Transport {
    on(event: string, call: (...args: unknown[]) => void): unknown;
    removeAllListeners(): unknown;
    connect(): void;
    writeLine(line: string, written?: () => void): void;
    close(force?: boolean): void;
    disposeSocket(): void;
    setEncoding(encoding: string): boolean;
  }

  export interface ClientOptions {
    readonly nick: string;
    readonly username: string;
    readonly gecos: string;
    readonly password?: string;
    /** An empty object means no SASL; if omitted, the server password is used. */
    readonly account: { readonly account?: string; readonly password?: string };
    /** Empty: a CTCP VERSION is not answered. */
    readonly version: string;
    readonly auto_reconnect: boolean;
    /** Zero turns its own timers off. */
    readonly ping_interval: number;
    readonly ping_timeout: number;
    readonly enable_chghost: boolean;
    readonly transport: new () => Transport;
  }

  export interface Connection {
    on(event: "raw", call: (event: { readonly line: string; readonly from_server: boolean }) => void): unknown;
    on(event: "message", call: (line: ParsedLine) => void): unknown;
    on(event: "socket connected", call: () => void): unknown;
    /** With the transport's close reason. */
    on(event: "socket close", call: (reason: unknown) => void): unknown;
    readonly transport: Transport | null;
    removeAllListeners(event?: string): unknown;
    /** False if there is no connection. */
    write(line: string, written?: () => void): unknown;
  }

  export class Client {
    constructor(options: ClientOptions);
    readonly connection: Connection;
    readonly network: {
      readonly cap: { isEnabled(name: string): boolean };
      /** An ISUPPORT token: true if it has no value; CHANTYPES and STATUSMSG as single characters. */
      supports(name: string): unknown;
    };
    readonly command_handler: { dispatch(line: ParsedLine): void };
    connect(): void;
    removeAllListeners(): unknown;
  }
}
