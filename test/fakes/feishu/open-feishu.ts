import { createHash } from "node:crypto";
import { feishuChannel, type FeishuDeps } from "#channels/feishu/channel";
import { parseBody } from "#channels/feishu/encode";
import { feishuSettings } from "#channels/feishu/index";
import { cardJson } from "#channels/feishu/card";
import type { Channel } from "#domain/channel";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import type { ChannelWorld, WorldOptions } from "#test/contracts/channel-world";
import { readCard } from "./read-card.ts";
import { cardBytes } from "./state.ts";
import { FeishuServer } from "./server.ts";

const quickly: FeishuDeps["timing"] = { askMs: 30, lookMs: 20 };

/** A channel for the fake server, called `feishu`. */
export function channelTo(
  server: FeishuServer,
  { secret = server.secret, appId = server.appId, ...more }: Partial<FeishuDeps> & { readonly secret?: string; readonly appId?: string } = {},
): Channel {
  const settings = { ...feishuSettings.parse({ domain: server.domain, app_id: appId }), app_secret: new Secret(secret) };
  const usual = { clock: systemClock, random: Math.random, language: "en", note: () => undefined, backoff: { firstMs: 5, maxMs: 10 } } as const;
  return feishuChannel("feishu", settings, { ...usual, ...more, timing: { ...quickly, ...more.timing } });
}

const [ann, program, silent] = ["ou_ann", "ou_program", "ou_silent"];
const emojis: Readonly<Record<string, string>> = { "👍": "THUMBSUP", "🎉": "PARTY" };

export async function openFeishu({
  wrongToken = false,
  impatient = false,
  buttons = true,
  dedupes = true,
  fileBytes,
}: WorldOptions = {}): Promise<ChannelWorld> {
  const server = await FeishuServer.start({ secret: "secret-of-the-contract" });
  const secret = wrongToken ? "another-secret-of-an-app" : server.secret;
  server.user(ann, "Ann");
  server.user(silent, "Sue");
  server.user(program, "Build", true);
  const direct = { channel: "feishu", room: ann };
  const group = { channel: "feishu", room: server.group("oc_team", "The team").id };
  const again = () =>
    channelTo(server, { secret, can: { buttons, dedupes, ...(fileBytes === undefined ? {} : { fileBytes }) }, timing: { callMs: impatient ? 200 : 10_000 } });
  return {
    channel: again(),
    again,
    platform: "feishu",
    secret,
    limit: { unit: "utf8", most: cardBytes },
    person: { id: ann, name: "Ann" },
    direct,
    group,
    gone: { channel: "feishu", room: "oc_gone" },
    groupName: "The team",
    silent: { account: `feishu:${silent}` },
    limitMs: 3_000,
    says: (where, text, how) => server.say(ann, where.room, text, how),
    chooses: (line) => server.menu(ann, line),
    listed: () => [],
    withholdsFile: () => server.withholdFile(),
    outsiderSays: (text) => void server.say(program, group.room, text),
    edits: () => undefined,
    reacts: (ref, reaction) => server.react(ann, ref, emojis[reaction] ?? reaction),
    presses: (receipt, data) => void server.press(ann, receipt, data),
    redelivers: () => server.links.redeliver(),
    losesNextAck: () => server.links.loseNextAck(),
    unacked: () => server.unacked,
    toasts: () => server.toasts,
    hints: () => [...server.world.messages.values()].flatMap(({ id, reactions }) => reactions.map(({ emoji }) => ({ doing: emoji, on: id }))),
    resumed: () => 0,
    shown: () =>
      server.posted.map(({ id, chat, text, buttons: shown, file, parent }) => ({
        receipt: id,
        room: chat.with ?? chat.id,
        text,
        buttons: shown.map(({ answer }) => answer),
        ...(file === undefined ? {} : { file: { name: file.name, sha256: createHash("sha256").update(file.content).digest("hex") } }),
        ...(parent === undefined ? {} : { replyTo: parent }),
      })),
    postCalls: () => server.calls.filter(({ name }) => name === "send").length,
    textOf: (piece) => {
      const body = parseBody(piece);
      if (body.kind === "text") return body.text;
      return body.kind === "card" ? readCard(cardJson(body)).text : undefined;
    },
    wholeTextOf: (piece) => {
      const body = parseBody(piece);
      return body.kind === "textFile" ? body.text : undefined;
    },
    troubles: (what) => server.fault({ on: ["send"], kind: what, resetSeconds: 3 }),
    account: (online) => {
      server.world.bot.status = online ? 2 : 1;
    },
    stop: () => server.stop(),
    listen: () => server.listen(),
    connections: () => server.connections,
    until: (look) => server.waitFor(look),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
