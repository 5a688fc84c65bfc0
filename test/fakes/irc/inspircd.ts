import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ircClient } from "./client.ts";
import { freePort, isListening, serverDir, startDaemon } from "./daemon.ts";

export interface InspircdOptions {
  /** Anope beside it: NickServ, and SASL through it. Nicks are registered by `register`. */
  readonly services?: boolean;
  /** Kills clients that send more than this many commands ahead of one a second, instead of letting them wait. */
  readonly floodLimit?: number;
  readonly caseMapping?: "rfc1459" | "ascii";
}

/** InspIRCd on loopback, a network with IRCv3. `OPER oper operator` makes an operator, who may KILL, SANICK, SAPART, ZLINE. */
export interface Inspircd extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Makes the nick known to NickServ with that password; nobody uses it afterwards. */
  register(nick: string, password: string): Promise<void>;
  kill(): Promise<void>;
  /** Ends the services and leaves the server alone. */
  killServices(): Promise<void>;
}

export async function startInspircd(options: InspircdOptions = {}): Promise<Inspircd> {
  const stack = new AsyncDisposableStack();
  try {
    const dir = stack.use(serverDir());
    const [port, linkPort] = [await freePort(), await freePort()];
    const config = join(dir.path, "inspircd.conf");
    writeFileSync(config, serverConfig(options, dir.path, { port, linkPort }));
    // Debian's refuses to run as root unless it is told to.
    const asRoot = process.getuid?.() === 0 ? ["--runasroot"] : [];
    const server = stack.use(await startDaemon(["inspircd", "--nofork", "--nopid", ...asRoot, "--config", config], () => isListening(port)));
    const services = options.services === true ? stack.use(await startServices(dir.path, linkPort, port)) : undefined;
    const held = stack.move();
    return {
      port,
      pid: server.pid,
      register: (nick, password) => register(port, nick, password),
      kill: async () => {
        server.signal("SIGKILL");
        await server.ended;
      },
      killServices: async () => {
        services?.signal("SIGKILL");
        await services?.ended;
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  } catch (cause) {
    await stack.disposeAsync();
    throw cause;
  }
}

async function startServices(dir: string, linkPort: number, port: number) {
  for (const folder of ["db", "logs"]) mkdirSync(join(dir, folder));
  writeFileSync(join(dir, "services.conf"), servicesConfig(dir, linkPort));
  const places = [`--confdir=${dir}`, `--dbdir=${dir}/db`, `--logdir=${dir}/logs`, "--modulesdir=/usr/lib/anope", "--localedir=/usr/share/anope/locale"];
  return startDaemon(["anope", "--nofork", "--config=services.conf", ...places], () => offersSasl(port));
}

/** The server offers SASL as soon as services are linked and have said how. */
async function offersSasl(port: number): Promise<boolean> {
  using client = await ircClient({ port });
  client.send("CAP LS 302");
  const [offer] = await client.says(/ CAP \* LS :?.*/);
  return /\bsasl=\S*PLAIN/.test(offer);
}

async function register(port: number, nick: string, password: string): Promise<void> {
  using client = await ircClient({ port, nick });
  client.send(`PRIVMSG NickServ :REGISTER ${password}`);
  await client.says(/^:NickServ!\S+ NOTICE .*registered/i);
  client.send("QUIT");
  await client.closed();
}

function serverConfig(
  { floodLimit, caseMapping = "rfc1459" }: InspircdOptions,
  dir: string,
  ports: { readonly port: number; readonly linkPort: number },
): string {
  const modules =
    "cap sasl services_account ircv3 ircv3_accounttag ircv3_batch ircv3_capnotify ircv3_chghost ircv3_servertime ircv3_ctctags ircv3_msgid chanhistory chghost hidechans sanick sapart svshold spanningtree";
  const flood = floodLimit === undefined ? `threshold="1000000" fakelag="no"` : `threshold="${floodLimit}" fakelag="no"`;
  return [
    `<config format="xml">`,
    `<path configdir="${dir}" datadir="${dir}" logdir="${dir}" runtimedir="${dir}">`,
    `<server name="irc.parley.test" description="A server for tests" network="Parley" id="001">`,
    `<admin name="Nobody" nick="nobody" email="nobody@parley.test">`,
    `<bind address="127.0.0.1" port="${ports.port}" type="clients">`,
    `<bind address="127.0.0.1" port="${ports.linkPort}" type="servers">`,
    `<connect name="tests" allow="*" maxchans="200" localmax="1000" globalmax="1000" maxconnwarn="no" timeout="60" pingfreq="120"`,
    ` resolvehostnames="no" useident="no" hardsendq="100M" softsendq="50M" recvq="1M" commandrate="1000" ${flood}>`,
    `<options casemapping="${caseMapping}" defaultmodes="not" defaultbind="ipv4">`,
    `<performance clonesonconnect="no" quietbursts="yes" softlimit="1000" somaxconn="128">`,
    `<security hideulines="no" hidesplits="no">`,
    `<limits maxnick="30" maxhost="64" maxident="10">`,
    `<class name="all" commands="*" privs="*" usermodes="*" chanmodes="*" snomasks="*">`,
    `<type name="admin" classes="all">`,
    `<oper name="oper" password="operator" host="*@*" type="admin">`,
    ...modules.split(" ").map((name) => `<module name="${name}">`),
    `<sasl target="services.parley.test">`,
    `<link name="services.parley.test" ipaddr="127.0.0.1" port="${ports.linkPort}" allowmask="127.0.0.0/8" sendpass="linked" recvpass="linked">`,
    `<uline server="services.parley.test" silent="yes">`,
    `<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="inspircd.log">`,
    "",
  ].join("\n");
}

function servicesConfig(dir: string, linkPort: number): string {
  const nickCommands = [
    ["REGISTER", "register"],
    ["IDENTIFY", "identify"],
    ["RECOVER", "recover"],
    ["SET", "set"],
    ["SET KILL", "set/kill"],
  ];
  return [
    `uplink { host = "127.0.0.1"; port = ${linkPort}; password = "linked" }`,
    `serverinfo { name = "services.parley.test"; description = "Services for tests"; pid = "${dir}/services.pid"; motd = "${dir}/services.motd" }`,
    `module { name = "inspircd3" }`,
    `networkinfo { networkname = "Parley"; nicklen = 30; userlen = 10; hostlen = 64; chanlen = 60; vhost_chars = "abc"; allow_undotted_vhosts = no;`,
    ` disallow_start_or_end = ".-" }`,
    `options { casemap = "rfc1459"; passlen = 32; seed = 4711; botmodes = ""; updatetimeout = 1h; expiretimeout = 1h; readtimeout = 5s; warningtimeout = 4h;`,
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
    `module { name = "m_sasl" }`,
    `module { name = "enc_sha256" }`,
    `module { name = "db_flatfile"; database = "anope.db"; keepbackups = 1; fork = no; nobackupokay = yes }`,
    "",
  ].join("\n");
}
