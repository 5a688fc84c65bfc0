import type { IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { isPublicAddress, isPublicName, notPublicCode, publicLookup, type Resolve } from "#wire/public-address";
import { request as plainRequest } from "#lib/node-http";

/** `moved`: it is at another host, which is not asked without being named. */
export type FetchedPage =
  | {
      readonly how: "page";
      readonly url: string;
      readonly status: number;
      /** Without its parameters, in lower case; empty if the server named none. */
      readonly mime: string;
      readonly charset: string;
      readonly body: Buffer;
      readonly isCut: boolean;
    }
  | { readonly how: "moved"; readonly to: string };

export interface PageFetcher {
  /** The address as it would be asked for, its host's name in ASCII. Throws PageRefused for one that can be told not to be public by itself. */
  check(url: string): string;
  /** Throws PageRefused. */
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage>;
}

/** `BadAddress`: no http or https address, or one with a user name. `PrivateAddress`: not on the public internet. */
export class PageRefused extends Error {
  override readonly name = "PageRefused";
  readonly why: "BadAddress" | "PrivateAddress" | "TooManyRedirects";

  constructor(why: PageRefused["why"], cause?: unknown) {
    super(`page refused: ${why}`, cause === undefined ? {} : { cause });
    this.why = why;
  }
}

export interface PageBounds {
  readonly maxBytes: number;
  readonly withinMs: number;
}

/** How names are resolved and which addresses count as public. Given by tests only, whose servers are on this machine. */
export interface PageNetwork {
  readonly resolve?: Resolve;
  readonly isPublic?: (address: string) => boolean;
}

const mostRedirects = 5;
const lowestFreePort = 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches pages of the public internet for a model, whose words are nobody's: each address is resolved once, checked, and connected to as it was
 * checked, also after a redirect. No cookies, no credentials, no proxy of the environment.
 */
export function createPageFetcher({ maxBytes, withinMs }: PageBounds, { resolve, isPublic = isPublicAddress }: PageNetwork = {}): PageFetcher {
  const lookup = publicLookup(resolve, isPublic);

  const get = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((settle, reject) => {
      const send = url.protocol === "http:" ? plainRequest : secureRequest;
      const headers = {
        accept: "text/html, text/*, application/json, application/xml;q=0.9, */*;q=0.1",
        "accept-encoding": "identity",
        "user-agent": "parley",
      };
      const outgoing = send(url, { method: "GET", headers, signal, agent: false, lookup });
      outgoing.once("error", (cause) => reject("code" in cause && cause.code === notPublicCode ? new PageRefused("PrivateAddress", cause) : cause));
      outgoing.once("response", settle);
      outgoing.end();
    });

  const fetch: PageFetcher["fetch"] = async (address, stop) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(withinMs)]);
    let url = checked(address, isPublic);
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const incoming = await get(url, signal);
      const status = incoming.statusCode ?? 0;
      const { location } = incoming.headers;
      if (!redirects.has(status) || location === undefined)
        return { how: "page", url: url.href, status, ...typeOf(incoming), ...(await bodyOf(incoming, maxBytes)) };
      incoming.destroy();
      const next = checked(URL.canParse(location, url.href) ? new URL(location, url).href : "", isPublic);
      if (next.hostname !== url.hostname) return { how: "moved", to: next.href };
      url = next;
    }
    throw new PageRefused("TooManyRedirects");
  };
  return { check: (url) => checked(url, isPublic).href, fetch };
}

function checked(address: string, isPublic: (address: string) => boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") throw new PageRefused("BadAddress");
  // Other services of a host listen there, and some of them take a request for commands.
  if (url.port !== "" && Number(url.port) < lowestFreePort) throw new PageRefused("BadAddress");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Nothing is looked up for an address that stands in the URL itself.
  if (isIP(host) === 0 ? !isPublicName(host) : !isPublic(host)) throw new PageRefused("PrivateAddress");
  url.hash = "";
  return url;
}

function typeOf({ headers }: IncomingMessage): { readonly mime: string; readonly charset: string } {
  const [mime = "", ...parameters] = (headers["content-type"] ?? "").split(";");
  const charset = parameters.map((one) => /^\s*charset="?([\w:.+-]{1,40})"?\s*$/i.exec(one)?.[1]).find((one) => one !== undefined) ?? "utf-8";
  return { mime: mime.trim().toLowerCase(), charset };
}

/** At most so many bytes as they are unpacked: a small answer can stand for a large one. */
async function bodyOf(incoming: IncomingMessage, maxBytes: number): Promise<{ readonly body: Buffer; readonly isCut: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  const unpacked = unpacking(incoming);
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) break;
    }
  } finally {
    unpacked.destroy();
    incoming.destroy();
  }
  return { body: Buffer.concat(pieces).subarray(0, maxBytes), isCut: length > maxBytes };
}

function unpacking(incoming: IncomingMessage) {
  const encoding = incoming.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return incoming;
  const unpacker = encoding === "br" ? createBrotliDecompress() : createUnzip();
  incoming.once("error", (cause) => unpacker.destroy(cause));
  return incoming.pipe(unpacker);
}
