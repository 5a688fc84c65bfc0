import { createHash } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { onebotChannel, type OneBotDeps } from "#channels/onebot/channel";
import { parseBody } from "#channels/onebot/encode";
import { onebotSettings } from "#channels/onebot/index";
import type { Channel } from "#domain/channel";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import type { ChannelWorld, WorldOptions } from "#test/contracts/channel-world";
import type { Personality } from "./personality.ts";
import { OneBotServer } from "./server.ts";
import { refOf, shownText } from "./world.ts";

/** What a channel waits for, in milliseconds. */
const quickly: OneBotDeps["timing"] = { handshakeMs: 5_000, silentMs: 5_000, probeMs: 2_000, arrivalMs: 200, memoryMs: 10, lookAgainMs: 10, storeAgainMs: 10 };

export interface ChannelOptions extends Partial<OneBotDeps> {
  /** Undefined: none is configured. */
  readonly token?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A channel called `onebot` that connects to the fake implementation, or that it connects to. */
export function channelTo(server: OneBotServer, { token = server.token, settings = { url: server.url }, ...more }: ChannelOptions = {}): Channel {
  const parsed = { ...onebotSettings.parse(settings), access_token: new Secret(token) };
  const usual = { clock: systemClock, random: Math.random, language: "en", note: () => undefined } as const;
  return onebotChannel("onebot", parsed, { ...usual, backoff: { firstMs: 5, maxMs: 10 }, ...more, timing: { ...quickly, ...more.timing } });
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, "127.0.0.1", () => resolve(undefined));
  await promise;
  const { port } = server.address() as AddressInfo;
  const closed = Promise.withResolvers<undefined>();
  server.close(() => closed.resolve(undefined));
  await closed.promise;
  return port;
}

const [ann, silent] = [1001, 1003];
const posts = ["send_group_msg", "send_private_msg", "send_group_forward_msg", "send_private_forward_msg", "upload_group_file", "upload_private_file"];

/** A world for the contract; `reverse`: the implementation connects to Parley. */
export function openOneBot(personality: Personality, direction: "forward" | "reverse") {
  return async ({ wrongToken = false, impatient = false, fileBytes }: WorldOptions = {}): Promise<ChannelWorld> => {
    const at = direction === "reverse" ? `127.0.0.1:${await freePort()}` : undefined;
    const server = await OneBotServer.start({ personality, token: "token-of-the-contract", ...(at === undefined ? {} : { reverse: `ws://${at}` }) });
    const secret = wrongToken ? "another-token" : server.token;
    const direct = { channel: "onebot", room: server.user(ann, "Ann") };
    const group = { channel: "onebot", room: server.group(2001, "The team") };
    server.user(silent, "Sil");
    const again = () =>
      channelTo(server, {
        token: secret,
        settings: at === undefined ? { url: server.url } : { listen: at },
        ...(fileBytes === undefined ? {} : { can: { fileBytes } }),
        timing: { callMs: impatient ? 200 : 10_000 },
      });
    return {
      channel: again(),
      again,
      platform: "onebot",
      secret,
      limit: { unit: "utf16", most: 4_000 },
      person: { id: String(ann), name: "Ann" },
      direct,
      group,
      gone: { channel: "onebot", room: "group:4040" },
      groupName: "The team",
      silent: { account: `onebot:${silent}` },
      limitMs: 0,
      says: (where, text, how) => server.say(ann, where.room, text, how),
      chooses: () => undefined,
      listed: () => [],
      withholdsFile: () => server.withholdFile(),
      outsiderSays: (text) =>
        void server.say(80_000_000, group.room, text, { more: { sub_type: "anonymous", anonymous: { id: 1, name: "Masked", flag: "x" } } }),
      edits: () => undefined,
      reacts: (ref, reaction) => server.react(ann, ref, reaction),
      presses: () => undefined,
      redelivers: () => undefined,
      losesNextAck: () => undefined,
      unacked: () => 0,
      toasts: () => [],
      hints: () => server.world.hints,
      resumed: () => 0,
      shown: () =>
        server.posted.map((message) => ({
          receipt: refOf(message),
          room: `${message.chat.kind}:${message.chat.id}`,
          text: shownText(message),
          buttons: [],
          ...(message.file === undefined ? {} : { file: { name: message.file.name, sha256: createHash("sha256").update(message.file.content).digest("hex") } }),
          ...(message.replyTo === undefined ? {} : { replyTo: refOf({ chat: message.chat, id: message.replyTo }) }),
        })),
      postCalls: () => server.calls.filter(({ action }) => posts.includes(action)).length,
      textOf: (piece) => {
        const body = parseBody(piece);
        return body.kind === "text" ? body.text : body.kind === "forward" ? body.nodes.join("") : undefined;
      },
      wholeTextOf: (piece) => {
        const body = parseBody(piece);
        return body.kind === "file" && "text" in body.source ? body.source.text : undefined;
      },
      troubles: (what) => {
        if (what !== "limit" && what !== "limit everywhere" && what !== "format") server.fault({ on: posts, kind: what });
      },
      account: (online) => void (server.world.isOnline = online),
      stop: () => server.stop(),
      listen: () => server.listen(),
      connections: () => server.connections,
      until: (look) => server.waitFor(look),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}
