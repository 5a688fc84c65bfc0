import { readFile } from "node:fs/promises";
import { z } from "zod";
import { supervise } from "#channels/kit/supervisor";
import type { Channel, ChannelCan, ChannelId, ChannelSink, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { usageOf } from "#domain/arg-spec";
import type { Clock } from "#lib/time/clock";
import { KeyedQueue } from "#lib/keyed-queue";
import type { Call, CallOutcome } from "./connect.ts";
import { decodeEvent } from "./decode.ts";
import { parseBody, renderChat, type ChatBody } from "./encode.ts";
import type { CallWire } from "./protocol.ts";
import { defined } from "#lib/defined";

export const platform = "chat";

export const chatSettings = z.strictObject({
  host: z.string().default("127.0.0.1"),
  port: z.number().int(),
  token: z.string(),
  edit: z.boolean().default(true),
  buttons: z.boolean().default(true),
  /** True when the server honours nonces. */
  dedupes: z.boolean().default(true),
  file_bytes: z
    .number()
    .int()
    .min(0)
    .default(1024 * 1024),
  per_address_ms: z.number().default(0),
  overall_ms: z.number().default(0),
  draft_ms: z.number().default(50),
  hint_ms: z.number().default(4_000),
  final: z.enum(["edit", "fresh"]).default("edit"),
  /** Whether somebody who never wrote can be written to. */
  direct: z.boolean().default(false),
  /** Whether the chat lets messages be removed. */
  remove: z.boolean().default(true),
  call_timeout_ms: z.number().default(5_000),
  ping_ms: z.number().default(15_000),
  retry_first_ms: z.number().default(500),
  retry_max_ms: z.number().default(60_000),
});
export type ChatSettings = z.input<typeof chatSettings>;

export interface ChatDeps {
  readonly clock: Clock;
  readonly random: () => number;
  /** One line for the log. */
  readonly note?: (line: string) => void;
}

export function chatChannel(id: ChannelId, given: ChatSettings, { clock, random, note }: ChatDeps): Channel {
  const settings = chatSettings.parse(given);
  const can: ChannelCan = {
    edit: settings.edit,
    buttons: settings.buttons,
    fileBytes: settings.file_bytes,
    dedupes: settings.dedupes,
    final: settings.final,
    pace: { perAddressMs: settings.per_address_ms, overallMs: settings.overall_ms, draftMs: settings.draft_ms, hintMs: settings.hint_ms },
  };
  const stop = new AbortController();
  /** In one room one after the other, so that what was said first is kept first; rooms do not wait for each other. */
  const inRooms = new KeyedQueue<string>();
  let call: Call | undefined;
  let ended: Promise<void> | undefined;

  function take(sink: ChannelSink, frame: { readonly id: number }): void {
    const event = decodeEvent(id, frame);
    if (event === undefined) {
      note?.(`Event ${frame.id} of ${id} has a shape that is not known here. It was acknowledged and left out.`);
      void acknowledge(frame.id, undefined);
      return;
    }
    void inRooms.run(event.from.room, async () => {
      try {
        const { toast } = await sink.received(event);
        await acknowledge(frame.id, toast);
      } catch {
        // Not kept, so not acknowledged: the chat delivers it again.
      }
    });
  }

  async function acknowledge(event: number, toast: string | undefined): Promise<void> {
    await call?.({ method: "ack", event, ...(toast === undefined ? {} : { toast: toast.slice(0, 200) }) }, stop.signal);
  }

  async function send(wire: CallWire, signal: AbortSignal): Promise<Sent> {
    if (call === undefined) return { ok: false, why: "later", reason: "There is no connection to the chat." };
    return sentFrom(await call(wire, signal), wire);
  }

  const edit: Channel["edit"] = async (receipt, piece, signal) => {
    const body = parseBody(piece);
    if (body.kind === "file") return { ok: false, why: "refused", reason: "A message cannot be turned into a file." };
    return send({ method: "edit", message: receipt, ...wordsOf(body) }, signal);
  };
  const remove: Channel["remove"] = (receipt, signal) => send({ method: "remove", message: receipt }, signal);

  const direct: Channel["direct"] = async (account, signal) => {
    const outcome = await call?.({ method: "open", user: account.slice(platform.length + 1) }, signal);
    const room = outcome?.how === "answered" && outcome.reply.ok ? outcome.reply.room : undefined;
    return room === undefined ? undefined : { channel: id, room };
  };

  return {
    id,
    can,
    start: async (sink, { commands, memory, signal }) => {
      const { connectChat } = await import("./connect.ts");
      let session = rememberedSession.parse(await memory.get());
      const supervised = supervise({
        connect: connectChat({
          host: settings.host,
          port: settings.port,
          token: settings.token,
          clock,
          callTimeoutMs: settings.call_timeout_ms,
          pingMs: settings.ping_ms,
          session: () => session,
          welcomed: async (now) => {
            session = now;
            await memory.set(now);
          },
          ready: (now) => {
            call = now;
            void now?.(
              { method: "commands", commands: commands.map((command) => ({ name: command.name, summary: command.summary, usage: usageOf(command) })) },
              stop.signal,
            );
          },
          event: (frame) => take(sink, frame),
        }),
        link: (state, reason) => sink.link(state, reason),
        clock,
        random,
        signal: AbortSignal.any([signal, stop.signal]),
        backoff: { firstMs: settings.retry_first_ms, maxMs: settings.retry_max_ms },
      });
      ended = supervised.ended;
      await supervised.firstAttempt;
    },
    render: (parts) => renderChat(parts, can),
    post: async (to, piece, { key, replyTo, signal }) => {
      const place = { room: to.room, ...defined({ topic: to.topic, reply_to: replyTo }), nonce: key };
      const body = parseBody(piece);
      if (body.kind === "text") return send({ method: "post", ...place, ...wordsOf(body) }, signal);
      const content = await contentOf(body);
      if (content === undefined) return { ok: false, why: "refused", reason: `The file ${body.name} is not there any more.` };
      return send({ method: "upload", ...place, name: body.name, mime: body.mime, caption: body.caption, base64: content.toString("base64") }, signal);
    },
    ...(can.edit ? { edit } : {}),
    ...(settings.remove ? { remove } : {}),
    hint: async (to, doing, ref) => {
      await call?.({ method: "typing", room: to.room, ...defined({ topic: to.topic, message: ref }), doing }, stop.signal);
    },
    ...(settings.direct ? { direct } : {}),
    fetch: async (file, signal) => {
      const outcome = await call?.({ method: "download", file: file.id }, signal);
      if (outcome?.how !== "answered") throw new ParleyError("Timeout", `The connection was lost while the file ${file.name} was fetched.`);
      if (!outcome.reply.ok) throw new ParleyError("NotFound", `The chat did not hand over the file ${file.name}. Send it again.`);
      return new Blob([Buffer.from(outcome.reply.base64 ?? "", "base64")]).stream();
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
    },
  };
}

const rememberedSession = z.string().optional();

function wordsOf({ text, plain, buttons }: Extract<ChatBody, { kind: "text" }>): Pick<Extract<CallWire, { method: "post" }>, "text" | "plain" | "buttons"> {
  return { text, buttons: [...buttons], ...defined({ plain }) };
}

function contentOf(body: Extract<ChatBody, { kind: "file" }>): Promise<Buffer | undefined> {
  return readFile(body.path).then(
    (content) => content,
    () => undefined,
  );
}

function sentFrom(outcome: CallOutcome, wire: CallWire): Sent {
  if (outcome.how === "not-sent") return { ok: false, why: "later", reason: outcome.reason };
  if (outcome.how === "unknown") return { ok: false, why: "unknown", reason: outcome.reason };
  const { reply } = outcome;
  if (reply.ok) return { ok: true, receipt: reply.message ?? "" };
  // The chat refuses an edit that changes nothing; what was wanted is there.
  if (reply.code === 304 && wire.method === "edit") return { ok: true, receipt: wire.message };
  if (reply.code === 404 && wire.method === "remove") return { ok: true, receipt: wire.message };
  if (reply.code === 429) {
    const scope = reply.everywhere === true ? "channel" : "address";
    return { ok: false, why: "later", reason: "The chat asks us to slow down.", afterMs: Math.ceil((reply.retry_after ?? 1) * 1000), scope };
  }
  if (reply.code >= 500) return { ok: false, why: "later", reason: `The chat did not take it: ${reply.reason}` };
  return { ok: false, why: "refused", reason: `The chat refused it: ${reply.reason}` };
}
