import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { z } from "zod";
import { pause, type Clock } from "#lib/time/clock";
import { readEvents } from "./event-stream.ts";

export interface BridgeOptions {
  readonly input: Readable;
  readonly write: (line: string) => void;
  /** Where the hub is now; it may be elsewhere after a restart. */
  readonly hubUrl: () => Promise<string>;
  readonly token: string;
  readonly clock: Clock;
}

const idShape = z.union([z.string(), z.number()]);
const messageShape = z.looseObject({ id: idShape.optional(), method: z.string().optional(), params: z.looseObject({}).optional() });
type Message = z.output<typeof messageShape>;

const cancelShape = z.object({ requestId: idShape });
const initialized = z.object({ result: z.object({ protocolVersion: z.string() }) });
const rpcShape = z.looseObject({ jsonrpc: z.literal("2.0") });
const refusal = z.object({ detail: z.string() });

const versionKey = "io.modelcontextprotocol/protocolVersion";
const nameFields: Readonly<Record<string, string>> = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

/** A hub that restarts is back by then. */
const patienceMs = 15_000;
const retryMs = 500;
/** After the last line answers under way get this long. */
const lastWordsMs = 1_000;

/** Carries JSON-RPC lines from a client to the hub's /mcp and its answers back, each by itself, until the input ends. */
export async function bridge({ input, write, hubUrl, token, clock }: BridgeOptions): Promise<void> {
  const open = new Map<string | number, AbortController>();
  const over = new AbortController();
  const underWay = new Set<Promise<void>>();
  let version: string | undefined;

  const say = (message: unknown): void => write(JSON.stringify(message));
  const fail = (id: Message["id"], code: number, sentence: string): void => {
    if (id !== undefined) say({ jsonrpc: "2.0", id, error: { code, message: sentence } });
  };

  const carry = async (message: Message): Promise<void> => {
    const { id } = message;
    const stop = new AbortController();
    const end = (): void => stop.abort();
    over.signal.addEventListener("abort", end, { once: true });
    if (id !== undefined) open.set(id, stop);
    try {
      const response = await reach(message, stop.signal);
      if (response.headers.get("content-type")?.includes("text/event-stream") === true) {
        for await (const event of readEvents(response)) write(event);
      } else if (response.status !== 202) tell(message, response.ok, await response.text());
    } catch (cause) {
      if (!stop.signal.aborted)
        fail(id, -32_000, `The hub does not answer (${cause instanceof Error ? cause.message : String(cause)}). Look whether it runs: parley status.`);
    } finally {
      over.signal.removeEventListener("abort", end);
      if (id !== undefined && open.get(id) === stop) open.delete(id);
    }
  };

  /** Only what was certainly not taken is sent again. */
  const reach = async (message: Message, signal: AbortSignal): Promise<Response> => {
    const until = clock.monotonic() + patienceMs;
    for (;;) {
      try {
        const headers = { ...headersOf(message, version), authorization: `Bearer ${token}` };
        return await fetch(`${await hubUrl()}/mcp`, { method: "POST", headers, body: JSON.stringify(message), redirect: "error", signal });
      } catch (cause) {
        if (!isNotThere(cause) || clock.monotonic() >= until || signal.aborted) throw cause;
        await pause(clock, retryMs, signal);
      }
    }
  };

  const tell = (message: Message, isOk: boolean, text: string): void => {
    const answer = parse(text);
    if (isOk && message.method === "initialize") version = initialized.safeParse(answer).data?.result.protocolVersion;
    if (isOk || rpcShape.safeParse(answer).success) return message.id === undefined ? undefined : say(answer);
    fail(message.id, -32_001, refusal.safeParse(answer).data?.detail ?? "The hub refused this.");
  };

  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const parsed = messageShape.safeParse(parse(line));
    if (!parsed.success) {
      say({ jsonrpc: "2.0", id: null, error: { code: -32_700, message: "This line is not a JSON-RPC message." } });
      continue;
    }
    const cancelled = parsed.data.method === "notifications/cancelled" ? cancelShape.safeParse(parsed.data.params).data : undefined;
    if (cancelled !== undefined) {
      open.get(cancelled.requestId)?.abort();
      continue;
    }
    const carrying = carry(parsed.data).finally(() => underWay.delete(carrying));
    underWay.add(carrying);
    // The version that a client and the hub agree on stands in the headers of what follows.
    if (parsed.data.method === "initialize") await carrying;
  }
  await Promise.race([Promise.all(underWay), pause(clock, lastWordsMs, over.signal)]);
  over.abort();
}

function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const meta = params?.["_meta"];
  const own = typeof meta === "object" && meta !== null && versionKey in meta ? meta[versionKey] : undefined;
  if (typeof own !== "string") return agreed === undefined ? usual : { ...usual, "mcp-protocol-version": agreed };
  const name = params?.[nameFields[method ?? ""] ?? ""];
  return {
    ...usual,
    "mcp-protocol-version": own,
    ...(method === undefined ? {} : { "mcp-method": plain(method) }),
    ...(typeof name === "string" ? { "mcp-name": plain(name) } : {}),
  };
}

/** As the protocol wants what is no plain header. */
function plain(value: string): string {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !value.startsWith("=?base64?") ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}

function isNotThere(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const deeper: unknown = cause.cause;
  const code = "code" in cause ? cause.code : deeper instanceof Error && "code" in deeper ? deeper.code : undefined;
  return code === "ECONNREFUSED" || code === "NotRunning";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
