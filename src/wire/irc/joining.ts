import type { ParsedLine } from "irc-framework";
import { faultOfChannelSpec } from "./check-spec.ts";
import { fault, type IrcFault, quoted } from "./fault.ts";
import { faultOfJoin } from "./server-fault.ts";
import type { IrcChannelSpec, IrcJoined } from "./spec.ts";
import type { Talk } from "./talk.ts";

/** In which channels we are, and why not in others. */
export interface Joining {
  join(channel: IrcChannelSpec): Promise<IrcJoined>;
  isIn(channel: string): boolean;
  /** Why we are not in it, where that is known. */
  faultOf(channel: string): IrcFault | undefined;
  /** Takes note of joins, parts and kicks. True when something about us changed. */
  hear(line: ParsedLine): boolean;
}

export function createJoining(talk: Talk): Joining {
  const { fold, isOwn } = talk;
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
    const bad = talk.silence() ?? faultOfChannelSpec(channel, talk.channelTypes());
    if (bad !== undefined) return { ok: false, fault: bad };
    if (inside.has(fold(name))) return { ok: true };
    if (!(await talk.pace.turn(talk.life))) return { ok: false, fault: talk.silence() ?? noAnswer(name) };
    const answer = talk.ear.wait((line) => answerTo(line, name), talk.timings.joinMs);
    talk.write(key === undefined ? `JOIN ${name}` : `JOIN ${name} ${key.reveal()}`);
    return (await answer) ?? { ok: false, fault: talk.silence() ?? noAnswer(name) };
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
        left(channel, fault("Kicked", "ircFaultKicked", { by: line.nick || line.prefix, channel, words: quoted(line.params[2] ?? "") }));
        return true;
      }
      if (!isOwn(line.nick) || (line.command !== "JOIN" && line.command !== "PART")) return false;
      if (line.command === "JOIN") entered(channel);
      else left(channel, fault("Parted", "ircFaultParted", { channel, words: quoted(line.params[1] ?? "") }));
      return true;
    },
  };
}

function noAnswer(name: string): IrcFault {
  return fault("JoinRefused", "ircFaultJoinSilent", { channel: name });
}
