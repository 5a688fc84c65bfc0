import type { ChatState, Room } from "./calls.ts";
import type { LogMessage } from "./log.ts";
import type { SentFile } from "./options.ts";
import type { FileWire } from "./protocol.ts";

// Who is where in the chat, and what they have put there. What is not there is a mistake of the test.

export function addRoom(state: ChatState, room: Room): string {
  state.rooms.set(room.id, room);
  for (const member of room.members) if (!state.users.has(member)) state.users.set(member, { id: member, name: member, human: true });
  return room.id;
}

export function memberOf(state: ChatState, user: string, id: string): Room {
  const room = state.rooms.get(id);
  if (room === undefined) throw new Error(`there is no room ${id}`);
  if (!room.members.includes(user)) throw new Error(`${user} is not in ${id}`);
  return room;
}

export function messageOf(state: ChatState, id: string): LogMessage {
  const message = state.log.get(id);
  if (message === undefined) throw new Error(`there is no message ${id}`);
  return message;
}

export function addFile(state: ChatState, id: string, { name, mime, content, claims = content.length }: SentFile): FileWire {
  state.files.set(id, content);
  return { id, name, mime, bytes: claims };
}

/** What an event says of the message that it replies to. */
export function quote({ users }: Pick<ChatState, "users">, { id, by, text }: LogMessage): { message: string; mine: boolean; text: string; by: string } {
  return { message: id, mine: by === "parley", text, by: users.get(by)?.name ?? by };
}
