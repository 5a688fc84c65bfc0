import { createHmac, timingSafeEqual } from "node:crypto";

const validMs = 60_000;

/** A link that opens one file for one minute and nothing else, so that a browser can download without a token in its address. */
export function signFileLink(key: Buffer, artifact: string, now: number): { readonly url: string; readonly expiresAt: number } {
  const expiresAt = now + validMs;
  return { url: `/files/${artifact}?exp=${expiresAt}&sig=${signature(key, artifact, expiresAt).toString("base64url")}`, expiresAt };
}

export function opensFile(key: Buffer, link: { readonly artifact: string; readonly exp: number; readonly sig: string }, now: number): boolean {
  const given = Buffer.from(link.sig, "base64url");
  const right = signature(key, link.artifact, link.exp);
  return given.length === right.length && timingSafeEqual(given, right) && now < link.exp;
}

function signature(key: Buffer, artifact: string, expiresAt: number): Buffer {
  return createHmac("sha256", key).update(`file\n${artifact}\n${expiresAt}`).digest();
}
