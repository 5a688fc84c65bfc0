import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import type { ThreadId } from "#domain/ids";
import { isId } from "#domain/ids";
import { sha256 } from "#lib/digest";

const livesMs = 60 * 60_000;
/** 128 bits: it only tells which of two posts used a token, in the row of a message. */
const hashChars = 32;

export interface ReplyToken {
  readonly who: string;
  readonly thread: ThreadId;
  /** The last line that was really delivered with it. */
  readonly seq: number;
  readonly expiresAt: number;
}

export interface ReplyTokens {
  issue(who: string, thread: ThreadId, seq: number): { readonly token: string; readonly expiresAt: number };
  /** Undefined when it was not made here, or was changed. Expired ones are returned: the caller says so. */
  read(token: string): ReplyToken | undefined;
  /** What the post that uses it keeps. Of the signed part alone: nothing can be added to a used token to make it another one. */
  hash(token: string): string;
}

/** Signed, not stored: waking many waiters writes nothing, and a token outlives a restart. */
export function createReplyTokens(key: Buffer, now: () => number): ReplyTokens {
  // Unlike any other: of this run by its beginning, within it by its number.
  const run = randomBytes(9).toString("base64url");
  let issued = 0;
  // Made once: a bare key costs ten times as much at each signature.
  const secret = createSecretKey(key);
  const sign = (body: string): string => createHmac("sha256", secret).update(`reply-token\0${body}`).digest("base64url");
  return {
    issue: (who, thread, seq) => {
      const expiresAt = now() + livesMs;
      const body = Buffer.from(JSON.stringify([who, thread, seq, expiresAt, `${run}${++issued}`])).toString("base64url");
      return { token: `${body}.${sign(body)}`, expiresAt };
    },
    read: (token) => {
      const [body = "", signature = "", ...rest] = token.split(".");
      const given = Buffer.from(signature);
      const real = Buffer.from(sign(body));
      if (rest.length > 0 || given.length !== real.length || !timingSafeEqual(given, real)) return undefined;
      return signedHere(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
    },
    hash: (token) => sha256(token.split(".", 1)[0] ?? "").slice(0, hashChars),
  };
}

/** What bears the signature was written by `issue`; an earlier version may have written something else. */
function signedHere(body: unknown): ReplyToken | undefined {
  const fields: readonly unknown[] = Array.isArray(body) ? body : [];
  const [who, thread, seq, expiresAt] = fields;
  if (typeof who !== "string" || typeof thread !== "string" || typeof seq !== "number" || typeof expiresAt !== "number") return undefined;
  return isId("thr", thread) ? { who, thread, seq, expiresAt } : undefined;
}
