import type { Agent, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { whyInWords } from "#channels/kit/error-reason";
import type { Clock } from "#lib/time/clock";
import type { Form } from "./form.ts";
import { request as requestHttp } from "#lib/node-http";

/** One HTTP request to the open platform. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, a form with a file, or nothing. */
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The answer's content is left unread. */
  readonly isStream?: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** JSON as it was parsed; of a file the stream. */
  readonly body: unknown;
}

/** The request failed, or its answer cannot be read. `isSent`: it may have been processed all the same. No address and no header is in it. */
export class ExchangeFault extends Error {
  override readonly name = "ExchangeFault";
  readonly isSent: boolean;

  constructor(reason: string, isSent: boolean) {
    super(reason);
    this.isSent = isSent;
  }
}

/** Nothing went out: the connection was never there. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROXY\w*|ERR_PROXY\w*|CERT_\w+|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO\w*|ERR_TLS\w*)$/;
const answerBytes = 8 * 1024 * 1024;

export interface Line {
  readonly agent: Agent;
  readonly clock: Clock;
}

/** Sends one request. Throws an ExchangeFault, and nothing else. */
export async function exchange({ agent, clock }: Line, asked: Exchange): Promise<Reply> {
  const { method, url, query, headers, body, signal, timeoutMs, isStream = false } = asked;
  if (signal.aborted) throw new ExchangeFault("It was called off before it was sent.", false);
  const late = new AbortController();
  const inTime = clock.after(timeoutMs, () => late.abort());
  const either = AbortSignal.any([signal, late.signal]);
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const content = contentOf(body);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const options = { method, agent, headers: { ...headers, ...content.headers }, signal: either };
    const request = (target.protocol === "https:" ? requestHttps : requestHttp)(target, options, resolve);
    request.once("error", reject);
    if (content.stream === undefined) request.end(content.bytes);
    else pipeline(content.stream, request, { signal: either }).catch(reject);
    const response = await promise;
    const reply = { status: response.statusCode ?? 0, headers: response.headers };
    const isJson = (response.headers["content-type"] ?? "").includes("json");
    // How long the content may take is up to the reader.
    if (isStream && !isJson) return { ...reply, body: response };
    return { ...reply, body: parse(await read(response)) };
  } catch (error) {
    if (error instanceof ExchangeFault) throw error;
    if (late.signal.aborted) throw new ExchangeFault("Feishu did not answer in time.", true);
    if (signal.aborted) throw new ExchangeFault("It was called off while the answer was awaited.", true);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new ExchangeFault(whyInWords(error), !beforeSending.test(code));
  } finally {
    inTime();
  }
}

interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: Buffer;
  readonly stream?: Readable;
}

function contentOf(body: unknown): Content {
  if (body === undefined) return { headers: {} };
  if (isForm(body)) return { headers: { "content-type": body.type, "content-length": String(body.bytes) }, stream: body.open() };
  const bytes = Buffer.from(JSON.stringify(body));
  return { headers: { "content-type": "application/json; charset=utf-8", "content-length": String(bytes.length) }, bytes };
}

function isForm(body: unknown): body is Form {
  return typeof body === "object" && body !== null && "open" in body && typeof body.open === "function";
}

async function read(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > answerBytes) throw new ExchangeFault("Feishu's answer is too long to be read.", true);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new ExchangeFault("Feishu's answer could not be read.", true);
  }
}
