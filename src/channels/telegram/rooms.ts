import { z } from "zod";
import type { ChannelMemory } from "#domain/channel";
import { parseRef } from "./refs.ts";

const mostTopics = 5_000;

const remembered = z.object({ moved: z.record(z.string(), z.string()) }).optional();

/** What is known about chats beyond an update: the new numbers of groups, which outlive a restart, and the topics of messages. */
export interface Rooms {
  load(memory: ChannelMemory): Promise<void>;
  /** The room of a chat; a group that got a new number keeps its room. */
  roomOf(chat: number | string): string;
  /** The chat's number now. */
  chatOf(room: string): string;
  moved(from: number | string, to: number | string): Promise<void>;
  keepTopic(ref: string, topic: string | undefined): void;
  topicOf(ref: string): string | undefined;
}

export function createRooms(): Rooms {
  const moved = new Map<string, string>();
  const topics = new Map<string, string>();
  let memory: ChannelMemory | undefined;

  const chatOf = (room: string): string => {
    let chat = room;
    // A group moves once; the bound only guards against a loop in what was stored.
    for (let i = 0; i < 10; i++) chat = moved.get(chat) ?? chat;
    return chat;
  };

  return {
    load: async (given) => {
      memory = given;
      for (const [from, to] of Object.entries(remembered.parse(await given.get())?.moved ?? {})) moved.set(from, to);
    },
    roomOf: (chat) => {
      let room = String(chat);
      for (let i = 0; i < 10; i++) room = [...moved].find(([, to]) => to === room)?.[0] ?? room;
      return room;
    },
    chatOf,
    moved: async (from, to) => {
      if (String(from) === String(to) || chatOf(String(from)) === String(to)) return;
      moved.set(String(from), String(to));
      try {
        await memory?.set({ moved: Object.fromEntries(moved) });
      } catch (cause) {
        moved.delete(String(from));
        throw cause;
      }
    },
    keepTopic: (ref, topic) => {
      if (topic === undefined || parseRef(ref) === undefined) return;
      topics.set(ref, topic);
      const [oldest] = topics.keys();
      if (topics.size > mostTopics && oldest !== undefined) topics.delete(oldest);
    },
    topicOf: (ref) => topics.get(ref),
  };
}
