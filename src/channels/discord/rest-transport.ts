import type { Agent, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { RESTOptions, ResponseLike } from "@discordjs/rest";
import { isBeforeSending, whyInWords } from "#channels/kit/error-reason";
import { request as requestHttp, STATUS_CODES } from "#lib/node-http";

/** A request that got no answer that can be read. Its message is a sentence of our own. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** It may have been carried out. */
  readonly wasSent: boolean;

  constructor(sentence: string, wasSent: boolean) {
    super(sentence);
    this.wasSent = wasSent;
  }
}

type MakeRequest = RESTOptions["makeRequest"];

const mostBytes = 32 * 1024 * 1024;

/** Makes the library's requests over our own agent: it knows proxies that the library's does not, and it tells what certainly was not sent. */
export function restTransport(agent: Agent): MakeRequest {
  return async (url, init) => {
    const { body, headers } = await encoded(init);
    const { promise, resolve, reject } = Promise.withResolvers<ResponseLike>();
    const request = (url.startsWith("https:") ? requestHttps : requestHttp)(url, {
      agent,
      method: init.method ?? "GET",
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) },
      ...(init.signal instanceof AbortSignal ? { signal: init.signal } : {}),
    });
    request.once("error", (cause) => reject(new TransportError(whyInWords(cause), !isBeforeSending(cause))));
    request.once("response", (response) => {
      read(response).then(resolve, (cause: unknown) => reject(new TransportError(whyInWords(cause), true)));
    });
    request.end(body);
    return promise;
  };
}

async function encoded({
  body,
  headers,
}: Parameters<MakeRequest>[1]): Promise<{ readonly body: Buffer | undefined; readonly headers: Readonly<Record<string, string>> }> {
  const given = headers as Readonly<Record<string, string>>;
  if (body === null || body === undefined) return { body: undefined, headers: given };
  if (typeof body === "string") return { body: Buffer.from(body), headers: given };
  // Only forms are left: the library puts files into one.
  const form = new Response(body as unknown as FormData);
  const bytes = Buffer.from(await form.arrayBuffer());
  return { body: bytes, headers: { ...given, "content-type": form.headers.get("content-type") ?? "multipart/form-data" } };
}

async function read(response: IncomingMessage): Promise<ResponseLike> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) {
      response.destroy();
      throw new TransportError("Discord's answer was too large to be read.", true);
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const status = response.statusCode ?? 0;
  return {
    body: null,
    bodyUsed: true,
    status,
    statusText: STATUS_CODES[status] ?? "",
    ok: status >= 200 && status < 300,
    headers: headersOf(response),
    arrayBuffer: async () => new Uint8Array(bytes).buffer,
    text: async () => bytes.toString("utf8"),
    json: async () => parsed(bytes),
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    throw new TransportError("Discord's answer could not be read.", true);
  }
}

function headersOf({ headers }: IncomingMessage): ResponseLike["headers"] {
  const found = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") found.set(name, value);
  return found;
}
