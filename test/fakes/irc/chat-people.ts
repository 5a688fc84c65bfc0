import { loggedIn } from "./anope.ts";
import { ircClient, type IrcClient } from "./client.ts";
import { startInspircd, type Inspircd } from "./inspircd.ts";

/** A server with services: what both kinds of real servers have. */
export type Network = Pick<Inspircd, "port" | "register"> & AsyncDisposable;

/** A network with services: Ann, who may have another nick than her account, Cleo who never writes, Bo without an account, and the bot's account. */
export interface ChatPeople<N extends Network = Inspircd> extends AsyncDisposable {
  readonly network: N;
  readonly ann: IrcClient;
  readonly cleo: IrcClient;
  readonly bo: IrcClient;
  /** Everybody but Cleo goes there. */
  join(channel: string): Promise<void>;
}

export const botPassword = "password-of-the-bot";

export const gatherPeople = (): Promise<ChatPeople> => gatherOn(() => startInspircd({ services: true }), { ann: "annie", cleo: "cleopatra" });

export async function gatherOn<N extends Network>(start: () => Promise<N>, nicks: { readonly ann: string; readonly cleo: string }): Promise<ChatPeople<N>> {
  await using stack = new AsyncDisposableStack();
  const network = stack.use(await start());
  for (const [nick, password] of [
    ["ann", "ann-secret"],
    ["cleo", "cleo-secret"],
    ["parley", botPassword],
  ] as const)
    await network.register(nick, password);
  const ann = stack.use(await loggedIn(network.port, nicks.ann, "ann", "ann-secret"));
  const cleo = stack.use(await loggedIn(network.port, nicks.cleo, "cleo", "cleo-secret"));
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
