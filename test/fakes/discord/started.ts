import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo, type ChannelOptions } from "./open-discord.ts";
import { DiscordServer, type DiscordServerOptions } from "./server.ts";

/** A channel that runs against the fake server, with Ann in a direct chat, a channel and a thread of it. */
export async function startedDiscord({
  server: about = {},
  memory = memoryOf(),
  ...deps
}: ChannelOptions & { readonly memory?: ReturnType<typeof memoryOf>; readonly server?: DiscordServerOptions } = {}) {
  const server = await DiscordServer.start(about);
  const ann = server.user("Ann");
  const direct = server.direct(ann);
  const guild = server.guild("The team");
  const group = server.channel(guild, "general");
  const thread = server.channel(guild, "Ships", group);
  const notes: string[] = [];
  const desk = new Desk();
  const { signal } = new AbortController();
  const channel = channelTo(server, { note: (line) => void notes.push(line), ...deps });
  await channel.start(desk, startWith(signal, memory));
  const post = async (room: string, markdown: string, key = "k") => {
    const to = { channel: "discord", room };
    const [piece] = channel.render([{ kind: "text", markdown }], to);
    if (piece === undefined) throw new Error("nothing was rendered");
    return channel.post(to, piece, { key, signal });
  };
  const free = async () => {
    await channel[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { server, channel, desk, notes, memory, ann, direct, guild, group, thread, post, signal, [Symbol.asyncDispose]: free };
}
