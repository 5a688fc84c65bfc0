import { pieceLimit, textOf } from "#channels/irc/encode";
import { ircChannel, type IrcDeps } from "#channels/irc/channel";
import { withoutCodes } from "#channels/irc/formatting";
import { ircSettings } from "#channels/irc/index";
import type { Address, Channel, ChannelSink } from "#domain/channel";
import { systemClock } from "#lib/time/clock";
import type { ChannelWorld, OpenWorld, Shown } from "#test/contracts/channel-world";
import { botPassword, type ChatPeople, type Network } from "./chat-people.ts";
import { lineProxy } from "./line-proxy.ts";

let worlds = 0;

/** Everything that a server lets a channel wait for, in milliseconds. */
const quickly = { clock: systemClock, random: Math.random, language: "en", note: () => undefined, backoff: { firstMs: 5, maxMs: 10 } } as const;

/** How the bot logs in: ngircd has no SASL. */
type Login = "sasl" | "nickserv";

export function settingsFor(port: number, nick: string, channels: readonly string[], password = botPassword, account = "parley") {
  return settingsBy("sasl", port, nick, channels, { password, account });
}

function settingsBy(
  login: Login,
  port: number,
  nick: string,
  channels: readonly string[],
  credentials: { readonly account: string; readonly password: string },
) {
  const pace = { burst: 1_000, every: "1ms" };
  return ircSettings.parse({ server: "127.0.0.1", port, tls: false, nick, channels, [login]: credentials, lines: 10_000, pace });
}

/** A world on a real network: each has its own wire to the server, its own bot nick and its own channel; the people are the same. */
export function openIrcWorld(people: () => ChatPeople<Network>, login: Login = "sasl"): OpenWorld {
  return async ({ wrongToken = false, impatient = false } = {}) => {
    const { network, ann, cleo, bo, join } = people();
    const id = ++worlds;
    const [nick, groupName] = [`bot${id}`, `#Team${id}`];
    const proxy = await lineProxy(network.port);
    const secret = wrongToken ? "not-the-password" : botPassword;
    await join(groupName);
    const direct: Address = { channel: "irc", room: "ann" };
    const group: Address = { channel: "irc", room: groupName.toLowerCase() };
    const timings = { quitMs: 300, ...(impatient ? { sentMs: 300 } : {}) } satisfies IrcDeps["timings"];
    const [fromAnn, fromCleo] = [ann.lines.length, cleo.lines.length];
    const shown: Shown[] = [];
    let [said, kept, read] = [0, 0, 0];

    /** What people saw of the bot since the last look, as one message. */
    const look = async (receipt: string): Promise<void> => {
      await Promise.all([ann.synced(), cleo.synced()]);
      const lines = [...linesOf(ann.lines.slice(fromAnn), nick, "ann"), ...linesOf(cleo.lines.slice(fromCleo), nick, "cleo")].slice(read);
      read += lines.length;
      const [first] = lines;
      if (first !== undefined) shown.push({ receipt, room: first.room, text: lines.map(({ text }) => text).join("\n"), buttons: [] });
    };

    const watched = (channel: Channel): Channel => ({
      ...channel,
      start: async (sink, options) => {
        let isUp = false;
        const counting: ChannelSink = {
          received: async (event) => {
            const ack = await sink.received(event);
            kept += 1;
            proxy.waiting.changed();
            return ack;
          },
          link: (state, reason) => {
            isUp = state === "connected";
            sink.link(state, reason);
          },
        };
        await channel.start(counting, options);
        if (isUp) await ann.says(new RegExp(`^(@\\S+ )?:${nick}!\\S+ JOIN :?${groupName}`));
      },
      post: async (to, piece, options) => {
        const sent = await channel.post(to, piece, options);
        await look(sent.ok ? sent.receipt : "");
        return sent;
      },
    });
    const again = (): Channel =>
      watched(ircChannel("irc", settingsBy(login, proxy.port, nick, [groupName], { account: "parley", password: secret }), { ...quickly, timings }));

    const world: ChannelWorld = {
      channel: again(),
      again,
      platform: "irc",
      secret,
      limit: pieceLimit,
      person: { id: "ann", name: ann.nick },
      direct,
      group,
      gone: { channel: "irc", room: `#nowhere${id}` },
      groupName,
      silent: { account: "irc:cleo" },
      limitMs: 3_000,
      says: (where, text, how) => {
        said += 1;
        ann.send(`PRIVMSG ${where.room === "ann" ? nick : groupName} :${how?.mention === true ? `${nick}: ` : ""}${text}`);
        return "";
      },
      chooses: () => undefined,
      listed: () => [],
      withholdsFile: () => undefined,
      outsiderSays: (text) => {
        said += 1;
        bo.send(`PRIVMSG ${groupName} :${text}`);
      },
      edits: () => undefined,
      reacts: () => undefined,
      presses: () => undefined,
      redelivers: () => undefined,
      losesNextAck: () => undefined,
      unacked: () => said - kept,
      toasts: () => [],
      hints: () => [],
      resumed: () => 0,
      shown: () => shown,
      postCalls: () => proxy.messages.length,
      textOf: (piece) => withoutCodes(textOf(piece)),
      troubles: proxy.trouble,
      account: () => undefined,
      stop: proxy.stop,
      listen: proxy.listen,
      connections: () => proxy.connections,
      until: (ask) => proxy.waiting.for(ask, () => `${said} said, ${kept} kept, ${proxy.connections} connections`),
      [Symbol.asyncDispose]: proxy[Symbol.asyncDispose],
    };
    return world;
  };
}

function linesOf(lines: readonly string[], nick: string, reader: string): readonly { readonly room: string; readonly text: string }[] {
  return lines.flatMap((line) => {
    const [, from, target = "", text = ""] = /^(?:@\S+ )?:([^!\s]+)!\S+ PRIVMSG (\S+) :(.*)$/s.exec(line) ?? [];
    return from === nick ? [{ room: target.startsWith("#") ? target.toLowerCase() : reader, text: withoutCodes(text) }] : [];
  });
}
