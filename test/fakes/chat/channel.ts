import { readFile } from "node:fs/promises";
import { z } from "zod";
import { supervise } from "#channels/kit/supervisor";
import type { Channel, ChannelCan, ChannelId, ChannelSink, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/clock";
import { KeyedQueue } from "#lib/keyed-queue";
import type { Call, CallOutcome } from "./connect.ts";
import { decodeEvent } from "./decode.ts";
import { parseBody, renderChat, type ChatBody } from "./encode.ts";
import type { CallWire } from "./protocol.ts";

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
    topics: true,
    fileBytes: settings.file_bytes,
    dedupes: settings.dedupes,
    pace: { perAddressMs: settings.per_address_ms, overallMs: settings.overall_ms, draftMs: settings.draft_ms },
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
    return send({ method: "edit", message: receipt, text: body.text, buttons: [...body.buttons] }, signal);
  };

  return {
    id,
    can,
    start: async (sink, signal) => {
      const { connectChat } = await import("./connect.ts");
      const supervised = supervise({
        connect: connectChat({
          host: settings.host,
          port: settings.port,
          token: settings.token,
          clock,
          callTimeoutMs: settings.call_timeout_ms,
          pingMs: settings.ping_ms,
          ready: (now) => {
            call = now;
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
    post: async (to, piece, key, signal) => {
      const place = { room: to.room, ...(to.topic === undefined ? {} : { topic: to.topic }), nonce: key };
      const body = parseBody(piece);
      if (body.kind === "text") return send({ method: "post", ...place, text: body.text, buttons: [...body.buttons] }, signal);
      const content = await contentOf(body);
      if (content === undefined) return { ok: false, why: "refused", reason: `The file ${body.name} is not there any more.` };
      return send({ method: "upload", ...place, name: body.name, mime: body.mime, caption: body.caption, base64: content.toString("base64") }, signal);
    },
    ...(can.edit ? { edit } : {}),
    hint: async (to, doing) => {
      await call?.({ method: "typing", room: to.room, ...(to.topic === undefined ? {} : { topic: to.topic }), doing }, stop.signal);
    },
    fetch: async (file, signal) => {
      const outcome = await call?.({ method: "download", file: file.id }, signal);
      if (outcome?.how !== "answered" || !outcome.reply.ok)
        throw new ParleyError("NotFound", `The chat did not hand over the file ${file.name}. Send it again.`);
      return new Blob([Buffer.from(outcome.reply.base64 ?? "", "base64")]).stream();
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
    },
  };
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
  if (reply.code === 429) return { ok: false, why: "later", reason: "The chat asks us to slow down.", afterMs: Math.ceil((reply.retry_after ?? 1) * 1000) };
  if (reply.code >= 500) return { ok: false, why: "later", reason: `The chat did not take it: ${reply.reason}` };
  return { ok: false, why: "refused", reason: `The chat refused it: ${reply.reason}` };
}
