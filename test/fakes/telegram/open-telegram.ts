import { createHash } from "node:crypto";
import { parseBody } from "#channels/telegram/encode";
import { telegramChannel, type TelegramDeps } from "#channels/telegram/channel";
import { telegramSettings } from "#channels/telegram/index";
import type { Channel } from "#domain/channel";
import { defined } from "#lib/defined";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import type { ChannelWorld, WorldOptions } from "#test/contracts/channel-world";
import { readHtml } from "./html.ts";
import { textLimit } from "./state.ts";
import { TelegramServer } from "./server.ts";

/** Everything that Telegram lets a channel wait for, in milliseconds. */
const quickly: TelegramDeps["timing"] = { pollSeconds: 5, graceMs: 1_000, storingMs: 20, failedMs: 20, albumMs: 30 };

export type ChannelOptions = Partial<TelegramDeps> & { readonly token?: string; readonly unhurried?: boolean; readonly proxy?: string };

/** A channel for the fake server, called `telegram`. `unhurried`: it waits as long as the hub's own. */
export function channelTo(server: TelegramServer, { token = server.token, unhurried = false, proxy, ...more }: ChannelOptions = {}): Channel {
  const settings = { ...telegramSettings.parse({ api_root: server.root, ...defined({ proxy }) }), token: new Secret(token) };
  const usual = { clock: systemClock, random: Math.random, language: "en", note: () => undefined } as const;
  if (unhurried) return telegramChannel("telegram", settings, { ...usual, ...more });
  return telegramChannel("telegram", settings, { ...usual, backoff: { firstMs: 5, maxMs: 10 }, ...more, timing: { ...quickly, ...more.timing } });
}

const ann = 1001;
const program = 1002;

export async function openTelegram({ wrongToken = false, impatient = false, buttons = true, fileBytes }: WorldOptions = {}): Promise<ChannelWorld> {
  const server = await TelegramServer.start({ token: "424242:AAF-token_of_the_contract" });
  const secret = wrongToken ? "424242:AAF-another_token" : server.token;
  server.user(ann, { first_name: "Ann" });
  server.user(program, { first_name: "Build", is_bot: true });
  const direct = { channel: "telegram", room: server.direct(ann) };
  const group = { channel: "telegram", room: server.group(-1001, "The team") };
  const posts = ["sendMessage", "sendDocument", "sendPhoto"];
  const again = () =>
    channelTo(server, {
      token: secret,
      can: { buttons, ...(fileBytes === undefined ? {} : { fileBytes }) },
      timing: { callMs: impatient ? 200 : 10_000 },
    });
  return {
    channel: again(),
    again,
    platform: "telegram",
    secret,
    limit: { unit: "utf16", most: textLimit },
    person: { id: String(ann), name: "Ann" },
    direct,
    group,
    gone: { channel: "telegram", room: "-4040" },
    groupName: "The team",
    silent: { account: "telegram:1003" },
    limitMs: 3_000,
    says: (where, text, how) => server.say(ann, where.room, text, how),
    chooses: (line) => void server.say(ann, group.room, `/${line.replace(/^(\w+)/, "$1@parley_bot")}`),
    listed: () => server.world.commands.map(({ command }) => command),
    withholdsFile: () => server.withholdFile(),
    outsiderSays: (text) => void server.say(program, group.room, text),
    edits: (ref, text) => server.editBy(ann, ref, text),
    reacts: (ref, reaction) => server.react(ann, ref, reaction),
    presses: (receipt, data) => void server.press(ann, receipt, data),
    // Whatever is not confirmed comes with every poll.
    redelivers: () => undefined,
    losesNextAck: () => server.fault({ on: ["getUpdates"], kind: "cut-before" }),
    unacked: () => server.unconfirmed.length,
    toasts: () => server.world.toasts.map(({ text }) => text),
    hints: () => server.world.hints,
    resumed: () => 0,
    shown: () =>
      server.posted.map(({ chat, message_id, text, buttons: shown, file, replyTo }) => ({
        receipt: `${chat.id}:${message_id}`,
        room: String(chat.id),
        text,
        buttons: shown.map((button) => button.callback_data),
        ...(file === undefined ? {} : { file: { name: file.name, sha256: createHash("sha256").update(file.content).digest("hex") } }),
        ...(replyTo === undefined ? {} : { replyTo: `${chat.id}:${replyTo}` }),
      })),
    postCalls: () => server.calls.filter(({ method }) => posts.includes(method)).length,
    textOf: (piece) => {
      const body = parseBody(piece);
      if (body.kind !== "text") return undefined;
      return body.isHtml ? readHtml(body.text).text : body.text;
    },
    wholeTextOf: (piece) => {
      const body = parseBody(piece);
      return body.kind === "textFile" ? body.text : undefined;
    },
    troubles: (what) => server.fault({ on: posts, kind: what === "limit everywhere" ? "limit" : what, retryAfter: 3 }),
    account: () => undefined,
    stop: () => server.stop(),
    listen: () => server.listen(),
    connections: () => server.connections,
    until: (look) => server.waitFor(look),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
