import { createECDH } from "node:crypto";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import type { RequestDetails } from "web-push";
import { request as plainRequest } from "#lib/node-http";
import { isPublicAddress, isPublicName, publicLookup } from "#wire/public-address";

const timeoutMs = 15_000;
/** A question nobody answered within that time has expired or been answered elsewhere. */
const ttlSeconds = 15 * 60;

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Made here rather than by web-push, which is loaded with the first notification: most hubs send none. */
export function newVapidKeys(): VapidKeys {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  const scalarBytes = 32;
  // Left-padded: the curve leaves out leading zeros.
  const scalar = Buffer.concat([Buffer.alloc(scalarBytes), curve.getPrivateKey()]).subarray(-scalarBytes);
  return { publicKey: curve.getPublicKey("base64url"), privateKey: scalar.toString("base64url") };
}

export interface PushSenderOptions {
  readonly keys: VapidKeys;
  /** Whom a push service may write to: an https address or mailto:. */
  readonly subject: string;
  /** Also http, and addresses on this machine and its networks. */
  readonly allowPrivate: boolean;
}

type Sent = "sent" | "gone" | "failed";

interface Sender {
  readonly publicKey: string;
  refuses(endpoint: string): "NotHttps" | "PrivateAddress" | "BadAddress" | undefined;
  send(
    to: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
    payload: string,
    signal: AbortSignal,
  ): Promise<Sent>;
}

/**
 * web-push encrypts and signs; the request is made here. The address comes from a browser, so that each name is resolved once and connected to
 * only if it is public: otherwise a subscription could make the hub call machines of its own network. Redirects are not followed.
 */
export function createPushSender({ keys, subject, allowPrivate }: PushSenderOptions): Sender {
  const refuses: Sender["refuses"] = (endpoint) => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (url === undefined || url.username !== "" || url.password !== "" || !/^https?:$/.test(url.protocol)) return "BadAddress";
    if (allowPrivate) return undefined;
    if (url.protocol !== "https:" || url.port !== "") return "NotHttps";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isName = isIP(host) === 0;
    if (isName ? !isPublicName(host) : !isPublicAddress(host)) return "PrivateAddress";
    return undefined;
  };

  return {
    publicKey: keys.publicKey,
    refuses,
    send: async (to, payload, signal) => {
      if (refuses(to.endpoint) !== undefined) return "gone";
      try {
        const { default: webPush } = await import("web-push");
        const details = webPush.generateRequestDetails({ endpoint: to.endpoint, keys: { ...to.keys } }, payload, {
          TTL: ttlSeconds,
          urgency: "high",
          vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
        });
        return outcomeOf(await post(details, allowPrivate, signal));
      } catch {
        return "failed";
      }
    },
  };
}

function outcomeOf(status: number): Sent {
  if (status >= 200 && status < 300) return "sent";
  return status === 404 || status === 410 ? "gone" : "failed";
}

function post({ endpoint, headers, body }: RequestDetails, allowPrivate: boolean, signal: AbortSignal): Promise<number> {
  const url = new URL(endpoint);
  const request = url.protocol === "http:" ? plainRequest : secureRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      headers: headers as Record<string, string>,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      agent: false,
      ...(allowPrivate ? {} : { lookup: publicLookup() }),
    });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      resolve(incoming.statusCode ?? 0);
      incoming.destroy();
    });
    outgoing.end(body);
  });
}
