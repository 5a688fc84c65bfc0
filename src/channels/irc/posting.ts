import type { Address, Piece, PostOptions, Sent } from "#domain/channel";
import type { TextLanguage } from "#lib/words/sentence";
import { sayFault, type IrcFault } from "#wire/irc/fault";
import type { IrcLink } from "#wire/irc/spec";
import { splitText } from "#wire/irc/split";
import type { AccountNicks } from "./account-nicks.ts";
import { isChannel, parseDirectRoom } from "./decode.ts";
import { textOf } from "./encode.ts";
import { selfContained } from "./formatting.ts";

export interface PostingOptions {
  readonly language: TextLanguage;
  readonly nicks: AccountNicks;
  readonly current: () => IrcLink | undefined;
  /** Whether we mean to be in that channel. */
  readonly isOurs: (room: string, link: IrcLink) => boolean;
}

export interface Posting {
  post(to: Address, piece: Piece, options: PostOptions): Promise<Sent>;
  hint(to: Address): Promise<void>;
}

/** A post that would wait longer for its turn is turned down with that time, before it is written. */
const mostWaitMs = 10_000;
const joinMs = 5_000;
const absentMs = 30_000;
/** The codes that close and open the styles at a cut. */
const codeBytes = 8;

/** `left`: the person is not under that name any more. */
type Target = { readonly name: string; readonly left?: AbortSignal } | { readonly sent: Sent };

export function createPosting({ language, nicks, current, isOurs }: PostingOptions): Posting {
  const later = (reason: string, afterMs?: number, scope: "address" | "channel" = "address"): Sent => ({
    ok: false,
    why: "later",
    reason,
    ...(afterMs === undefined ? {} : { afterMs, scope }),
  });

  const find = async ({ room }: Address, link: IrcLink, signal: AbortSignal): Promise<Target> => {
    if (isChannel(room)) {
      // Right after the login the channels are still being joined.
      if (!link.joined(room) && isOurs(room, link)) await link.settled(signal);
      if (link.joined(room) || !isOurs(room, link)) return { name: room };
      const [why] = link.faults().filter(({ values }) => link.same(String(values["channel"] ?? ""), room));
      return { sent: why === undefined ? later(`${room} is being joined.`, joinMs) : later(sayFault(language, why), absentMs) };
    }
    const whom = parseDirectRoom(room);
    if ("nick" in whom) return { name: whom.nick };
    const nick = await nicks.find(whom.account, link, signal);
    return nick === undefined
      ? { sent: later(`Nobody is logged in to the account ${whom.account} on this network at the moment.`, absentMs) }
      : { name: nick, left: nicks.hold(whom.account) };
  };

  const notSent = (why: "refused" | "later" | "unknown", fault: IrcFault): Sent => {
    const reason = sayFault(language, fault);
    if (why !== "later") return { ok: false, why, reason };
    return fault.code === "TooFast" ? later(reason, Number(fault.values["seconds"]) * 1_000) : later(reason);
  };

  return {
    post: async (to, piece, { key, signal }) => {
      const link = current();
      if (link === undefined || signal.aborted) return later("There is no connection to the IRC server.");
      const waitMs = link.waitMs();
      if (waitMs > mostWaitMs) return later("The server takes no more lines at once.", waitMs - mostWaitMs / 2, "channel");
      const target = await find(to, link, signal);
      // Nobody could be asked on a connection that was lost meanwhile.
      if (current() !== link) return later("The connection to the IRC server was lost.");
      if ("sent" in target) return target.sent;
      const room = link.room(target.name) - codeBytes;
      const lines = textOf(piece)
        .split("\n")
        .flatMap((line) => selfContained(splitText(line, room)));
      const sent = await link.send(target.name, lines.join("\n"), target.left === undefined ? signal : AbortSignal.any([signal, target.left]));
      return sent.ok ? { ok: true, receipt: key } : notSent(sent.why, sent.fault);
    },
    hint: async (to) => {
      const link = current();
      const whom = isChannel(to.room) ? { nick: to.room } : parseDirectRoom(to.room);
      if (link === undefined) return;
      const name = "nick" in whom ? whom.nick : nicks.fresh(whom.account);
      if (name !== undefined) link.typing(name);
    },
  };
}
