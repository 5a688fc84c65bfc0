import { ParleyError } from "#domain/errors";
import { isId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { whoIs } from "#domain/people";
import type { SyncCheck } from "#domain/store";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words";
import type { HubDeps } from "#hub/deps";
import type { Post, SyncContext } from "./bus.ts";
import { spentKey } from "#hub/spend-token";
import { forEyesOf } from "./human-only.ts";
import type { Lines } from "./lines.ts";
import type { ReplyTokens } from "./reply-token.ts";

/** How many of the missed lines a refused post shows; the next wait brings the rest. */
const missedLines = 100;
const mostRefused = 10_000;

/** Posting in step with each other: who was shown what, and the one post that may follow it. */
export interface Sync {
  /** For what the actor was shown of the thread, up to `seq`. With `upTo`, lines behind that one were passed over: the token is good only up to there. */
  context(by: Actor, thread: ThreadId, seq: number, upTo?: number): SyncContext;
  /** What the post must still fulfil when it is kept; undefined when nothing is asked of it. Throws what the bus says a post throws. */
  check(by: Actor, thread: Thread, post: Post): Promise<SyncCheck | undefined>;
  /** A refusal that came from keeping the post, as the bus tells it. Anything else comes back as it is. */
  refusal(by: Actor, thread: Thread, post: Post, check: SyncCheck | undefined, cause: unknown): Promise<unknown>;
  /**
   * Once after a refused post, the last line that the refusal showed, 0 for none: the next wait answers at once, so that nobody is stuck with
   * a token that is worth nothing.
   */
  freshWanted(by: Actor, thread: ThreadId): number | undefined;
}

export interface SyncParts {
  readonly tokens: ReplyTokens;
  readonly lines: Lines;
}

export function createSync({ store, clock, settings }: Pick<HubDeps, "store" | "clock" | "settings">, { tokens, lines }: SyncParts): Sync {
  const language = settings.language ?? "en";
  const wantFresh = new Map<string, number>();

  /** Whoever posted waits next, by its own name or by that of whoever's bearer it came under. */
  const refused = (by: Actor, { thread, under }: Pick<Post, "thread" | "under">, error: ParleyError, shown = 0): ParleyError => {
    if (wantFresh.size >= mostRefused) wantFresh.clear();
    wantFresh.set(`${whoIs(by)} ${thread}`, shown);
    if (under !== undefined) wantFresh.set(`${whoIs(under)} ${thread}`, shown);
    return error;
  };

  const mismatch = async (by: Actor, thread: Thread, post: Post, expected: number, delivered: number): Promise<ParleyError> => {
    const now = (await store.thread({ sees: "all" }, thread.id)) ?? thread;
    const missed = await lines.read(now, { afterSeq: delivered, limit: missedLines });
    const data = { expected_last_seq: expected, current_seq: now.seq, missed: missed.map((line) => forEyesOf(by, line)) };
    const error = new ParleyError("SeqMismatch", `SEQ_MISMATCH: expected_last_seq=${expected}, current_seq=${now.seq}`, { data });
    return refused(by, post, error, missed.at(-1)?.seq);
  };

  const missingFields = (by: Actor, post: Post): ParleyError => {
    const { expectedLastSeq, replyToken } = post;
    const missing = [...(expectedLastSeq === undefined ? ["expected_last_seq"] : []), ...(replyToken === undefined ? ["reply_token"] : [])];
    return refused(
      by,
      post,
      new ParleyError("MissingSyncFields", say(language, "syncMissing", { fields: missing.join(", ") }), { data: { missing_fields: missing } }),
    );
  };

  const replayed = (by: Actor, post: Post, usedAt: number | undefined): ParleyError => {
    const data = usedAt === undefined ? {} : { consumed_at: new Date(usedAt).toISOString() };
    return refused(by, post, new ParleyError("ReplyTokenReplay", say(language, "replyTokenReplay"), { data }));
  };

  return {
    context: (by, thread, seq, upTo = seq) => {
      const { token, expiresAt } = tokens.issue(whoIs(by), thread, upTo);
      return { currentSeq: seq, replyToken: token, expiresAt };
    },
    check: async (by, thread, post) => {
      const { expectedLastSeq, replyToken } = post;
      if (expectedLastSeq === undefined && replyToken === undefined && (by.kind !== "agent" || post.unsynced === true)) return undefined;
      if (expectedLastSeq === undefined || replyToken === undefined) throw missingFields(by, post);
      const token = tokens.read(replyToken);
      if (token === undefined || !isHolder(token.who, by, post.under) || token.thread !== thread.id)
        throw refused(by, post, new ParleyError("ReplyTokenInvalid", say(language, "replyTokenInvalid")));
      if (token.expiresAt <= clock.now()) {
        const data = { expires_at: new Date(token.expiresAt).toISOString() };
        throw refused(by, post, new ParleyError("ReplyTokenExpired", say(language, "replyTokenExpired"), { data }));
      }
      const tokenHash = tokens.hash(replyToken);
      // Only a person's words can be anything but a line: an agent's tokens need no second look.
      if (!isId("agt", token.who) && (await store.seen(spentKey(tokenHash))) !== undefined) throw replayed(by, post, undefined);
      // Claiming to have read more, or less, than what came with the token is a claim without proof.
      if (expectedLastSeq !== token.seq) throw await mismatch(by, thread, post, expectedLastSeq, token.seq);
      return { lastSeq: token.seq, tokenHash };
    },
    refusal: async (by, thread, post, check, cause) => {
      if (!(cause instanceof ParleyError) || check === undefined) return cause;
      if (cause.code === "SeqMismatch") return mismatch(by, thread, post, check.lastSeq, check.lastSeq);
      if (cause.code !== "ReplyTokenReplay") return cause;
      const used = cause.data?.["used_at"];
      return replayed(by, post, typeof used === "number" ? used : undefined);
    },
    freshWanted: (by, thread) => {
      const key = `${whoIs(by)} ${thread}`;
      const shown = wantFresh.get(key);
      wantFresh.delete(key);
      return shown;
    },
  };
}

function isHolder(who: string, by: Actor, under: Actor | undefined): boolean {
  return who === whoIs(by) || (under !== undefined && who === whoIs(under));
}
