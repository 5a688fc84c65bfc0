import type { Agent, IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { Readable } from "node:stream";
import { ParleyError } from "#domain/errors";
import { whyInWords } from "./error-reason.ts";
import { get as getHttp } from "#lib/node-http";

export interface DownloadOptions {
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A file from where the platform gave it; redirects are not followed. Throws NotFound when the platform does not hand it over and
 * Timeout when trying again may help. No error holds the address: it may contain a token.
 */
export async function download(url: string, { agent, signal, headers = {} }: DownloadOptions): Promise<ReadableStream<Uint8Array>> {
  const response = await answerOf(url, { agent, signal, headers });
  const status = response.statusCode ?? 0;
  if (status === 200) return Readable.toWeb(response) as ReadableStream<Uint8Array>;
  response.destroy();
  if (status >= 500 || status === 429) throw new ParleyError("Timeout", `The platform could not hand over the file (HTTP ${status}).`);
  throw new ParleyError("NotFound", `The platform does not hand over the file (HTTP ${status}).`);
}

function answerOf(url: string, options: Required<DownloadOptions>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.startsWith("https:") ? getHttps : getHttp)(url, options, resolve);
  request.once("error", (cause) => reject(new ParleyError("Timeout", whyInWords(cause))));
  return promise;
}
