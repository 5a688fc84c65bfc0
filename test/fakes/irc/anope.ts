import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ircClient, type IrcClient } from "./client.ts";
import { startDaemon, type Daemon } from "./daemon.ts";

export interface AnopeOptions {
  readonly dir: string;
  readonly protocol: "inspircd3" | "ngircd";
  /** The port on which the server takes other servers; its password is `linked`. */
  readonly uplink: number;
  readonly isReady: () => Promise<boolean>;
}

/** Anope's services as `services.parley.test`: NickServ, and SASL through it where the server has it. */
export async function startAnope({ dir, protocol, uplink, isReady }: AnopeOptions): Promise<Daemon> {
  for (const folder of ["db", "logs"]) mkdirSync(join(dir, folder));
  writeFileSync(join(dir, "services.conf"), servicesConfig(dir, protocol, uplink));
  const places = [`--confdir=${dir}`, `--dbdir=${dir}/db`, `--logdir=${dir}/logs`, "--modulesdir=/usr/lib/anope", "--localedir=/usr/share/anope/locale"];
  return startDaemon(["anope", "--nofork", "--config=services.conf", ...places], isReady);
}

/** Makes the nick known to NickServ with that password; nobody uses it afterwards. */
export async function registerNick(port: number, nick: string, password: string): Promise<void> {
  using client = await ircClient({ port, nick });
  // A server may offer what services have before their NickServ is there.
  for (let isKnown = false; !isKnown;) {
    const from = client.lines.length;
    client.send(`PRIVMSG NickServ :REGISTER ${password}`);
    const [said] = await client.says(/^:NickServ!\S+ NOTICE .*registered|^\S+ 401 \S+ NickServ .*/i, from);
    isKnown = !/^\S+ 401 /.test(said);
  }
  client.send("QUIT");
  await client.closed();
}

/** Somebody with a services account, under any nick. */
export async function loggedIn(port: number, nick: string, account: string, password: string): Promise<IrcClient> {
  const client = await ircClient({ port, nick });
  client.send(`PRIVMSG NickServ :IDENTIFY ${account} ${password}`);
  await client.says(/^:NickServ!\S+ NOTICE .*password accepted/i);
  // The server knows the account before it hears anything else from the services.
  await client.synced();
  return client;
}

function servicesConfig(dir: string, protocol: AnopeOptions["protocol"], uplink: number): string {
  const nickCommands = [
    ["REGISTER", "register"],
    ["IDENTIFY", "identify"],
    ["RECOVER", "recover"],
    ["SET", "set"],
    ["SET KILL", "set/kill"],
  ];
  return [
    `uplink { host = "127.0.0.1"; port = ${uplink}; password = "linked" }`,
    `serverinfo { name = "services.parley.test"; description = "Services for tests"; pid = "${dir}/services.pid"; motd = "${dir}/services.motd" }`,
    `module { name = "${protocol}" }`,
    `networkinfo { networkname = "Parley"; nicklen = 30; userlen = 10; hostlen = 64; chanlen = 60; vhost_chars = "abc"; allow_undotted_vhosts = no;`,
    ` disallow_start_or_end = ".-" }`,
    `options { casemap = "${protocol === "ngircd" ? "ascii" : "rfc1459"}"; passlen = 32; seed = 4711; botmodes = ""; updatetimeout = 1h; expiretimeout = 1h; readtimeout = 5s; warningtimeout = 4h;`,
    ` timeoutcheck = 3s; retrywait = 1s; nonicknameownership = no; languages = ""; defaultlanguage = "" }`,
    `log { target = "services.log"; logage = 1; admin = "*"; override = "*"; commands = "*"; servers = "*"; channels = "*"; users = "*"; other = "*" }`,
    `service { nick = "NickServ"; user = "services"; host = "services.parley.test"; gecos = "Nickname Registration Service" }`,
    `module { name = "nickserv"; client = "NickServ"; forceemail = no; confirmemails = no; guestnickprefix = "Guest"; defaults = "ns_secure kill_quick";`,
    ` regdelay = 0s; expire = 21d; killquick = 20s; kill = 60s; enforceruser = "enforcer"; enforcerhost = "enforcer.parley.test"; releasetimeout = 1m;`,
    ` nickregdelay = 0s; unconfirmedexpire = 1d; emailregistrations = no }`,
    ...["ns_register", "ns_identify", "ns_recover", "ns_set"].map((name) =>
      name === "ns_register" ? `module { name = "${name}"; registration = "none" }` : `module { name = "${name}" }`,
    ),
    ...nickCommands.map(([name, command]) => `command { service = "NickServ"; name = "${name}"; command = "nickserv/${command}" }`),
    ...(protocol === "ngircd" ? [] : [`module { name = "m_sasl" }`]),
    `module { name = "enc_sha256" }`,
    `module { name = "db_flatfile"; database = "anope.db"; keepbackups = 1; fork = no; nobackupokay = yes }`,
    "",
  ].join("\n");
}
