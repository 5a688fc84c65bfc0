import type { QqMessage, World } from "./world.ts";
import { writeCqCodes } from "./write-cq-codes.ts";

type Event = Readonly<Record<string, unknown>>;

/** A message as this implementation reports it; its own ones are `message_sent`. */
export function messageEvent(world: World, message: QqMessage, more: Event = {}): Event {
  const { self, personality, names, groups } = world;
  const { id, chat, user, time, segments } = message;
  const raw = writeCqCodes(segments);
  return {
    time,
    self_id: self,
    post_type: user === self ? "message_sent" : "message",
    message_type: chat.kind,
    sub_type: chat.kind === "group" ? "normal" : "friend",
    message_id: id,
    message_seq: id,
    user_id: user,
    ...(chat.kind === "group" ? { group_id: chat.id, ...(personality.app_name.startsWith("NapCat") ? { group_name: groups.get(chat.id) } : {}) } : {}),
    message: personality.format === "string" ? raw : segments,
    message_format: personality.format,
    raw_message: raw,
    font: 14,
    sender: { user_id: user, nickname: names.get(user) ?? "", card: "", role: "member" },
    ...more,
  };
}

export function heartbeat({ self, isOnline }: World, interval: number): Event {
  return { ...meta(self), meta_event_type: "heartbeat", status: { online: isOnline, good: isOnline }, interval };
}

export function lifecycle({ self }: World): Event {
  return { ...meta(self), meta_event_type: "lifecycle", sub_type: "connect" };
}

function meta(self: number): Event {
  return { time: Math.floor(Date.now() / 1000), self_id: self, post_type: "meta_event" };
}

export function reactionEvent({ self, personality }: World, message: QqMessage, user: number, emoji: string, isAdd: boolean): Event | undefined {
  const code = String(emoji.codePointAt(0));
  const about = { time: Math.floor(Date.now() / 1000), self_id: self, post_type: "notice", group_id: message.chat.id, message_id: message.id };
  if (personality.reactions === "group_msg_emoji_like")
    return { ...about, notice_type: "group_msg_emoji_like", user_id: user, likes: [{ emoji_id: code, count: 1 }], is_add: isAdd };
  if (personality.reactions === "reaction") return { ...about, notice_type: "reaction", sub_type: isAdd ? "add" : "remove", operator_id: user, code, count: 1 };
  return undefined;
}

export function offlineFileEvent(
  { self }: World,
  user: number,
  file: { readonly id: string; readonly name: string; readonly size: number; readonly url: string },
): Event {
  return { time: Math.floor(Date.now() / 1000), self_id: self, post_type: "notice", notice_type: "offline_file", user_id: user, file: { ...file, hash: "aa" } };
}
