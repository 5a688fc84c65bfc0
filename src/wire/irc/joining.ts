import type { ParsedLine } from "irc-framework";
import { faultOfChannelSpec } from "./check-spec.ts";
import { fault, type IrcFault, quoted } from "./fault.ts";
import { faultOfJoin } from "./server-fault.ts";
import type { IrcChannelSpec, IrcJoined } from "./spec.ts";
import type { LinkContext } from "./link-context.ts";
import { ircFaultTexts } from "./texts.ts";

/** Which channels are joined, and why others are not. */
export interface Joining {
  join(channel: IrcChannelSpec): Promise<IrcJoined>;
  isIn(channel: string): boolean;
  /** Why the channel is not joined, if known. */
  faultOf(channel: string): IrcFault | undefined;
  /** Tracks joins, parts and kicks. True if our own membership changed. */
  hear(line: ParsedLine): boolean;
}

export function createJoining(link: LinkContext): Joining {
  const { fold, isOwn } = link;
  const inside = new Set<string>();
  const faults = new Map<string, IrcFault>();

  const entered = (channel: string): void => {
    inside.add(fold(channel));
    faults.delete(fold(channel));
  };
  const left = (channel: string, why: IrcFault): void => {
    inside.delete(fold(channel));
    faults.set(fold(channel), why);
  };

  const ask = async (channel: IrcChannelSpec): Promise<IrcJoined> => {
    const { name, key } = channel;
    const bad = link.silence() ?? faultOfChannelSpec(channel, link.channelTypes());
    if (bad !== undefined) return { ok: false, fault: bad };
    if (inside.has(fold(name))) return { ok: true };
    if (!(await link.pace.turn(link.life))) return { ok: false, fault: link.silence() ?? noAnswer(name) };
    const answer = link.lines.wait((line) => answerTo(line, name), link.timings.joinMs);
    link.write(key === undefined ? `JOIN ${name}` : `JOIN ${name} ${key.reveal()}`);
    return (await answer) ?? { ok: false, fault: link.silence() ?? noAnswer(name) };
  };

  const answerTo = (line: ParsedLine, name: string): IrcJoined | undefined => {
    const [first = "", second = ""] = line.params;
    if (line.command === "JOIN") return isOwn(line.nick) && fold(first) === fold(name) ? { ok: true } : undefined;
    const refused = fold(second) === fold(name) ? faultOfJoin(line, name) : undefined;
    return refused === undefined ? undefined : { ok: false, fault: refused };
  };

  return {
    join: async (channel) => {
      const answer = await ask(channel);
      if (!answer.ok) left(channel.name, answer.fault);
      return answer;
    },
    isIn: (channel) => inside.has(fold(channel)),
    faultOf: (channel) => faults.get(fold(channel)),
    hear: (line) => {
      const [channel = "", whom = ""] = line.params;
      if (line.command === "KICK" && isOwn(whom)) {
        left(channel, fault("Kicked", ircFaultTexts.ircFaultKicked, { by: line.nick || line.prefix, channel, words: quoted(line.params[2] ?? "") }));
        return true;
      }
      if (!isOwn(line.nick) || (line.command !== "JOIN" && line.command !== "PART")) return false;
      if (line.command === "JOIN") entered(channel);
      else left(channel, fault("Parted", ircFaultTexts.ircFaultParted, { channel, words: quoted(line.params[1] ?? "") }));
      return true;
    },
  };
}

function noAnswer(name: string): IrcFault {
  return fault("JoinRefused", ircFaultTexts.ircFaultJoinSilent, { channel: name });
}
