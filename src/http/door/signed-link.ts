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

/** The same for a file that a run wrote, named by its place in the run's list. */
export function signRunFileLink(key: Buffer, run: string, index: number, now: number): { readonly url: string; readonly expiresAt: number } {
  const expiresAt = now + validMs;
  return { url: `/run-files/${run}/${index}?exp=${expiresAt}&sig=${signature(key, `${run}/${index}`, expiresAt).toString("base64url")}`, expiresAt };
}

export function opensRunFile(
  key: Buffer,
  { run, index, ...link }: { readonly run: string; readonly index: number; readonly exp: number; readonly sig: string },
  now: number,
): boolean {
  return opensFile(key, { artifact: `${run}/${index}`, ...link }, now);
}

function signature(key: Buffer, artifact: string, expiresAt: number): Buffer {
  return createHmac("sha256", key).update(`file\n${artifact}\n${expiresAt}`).digest();
}
