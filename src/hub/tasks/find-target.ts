import type { Address, Channel } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { Account } from "#domain/people";
import type { ThreadId } from "#domain/ids";
import { pageTarget, type TaskAsk } from "#domain/task";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { withinTime } from "#hub/outbox/time-limit";
import { taskTexts } from "./texts.ts";

const openMs = 10_000;

/**
 * The chat that is meant: a named address, a type and an id on the only channel, else the chat or the thread it was asked in. Throws
 * InvalidArgs.
 */
export async function findTarget(
  { channels, clock, settings }: Pick<HubDeps, "channels" | "clock" | "settings">,
  ask: TaskAsk,
  here: Address | undefined,
  thread: { readonly id: ThreadId; readonly chats: readonly Address[] } | undefined,
): Promise<Address> {
  const { language } = settings;
  const known = [...channels.keys()].join(", ");
  const channelOf = (name: string): Channel => {
    const channel = channels.get(name);
    if (channel === undefined) throw new ParleyError("InvalidArgs", say(language, taskTexts.noSuchChannel, { channel: name.slice(0, 50), known }));
    return channel;
  };
  if (ask.target !== undefined && ask.target !== "") {
    const { channel, ...place } = parseTarget(ask.target) ?? missing();
    if (channel === pageTarget && place.room.startsWith("thr_")) return { channel, ...place };
    return { channel: channelOf(channel).id, ...place };
  }
  if (ask.targetId === undefined || ask.targetId === "") return here ?? ofThread() ?? missing();
  const only = here === undefined ? onlyChannel() : channelOf(here.channel);
  return byType(only, ask.targetType ?? "group", ask.targetId);

  /** The chat that shows the thread it was asked in; the thread itself if none does. */
  function ofThread(): Address | undefined {
    if (thread === undefined || thread.chats.length > 1) return undefined;
    return thread.chats[0] ?? { channel: pageTarget, room: thread.id };
  }

  function missing(): never {
    throw new ParleyError("InvalidArgs", say(language, taskTexts.needsTarget));
  }

  function onlyChannel(): Channel {
    const [first, ...others] = channels.values();
    if (first === undefined) return missing();
    if (others.length > 0) throw new ParleyError("InvalidArgs", say(language, taskTexts.whichChannel, { known }));
    return first;
  }

  async function byType(channel: Channel, type: "group" | "private", id: string): Promise<Address> {
    if (type === "group") return { channel: channel.id, room: channel.groupRoom?.(id) ?? id };
    if (channel.direct === undefined) return { channel: channel.id, room: id };
    const account: Account = `${channel.id.split("-")[0] ?? channel.id}:${id}`;
    const opened = await withinTime(clock, openMs, new AbortController().signal, async (signal) => channel.direct?.(account, signal)).catch(() => undefined);
    if (opened === undefined) throw new ParleyError("InvalidArgs", say(language, taskTexts.notReachable, { target: account }));
    return opened;
  }
}

/** `CHANNEL/ROOM[/TOPIC]` with escaped parts, or `CHANNEL:ROOM` as it stands. */
function parseTarget(text: string): Address | undefined {
  if (text.length > 500 || /[\p{Cc}\s]/u.test(text)) return undefined;
  const slash = text.indexOf("/");
  const colon = text.indexOf(":");
  if (slash > 0 && (colon < 0 || slash < colon)) {
    const [channel = "", room = "", topic] = text.split("/").map(unescaped);
    return channel === "" || room === "" ? undefined : { channel, room, ...(topic !== undefined && topic !== "" && { topic }) };
  }
  if (colon <= 0 || colon === text.length - 1) return undefined;
  return { channel: text.slice(0, colon), room: text.slice(colon + 1) };
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
