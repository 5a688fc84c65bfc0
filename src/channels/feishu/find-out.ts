import type { Address, ChannelId } from "#domain/channel";
import { defined } from "#lib/defined";
import { openIdOf } from "./content.ts";
import { isDirectChat, roomOf, type Found, type Place } from "./decode.ts";
import type { FetchedMessage, MessageEvent } from "./event.ts";
import type { LookUp } from "./look-up.ts";

export interface FindOutOptions {
  readonly channel: ChannelId;
  readonly appId: string;
  readonly lookUp: LookUp;
  readonly ourName: () => string;
}

/** What Feishu's events leave to be asked for: names, chats, messages that are replied to or forwarded. */
export interface FindOut {
  findOut(event: MessageEvent): Promise<Found>;
  /** The chat of a message that the event only names. */
  placeOf(messageId: string, openId: string | undefined, chatId?: string): Promise<Place | undefined>;
}

const mostForwarded = 50;

export function createFindOut({ channel, appId, lookUp, ourName }: FindOutOptions): FindOut {
  const writerOf = async ({ sender }: FetchedMessage): Promise<string> => {
    if (sender?.id_type === "open_id" && sender.id !== "") return lookUp.userName(sender.id);
    return sender?.id === appId ? ourName() : (sender?.id ?? "");
  };

  const findOut = async ({ sender, message }: MessageEvent): Promise<Found> => {
    const openId = sender.sender_id?.open_id;
    const isDirect = isDirectChat({ message });
    for (const mention of message.mentions ?? []) lookUp.learn(openIdOf(mention) ?? "", mention.name);
    const [name, chat, replies, bundle] = await Promise.all([
      openId === undefined ? sender.sender_type : lookUp.userName(openId),
      isDirect ? undefined : lookUp.chat(message.chat_id),
      message.parent_id === undefined || message.parent_id === "" ? [] : lookUp.messages(message.parent_id),
      message.message_type === "merge_forward" ? lookUp.messages(message.message_id) : [],
    ]);
    const [replied] = replies;
    const inside = bundle.filter(({ message_id: id }) => id !== message.message_id).slice(0, mostForwarded);
    const forwarded = await Promise.all(inside.map(async (one) => ({ message: one, by: await writerOf(one) })));
    return { name, roomName: chat?.name, replied, repliedBy: replied && (await writerOf(replied)), forwarded };
  };

  const placeOf = async (messageId: string, openId: string | undefined, chatId?: string): Promise<Place | undefined> => {
    const finding = lookUp.messages(messageId);
    const chat = chatId ?? (await finding)[0]?.chat_id;
    if (chat === undefined || chat === "") return undefined;
    const [[found], facts, name] = await Promise.all([finding, lookUp.chat(chat), openId === undefined ? "" : lookUp.userName(openId)]);
    const direct = facts?.isDirect === true;
    const address: Address = { channel, room: roomOf(chat, direct, openId), ...defined({ topic: found?.thread_id }) };
    return { address, direct, name };
  };

  return { findOut, placeOf };
}
