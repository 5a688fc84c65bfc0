import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ThreadId } from "#domain/ids";
import { isId } from "#domain/ids";

const livesMs = 60 * 60_000;

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

const shape = z.tuple([z.string(), z.string(), z.number().int(), z.number().int(), z.string()]);

/** Signed, not stored: waking many waiters writes nothing, and a token outlives a restart. */
export function createReplyTokens(key: Buffer, now: () => number): ReplyTokens {
  // Unlike any other: of this run by its beginning, within it by its number.
  const run = randomBytes(9).toString("base64url");
  let issued = 0;
  // Made once: a bare key costs ten times as much at each signature.
  const secret = createSecretKey(key);
  const sign = (body: string): string => createHmac("sha256", secret).update("reply-token\0").update(body).digest("base64url");
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
      const [who, thread, seq, expiresAt] = shape.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
      return isId("thr", thread) ? { who, thread, seq, expiresAt } : undefined;
    },
    hash: (token) =>
      createHash("sha256")
        .update(token.split(".", 1)[0] ?? "")
        .digest("hex"),
  };
}
