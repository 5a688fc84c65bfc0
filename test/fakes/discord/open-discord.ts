import { createHash } from "node:crypto";
import { discordChannel, type DiscordDeps } from "#channels/discord/channel";
import { parseBody } from "#channels/discord/encode";
import { discordSettings } from "#channels/discord/index";
import type { Channel } from "#domain/channel";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import type { ChannelWorld, WorldOptions } from "#test/contracts/channel-world";
import { readContent } from "./read-content.ts";
import { DiscordServer } from "./server.ts";
import { contentLimit } from "./state.ts";

/** Everything that Discord lets a channel wait for, in milliseconds. */
const quickly: DiscordDeps["timing"] = { failedMs: 20, saveMs: 10, guildsMs: 1_000, handshakeMs: 2_000, helloMs: 1_000, readyMs: 2_000 };

export interface ChannelOptions extends Partial<DiscordDeps> {
  readonly token?: string;
  readonly proxy?: string;
  /** It waits as long as the hub's own. */
  readonly unhurried?: boolean;
}

/** A channel for the fake server, called `discord`. */
export function channelTo(server: DiscordServer, { token = server.token, proxy, unhurried = false, ...more }: ChannelOptions = {}): Channel {
  const settings = { ...discordSettings.parse({ api_root: server.root, ...(proxy === undefined ? {} : { proxy }) }), token: new Secret(token) };
  const usual = { clock: systemClock, random: Math.random, language: "en", note: () => undefined } as const;
  if (unhurried) return discordChannel("discord", settings, { ...usual, ...more });
  return discordChannel("discord", settings, { ...usual, backoff: { firstMs: 5, maxMs: 10 }, ...more, timing: { ...quickly, ...more.timing } });
}

export async function openDiscord({ wrongToken = false, impatient = false, buttons = true, fileBytes }: WorldOptions = {}): Promise<ChannelWorld> {
  const server = await DiscordServer.start({ token: "MTAx.token-of.the_contract" });
  const secret = wrongToken ? "MTAx.another-token.of_nobody" : server.token;
  const ann = server.user("Ann");
  const program = server.user("Build", { bot: true });
  const silent = server.user("Sue");
  const direct = { channel: "discord", room: server.direct(ann) };
  const group = { channel: "discord", room: server.channel(server.guild("The team"), "general") };
  const again = () =>
    channelTo(server, {
      token: secret,
      can: { buttons, ...(fileBytes === undefined ? {} : { fileBytes }) },
      timing: { callMs: impatient ? 200 : 10_000 },
    });
  return {
    channel: again(),
    again,
    platform: "discord",
    secret,
    limit: { unit: "utf16", most: contentLimit },
    person: { id: ann, name: "Ann" },
    direct,
    group,
    gone: { channel: "discord", room: "404040404040404040" },
    groupName: "The team › #general",
    silent: { account: `discord:${silent}` },
    limitMs: 3_000,
    says: (where, text, how) => server.say(ann, where.room, text, how),
    chooses: (line) => {
      const [name = "", session = ""] = line.split(" ");
      server.choose(ann, group.room, name, { session });
    },
    listed: () => server.world.commands.map(({ name }) => name),
    withholdsFile: () => server.withholdFile(),
    outsiderSays: (text) => void server.say(program, group.room, text),
    edits: (ref, text) => server.editBy(ann, ref, text),
    reacts: (ref, reaction) => server.react(ann, ref, reaction),
    presses: (receipt, data) => void server.press(ann, receipt, data),
    redelivers: () => undefined,
    losesNextAck: () => undefined,
    unacked: () => server.gateway.unacked,
    toasts: () => server.world.toasts.map(({ text }) => text),
    hints: () => server.world.hints,
    resumed: () => server.gateway.resumed,
    shown: () =>
      server.posted.map(({ id, channel, content, buttons: shown, files: [file], replyTo }) => ({
        receipt: `${channel.id}:${id}`,
        room: channel.id,
        text: readContent(content),
        buttons: shown.map((button) => button.custom_id),
        ...(file === undefined ? {} : { file: { name: file.name, sha256: createHash("sha256").update(file.content).digest("hex") } }),
        ...(replyTo === undefined ? {} : { replyTo: `${channel.id}:${replyTo}` }),
      })),
    postCalls: () => server.calls.filter(({ route }) => route === "createMessage").length,
    textOf: (piece) => {
      const body = parseBody(piece);
      return body.kind === "text" ? readContent(body.content) : undefined;
    },
    wholeTextOf: (piece) => {
      const body = parseBody(piece);
      return body.kind === "textFile" ? body.text : undefined;
    },
    troubles: (kind) => server.fault({ on: ["createMessage"], kind, retryAfter: 3 }),
    account: () => undefined,
    stop: () => server.stop(),
    listen: () => server.listen(),
    connections: () => server.gateway.connections,
    until: (look) => server.waitFor(look),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
