import { ircClient, type IrcClient } from "./client.ts";
import { startInspircd, type Inspircd } from "./inspircd.ts";

/** A network with services: Ann under another nick than her account, Cleo who never writes, Bo without an account, and the bot's account. */
export interface ChatPeople extends AsyncDisposable {
  readonly network: Inspircd;
  readonly ann: IrcClient;
  readonly cleo: IrcClient;
  readonly bo: IrcClient;
  /** Everybody but Cleo goes there. */
  join(channel: string): Promise<void>;
}

export const botPassword = "password-of-the-bot";

export async function gatherPeople(): Promise<ChatPeople> {
  await using stack = new AsyncDisposableStack();
  const network = stack.use(await startInspircd({ services: true }));
  for (const [nick, password] of [
    ["ann", "ann-secret"],
    ["cleo", "cleo-secret"],
    ["parley", botPassword],
  ] as const)
    await network.register(nick, password);
  const ann = stack.use(await loggedIn(network.port, "annie", "ann", "ann-secret"));
  const cleo = stack.use(await loggedIn(network.port, "cleopatra", "cleo", "cleo-secret"));
  const bo = stack.use(await ircClient({ port: network.port, nick: "bo" }));
  const held = stack.move();
  return {
    network,
    ann,
    cleo,
    bo,
    join: async (channel) => {
      for (const one of [ann, bo]) {
        const from = one.lines.length;
        one.send(`JOIN ${channel}`);
        await one.says(/^\S+ 366 /, from);
      }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Somebody with a services account, under any nick. */
export async function loggedIn(port: number, nick: string, account: string, password: string): Promise<IrcClient> {
  const client = await ircClient({ port, nick });
  client.send(`PRIVMSG NickServ :IDENTIFY ${account} ${password}`);
  await client.says(/^\S+ 900 /);
  return client;
}
