import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { registerNick, startAnope } from "./anope.ts";
import type { Certificate } from "./certificates.ts";
import { ircClient } from "./client.ts";
import { freePort, isListening, serverDir, startDaemon, type Daemon } from "./daemon.ts";

export interface NgircdOptions {
  readonly password?: string;
  /** A predefined channel with a key. */
  readonly keyed?: { readonly name: string; readonly key: string };
  /** Opens a second port that speaks TLS with it. */
  readonly certificate?: Certificate;
  readonly maxNickLength?: number;
  /** Anope beside it: NickServ. Nicks are registered by `register`. Accounts are only seen by WHOIS. */
  readonly services?: boolean;
}

/**
 * ngircd on loopback. `OPER oper operator` makes an operator, who may KILL. It has no SASL and no IRCv3 worth the name, and
 * cuts spaces off the end of a line. On its TLS port lines that come in a bunch (twenty, say) stay unread until the next one
 * arrives: pace them.
 */
export interface Ngircd extends AsyncDisposable {
  readonly port: number;
  readonly tlsPort: number;
  readonly pid: number;
  /** SIGKILL: no word to anybody. */
  kill(): Promise<void>;
  /** Ends it as an administrator does, and starts it again on the same ports. */
  restart(): Promise<void>;
  /** Makes the nick known to NickServ with that password; nobody uses it afterwards. */
  register(nick: string, password: string): Promise<void>;
}

export async function startNgircd(options: NgircdOptions = {}): Promise<Ngircd> {
  const dir = serverDir();
  const [port, tlsPort] = [await freePort(), await freePort()];
  const config = join(dir.path, "ngircd.conf");
  writeFileSync(config, configOf(options, port, tlsPort));
  const start = (): Promise<Daemon> => startDaemon(["ngircd", "--nodaemon", "--config", config], () => isListening(port));
  let daemon = await start();
  const services =
    options.services === true ? await startAnope({ dir: dir.path, protocol: "ngircd", uplink: port, isReady: () => hasNickServ(port) }) : undefined;
  return {
    port,
    tlsPort,
    get pid() {
      return daemon.pid;
    },
    kill: async () => {
      daemon.signal("SIGKILL");
      await daemon.ended;
    },
    restart: async () => {
      daemon.signal("SIGTERM");
      await daemon.ended;
      daemon = await start();
    },
    register: (nick, password) => registerNick(port, nick, password),
    [Symbol.asyncDispose]: async () => {
      await services?.[Symbol.asyncDispose]();
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

async function hasNickServ(port: number): Promise<boolean> {
  using client = await ircClient({ port, nick: "asks" });
  client.send("PRIVMSG NickServ :HELP");
  const [said] = await client.says(/^\S+ 401 .*|^:NickServ!\S+ NOTICE .*/);
  return said.includes(" NOTICE ");
}

function configOf({ password, keyed, certificate, maxNickLength = 9, services = false }: NgircdOptions, port: number, tlsPort: number): string {
  return [
    "[Global]",
    "Name = irc.parley.test",
    "Info = A server for tests",
    "AdminEMail = nobody@parley.test",
    "Listen = 127.0.0.1",
    `Ports = ${port}`,
    "MotdPhrase = A server for tests",
    "ServerUID = irc",
    "ServerGID = irc",
    ...(password === undefined ? [] : [`Password = ${password}`]),
    "[Limits]",
    `MaxNickLength = ${maxNickLength}`,
    "MaxConnectionsIP = 0",
    "MaxJoins = 0",
    // By default it lets clients wait between commands, which makes tests slow and shows nothing.
    "MaxPenaltyTime = 0",
    "[Options]",
    "DNS = no",
    "Ident = no",
    "PAM = no",
    "IncludeDir = ",
    "[Operator]",
    "Name = oper",
    "Password = operator",
    ...(services ? ["[Server]", "Name = services.parley.test", "MyPassword = linked", "PeerPassword = linked", "Passive = yes", "ServiceMask = *Serv"] : []),
    ...(keyed === undefined ? [] : ["[Channel]", `Name = ${keyed.name}`, `Modes = +k ${keyed.key}`]),
    ...(certificate === undefined ? [] : ["[SSL]", `CertFile = ${certificate.certFile}`, `KeyFile = ${certificate.keyFile}`, `Ports = ${tlsPort}`]),
    "",
  ].join("\n");
}
