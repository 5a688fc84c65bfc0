import type { FeishuDeps } from "#channels/feishu/channel";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo } from "./open-feishu.ts";
import { FeishuServer, type FeishuOptions } from "./server.ts";

/** A channel that runs against the fake server, with Ann in a direct chat and a group. */
export async function startedFeishu({
  server: options = {},
  ...deps
}: Partial<FeishuDeps> & { readonly memory?: ReturnType<typeof memoryOf>; readonly server?: FeishuOptions } = {}) {
  const server = await FeishuServer.start(options);
  server.user("ou_ann", "Ann");
  server.user("ou_bo", "Bo");
  const group = server.group("oc_team", "The team").id;
  const notes: string[] = [];
  const desk = new Desk();
  const memory = deps.memory ?? memoryOf();
  const { signal } = new AbortController();
  const channel = channelTo(server, { note: (line) => void notes.push(line), ...deps });
  await channel.start(desk, startWith(signal, memory));
  const post = async (room: string, markdown: string, more: { readonly topic?: string; readonly key?: string; readonly growing?: boolean } = {}) => {
    const { topic, key = `k-${server.calls.length}`, growing = false } = more;
    const to = { channel: "feishu", room, ...(topic === undefined ? {} : { topic }) };
    const [piece] = channel.render([{ kind: "text", markdown }], to);
    if (piece === undefined) throw new Error("nothing was rendered");
    return channel.post(to, piece, { key, signal, growing });
  };
  const free = async () => {
    await channel[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { server, channel, desk, notes, memory, group, ann: "ou_ann", post, signal, [Symbol.asyncDispose]: free };
}
