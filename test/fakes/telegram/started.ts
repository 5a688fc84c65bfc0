import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo, type ChannelOptions } from "./open-telegram.ts";
import { TelegramServer } from "./server.ts";

/** A channel that runs against the fake server, with Ann (7) in a direct chat and a group. */
export async function startedTelegram({
  privacy = false,
  ...deps
}: ChannelOptions & { readonly memory?: ReturnType<typeof memoryOf>; readonly privacy?: boolean } = {}) {
  const server = await TelegramServer.start({ privacy });
  server.user(7, { first_name: "Ann" });
  const direct = server.direct(7);
  const group = server.group(-100, "The team", { is_forum: true });
  server.topic(group, 3);
  const notes: string[] = [];
  const desk = new Desk();
  const memory = deps.memory ?? memoryOf();
  const { signal } = new AbortController();
  const channel = channelTo(server, { note: (line) => void notes.push(line), ...deps });
  await channel.start(desk, startWith(signal, memory));
  const post = async (room: string, markdown: string, topic?: string) => {
    const to = { channel: "telegram", room, ...(topic === undefined ? {} : { topic }) };
    const [piece] = channel.render([{ kind: "text", markdown }], to);
    if (piece === undefined) throw new Error("nothing was rendered");
    return channel.post(to, piece, { key: "k", signal });
  };
  const free = async () => {
    await channel[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { server, channel, desk, notes, memory, direct, group, post, signal, [Symbol.asyncDispose]: free };
}
