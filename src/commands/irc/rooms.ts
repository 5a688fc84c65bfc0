import type { Backlog } from "#domain/backlog";
import { foldName } from "#wire/irc/case-map";
import type { IrcLink } from "#wire/irc/spec";
import { textIn } from "./backlog-fields.ts";

/** Where something was said. What was said to us alone is one room, whoever said it. */
export interface Room {
  readonly name: string;
  /** The name of its backlog: what the server takes for one room is one. */
  readonly key: string;
}

const privately = "*";
const most = 200;

export function roomOf(server: string, name: string | undefined, mapping: string): Room {
  const folded = name === undefined ? privately : foldName(name, mapping);
  return { name: name ?? privately, key: `irc ${server.toLowerCase()} ${folded}` };
}

/** How the server of a link compares names, found out by asking. */
export function mappingOf(link: Pick<IrcLink, "same">): string {
  if (!link.same("[", "{")) return "ascii";
  return link.same("^", "~") ? "rfc1459" : "strict-rfc1459";
}

/** The rooms with stored lines, so that a copy of all of them can be rebuilt. */
export interface IrcRooms {
  met(room: Room): Promise<void>;
  all(): Promise<readonly Room[]>;
}

export function createRooms(backlog: (name: string) => Backlog): IrcRooms {
  const list = backlog("irc rooms");
  let known: Promise<Map<string, Room>> | undefined;
  const read = async (): Promise<Map<string, Room>> => {
    const entries = await list.history({ limit: most });
    return new Map(entries.map(({ body }) => [textIn(body, "key"), { key: textIn(body, "key"), name: textIn(body, "name") }]));
  };
  const load = (): Promise<Map<string, Room>> =>
    (known ??= read().catch((cause: unknown) => {
      known = undefined;
      throw cause;
    }));
  return {
    met: async (room) => {
      const rooms = await load();
      if (rooms.has(room.key)) return;
      rooms.set(room.key, room);
      await list.add([{ at: 0, body: { key: room.key, name: room.name } }]);
    },
    all: async () => [...(await load()).values()],
  };
}
