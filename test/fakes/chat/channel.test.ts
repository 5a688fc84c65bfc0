import { systemClock } from "#lib/clock";
import { channelContract } from "#test/contracts/channel";
import type { ChannelWorld, WorldOptions } from "#test/contracts/channel-world";
import { chatChannel, platform } from "./channel.ts";
import { parseBody } from "./encode.ts";
import { textLimit } from "./protocol.ts";
import { ChatServer } from "./server.ts";

channelContract("the fake chat", openChat);

async function openChat({
  wrongToken = false,
  impatient = false,
  dedupes = true,
  buttons = true,
  fileBytes = 1024 * 1024,
}: WorldOptions = {}): Promise<ChannelWorld> {
  const server = await ChatServer.start({ token: "chat-secret-1", dedupe: dedupes });
  const secret = wrongToken ? "not-the-secret-2" : server.token;
  server.user("u-ann", { name: "Ann" });
  server.user("u-hook", { name: "Build", human: false });
  const direct = { channel: "chat1", room: server.direct("u-ann") };
  const group = { channel: "chat1", room: server.group("team", ["u-ann", "u-hook"]) };
  const channel = chatChannel(
    "chat1",
    {
      port: server.port,
      token: secret,
      buttons,
      dedupes,
      file_bytes: fileBytes,
      call_timeout_ms: impatient ? 30 : 10_000,
      retry_first_ms: 5,
      retry_max_ms: 10,
    },
    { clock: systemClock, random: Math.random },
  );
  return {
    channel,
    platform,
    secret,
    limit: { unit: "utf16", most: textLimit },
    person: { id: "u-ann", name: "Ann" },
    direct,
    group,
    gone: { channel: "chat1", room: "demolished" },
    limitMs: 2_500,
    says: (where, text) => server.say("u-ann", where.room, text),
    outsiderSays: (text) => void server.say("u-hook", group.room, text),
    edits: (ref, text) => void server.editBy("u-ann", ref, text),
    reacts: (ref, reaction) => void server.react("u-ann", ref, reaction),
    presses: (receipt, data) => void server.press("u-ann", receipt, data),
    redelivers: () => server.redeliver(),
    losesNextAck: () => server.fault({ on: "ack", kind: "cut-before" }),
    unacked: () => server.unacked.length,
    toasts: () => server.toasts.map(({ toast }) => toast),
    hints: () => server.hints.length,
    shown: () =>
      server.posted.map(({ id, room, text, buttons: shown, file }) => ({
        receipt: id,
        room,
        text,
        buttons: shown.map((button) => button.data),
        ...(file === undefined ? {} : { file }),
      })),
    postCalls: () => server.calls.filter((call) => call.method === "post" || call.method === "upload").length,
    textOf: (piece) => {
      const body = parseBody(piece);
      return body.kind === "text" ? body.text : undefined;
    },
    troubles: (kind) => server.fault({ on: "post", kind, retryAfterMs: 2_500 }),
    account: (online) => server.account(online),
    stop: () => server.stop(),
    listen: () => server.listen(),
    connections: () => server.connections,
    until: (look) => server.waitFor(look),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
