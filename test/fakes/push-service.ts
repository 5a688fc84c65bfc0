import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a browser's page was sent, as only that browser can read it. */
export interface Pushed {
  readonly payload: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
  readonly claims: Record<string, unknown>;
}

export interface FakeBrowser {
  readonly subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  readonly received: Pushed[];
  /** From now on its push service says that it has unsubscribed. */
  leave(): void;
  /** From now on its push service takes what is sent and never answers; `redirect` points somewhere else, `endless` answers without an end. */
  misbehave(how: "silent" | "redirect" | "endless"): void;
}

type Misbehaviour = Parameters<FakeBrowser["misbehave"]>[0];

export interface PushService extends AsyncDisposable {
  /** How many requests came to where a redirect points. */
  readonly led: number;
  readonly origin: string;
  browser(): FakeBrowser;
}

/** A push service with its browsers: checks the VAPID signature (RFC 8292) and decrypts like a browser (RFC 8188, RFC 8291), with none of the sender's code. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { readonly take: (body: Buffer, headers: IncomingHttpHeaders) => void; isGone: boolean; how?: Misbehaviour }>();
  let led = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => {
      const browser = browsers.get(incoming.url ?? "");
      if (incoming.url === "/elsewhere") led += 1;
      if (browser?.how === "silent") return undefined;
      if (browser?.how === "redirect") return outgoing.writeHead(307, { location: `http://${incoming.headers.host ?? ""}/elsewhere` }).end();
      if (browser?.how === "endless") return withoutEnd(outgoing);
      if (browser === undefined || browser.isGone) return outgoing.writeHead(410).end();
      try {
        browser.take(Buffer.concat(chunks), incoming.headers);
        return outgoing.writeHead(201).end();
      } catch (error) {
        return outgoing.writeHead(400).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    get led() {
      return led;
    },
    browser: () => {
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys();
      const auth = randomBytes(16);
      const received: Pushed[] = [];
      const state: { isGone: boolean; how?: Misbehaviour; readonly take: (body: Buffer, headers: IncomingHttpHeaders) => void } = {
        isGone: false,
        take: (body: Buffer, headers: IncomingHttpHeaders): void => {
          const claims = claimsOf(headers.authorization ?? "", origin);
          received.push({ payload: JSON.parse(decrypt(body, ecdh, p256dh, auth)) as Record<string, unknown>, headers, claims });
        },
      };
      browsers.set(path, state);
      return {
        subscription: { endpoint: `${origin}${path}`, keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") } },
        received,
        leave: () => void (state.isGone = true),
        misbehave: (how) => void (state.how = how),
      };
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function withoutEnd(outgoing: ServerResponse): void {
  const more = (): void => {
    while (!outgoing.destroyed && outgoing.write("x".repeat(64 * 1024)));
  };
  outgoing.writeHead(201).on("drain", more);
  more();
}

function claimsOf(authorization: string, origin: string): Record<string, unknown> {
  const { token = "", key = "" } = /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {};
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isGood = verify("sha256", Buffer.from(`${head}.${body}`), { key: publicKey, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  if (!isGood || claims["aud"] !== origin || Number(claims["exp"]) * 1_000 < Date.now()) throw new Error("not signed for this service");
  return claims;
}

function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, own: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number): Buffer => Buffer.from(hkdfSync("sha256", secret, from, info, bytes));
  const secret = derive(ecdh.computeSecret(theirs), auth, Buffer.concat([Buffer.from("WebPush: info\0"), own, theirs]), 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const open = createDecipheriv("aes-128-gcm", key, nonce);
  open.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}
