import { z } from "zod";

// Newline-delimited JSON over TCP. The client says hello once, then calls; the server replies by call id and sends events,
// each again and again until it is acknowledged. Wire names stop at decode, encode and the server.

export const textLimit = 2000;

export const buttonWire = z.object({ label: z.string().min(1).max(80), data: z.string().min(1).max(200) });
export type ButtonWire = z.infer<typeof buttonWire>;

/** `plain` is shown as it is written; otherwise the chat reads its Markdown, and may refuse it. */
const words = { text: z.string(), plain: z.boolean().optional(), buttons: z.array(buttonWire).max(20).optional() };
const place = { room: z.string(), topic: z.string().optional() };

export const callWire = z.discriminatedUnion("method", [
  z.object({ method: z.literal("post"), ...place, ...words, reply_to: z.string().optional(), nonce: z.string().optional() }),
  z.object({ method: z.literal("edit"), message: z.string(), ...words }),
  z.object({ method: z.literal("remove"), message: z.string() }),
  z.object({
    method: z.literal("upload"),
    ...place,
    name: z.string(),
    mime: z.string(),
    base64: z.string(),
    caption: z.string(),
    reply_to: z.string().optional(),
    nonce: z.string().optional(),
  }),
  z.object({ method: z.literal("download"), file: z.string() }),
  z.object({ method: z.literal("typing"), ...place, doing: z.string(), message: z.string().optional() }),
  z.object({ method: z.literal("open"), user: z.string() }),
  z.object({ method: z.literal("commands"), commands: z.array(z.object({ name: z.string(), summary: z.string(), usage: z.string() })) }),
  z.object({ method: z.literal("ack"), event: z.number(), toast: z.string().max(200).optional() }),
  z.object({ method: z.literal("ping") }),
]);
export type CallWire = z.infer<typeof callWire>;
export type Method = CallWire["method"];

export const clientFrame = z.discriminatedUnion("t", [
  /** `session` is what the last welcome named: the chat then knows the client again. */
  z.object({ t: z.literal("hello"), token: z.string(), session: z.string().optional() }),
  z.object({ t: z.literal("call"), id: z.number(), call: callWire }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

const fileWire = z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.number() });
export type FileWire = z.infer<typeof fileWire>;

export const eventWire = z.object({
  id: z.number(),
  at: z.number(),
  room: z.object({ id: z.string(), kind: z.enum(["direct", "group"]), name: z.string().optional(), topic: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), human: z.boolean(), locale: z.string().optional() }),
  what: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("message"),
      message: z.string(),
      text: z.string(),
      /** `@parley` stood in it; the chat has taken it out. */
      mention: z.boolean().optional(),
      reply_to: z.object({ message: z.string(), mine: z.boolean(), text: z.string().optional(), by: z.string().optional() }).optional(),
      files: z.array(fileWire).optional(),
    }),
    z.object({ kind: z.literal("command"), message: z.string(), line: z.string() }),
    z.object({ kind: z.literal("edit"), message: z.string(), text: z.string() }),
    z.object({ kind: z.literal("press"), message: z.string(), data: z.string() }),
    z.object({ kind: z.literal("reaction"), message: z.string(), reaction: z.string(), removed: z.boolean() }),
  ]),
});
export type EventWire = z.infer<typeof eventWire>;

export const replyWire = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), message: z.string().optional(), room: z.string().optional(), base64: z.string().optional() }),
  z.object({ ok: z.literal(false), code: z.number(), reason: z.string(), retry_after: z.number().optional(), everywhere: z.boolean().optional() }),
]);
export type ReplyWire = z.infer<typeof replyWire>;

/** `event` stays loose here: one that cannot be read must still be acknowledged by its id. */
export const serverFrame = z.discriminatedUnion("t", [
  z.object({ t: z.literal("welcome"), name: z.string(), session: z.string() }),
  z.object({ t: z.literal("refused"), reason: z.string() }),
  z.object({ t: z.literal("reply"), id: z.number(), reply: replyWire }),
  z.object({ t: z.literal("event"), event: z.looseObject({ id: z.number() }) }),
  z.object({ t: z.literal("account"), online: z.boolean() }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** A file of 8 MiB in base64 and the rest of its frame. Whoever sends more without a newline is cut off. */
const frameBytes = 12 * 1024 * 1024;

/** Cuts a byte stream into lines. Returns a function that takes bytes and gives the lines they complete. */
export function lines(): (bytes: Buffer) => readonly string[] {
  let held: Buffer[] = [];
  let size = 0;
  return (bytes) => {
    const found: string[] = [];
    let from = 0;
    for (let at = bytes.indexOf(10, from); at !== -1; at = bytes.indexOf(10, from)) {
      held.push(bytes.subarray(from, at));
      found.push(Buffer.concat(held).toString("utf8"));
      held = [];
      size = 0;
      from = at + 1;
    }
    const rest = bytes.subarray(from);
    held.push(rest);
    size += rest.length;
    if (size > frameBytes) throw new RangeError("frame too long");
    return found;
  };
}

/** Undefined for what is not JSON of that shape. */
export function parseFrame<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
