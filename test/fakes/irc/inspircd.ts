import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { registerNick, startAnope } from "./anope.ts";
import { ircClient } from "./client.ts";
import { freePort, isListening, serverDir, startDaemon, until } from "./daemon.ts";

export interface InspircdOptions {
  /** Anope beside it: NickServ, and SASL through it. Nicks are registered by `register`. */
  readonly services?: boolean;
  /** Kills clients that send more than this many commands ahead of one a second, instead of letting them wait. */
  readonly floodLimit?: number;
  readonly caseMapping?: "rfc1459" | "ascii";
  /** Whether lines carry their sender's account; true unless told otherwise. */
  readonly accountTag?: boolean;
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
    const services =
      options.services === true
        ? stack.use(await startAnope({ dir: dir.path, protocol: "inspircd3", uplink: linkPort, isReady: () => offersSasl(port) }))
        : undefined;
    const held = stack.move();
    return {
      port,
      pid: server.pid,
      register: (nick, password) => registerNick(port, nick, password),
      kill: async () => {
        server.signal("SIGKILL");
        await server.ended;
      },
      killServices: async () => {
        services?.signal("SIGKILL");
        await services?.ended;
        // Until the server has noticed, it hands logins to a process that is gone.
        if (!(await until(async () => !(await offersSasl(port))))) throw new Error("the server did not notice that its services are gone");
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  } catch (cause) {
    await stack.disposeAsync();
    throw cause;
  }
}

/** The server offers SASL as soon as services are linked and have said how. */
async function offersSasl(port: number): Promise<boolean> {
  using client = await ircClient({ port });
  client.send("CAP LS 302");
  const [offer] = await client.says(/ CAP \* LS :?.*/);
  return /\bsasl=\S*PLAIN/.test(offer);
}

function serverConfig(
  { floodLimit, caseMapping = "rfc1459", accountTag = true }: InspircdOptions,
  dir: string,
  ports: { readonly port: number; readonly linkPort: number },
): string {
  const modules =
    "cap sasl services_account ircv3 ircv3_batch ircv3_capnotify ircv3_chghost ircv3_servertime ircv3_ctctags ircv3_msgid chanhistory chghost hidechans sanick sapart svshold spanningtree";
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
    ...[...modules.split(" "), ...(accountTag ? ["ircv3_accounttag"] : [])].map((name) => `<module name="${name}">`),
    `<sasl target="services.parley.test">`,
    `<link name="services.parley.test" ipaddr="127.0.0.1" port="${ports.linkPort}" allowmask="127.0.0.0/8" sendpass="linked" recvpass="linked">`,
    `<uline server="services.parley.test" silent="yes">`,
    `<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="inspircd.log">`,
    "",
  ].join("\n");
}
