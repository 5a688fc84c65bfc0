import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part, Piece, Sent } from "#domain/channel";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo, type ChannelOptions } from "./open-onebot.ts";
import { OneBotServer, type OneBotServerOptions } from "./server.ts";

export interface StartedOptions extends ChannelOptions {
  readonly server?: OneBotServerOptions;
  readonly memory?: ReturnType<typeof memoryOf>;
  /** Settings beside the address. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A channel that runs against the fake implementation, with Ann (7) as a friend and in a group. */
export async function startedOneBot({ server: about = {}, memory = memoryOf(), more = {}, ...options }: StartedOptions = {}) {
  const server = await OneBotServer.start(about);
  const direct = server.user(7, "Ann");
  const group = server.group(20, "The team");
  const notes: string[] = [];
  const desk = new Desk();
  const { signal } = new AbortController();
  const channel = channelTo(server, { note: (line) => void notes.push(line), settings: { url: server.url, ...more }, ...options });
  await channel.start(desk, startWith(signal, memory));
  /** Down the ladder of each piece, as the hub goes. */
  const post = async (room: string, parts: readonly Part[], replyTo?: string): Promise<readonly Sent[]> => {
    const to = { channel: "onebot", room };
    const down = async (piece: Piece, key: string): Promise<Sent> => {
      const sent = await channel.post(to, piece, { key, signal, ...(replyTo === undefined ? {} : { replyTo }) });
      return !sent.ok && sent.why === "refused" && piece.instead !== undefined ? down(piece.instead, key) : sent;
    };
    const all: Sent[] = [];
    for (const [i, piece] of channel.render(parts, to).entries()) all.push(await down(piece, `k.${i}`));
    return all;
  };
  const say = (room: string, markdown: string, replyTo?: string) => post(room, [{ kind: "text", markdown }], replyTo);
  const free = async () => {
    await channel[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { server, channel, desk, notes, memory, direct, group, post, say, signal, [Symbol.asyncDispose]: free };
}

/** A file on disk, as a part. */
export function filePart(name: string, content: Buffer, mime = "application/octet-stream"): Extract<Part, { kind: "file" }> {
  const path = join(mkdtempSync(join(tmpdir(), "onebot-")), name);
  writeFileSync(path, content);
  return { kind: "file", artifact: "art_1", path, name, mime, bytes: content.length, description: "" };
}
