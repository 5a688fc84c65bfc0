import { ParleyError } from "#domain/errors";
import { isId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { whoIs, everyone } from "#domain/people";
import type { SyncCheck } from "#domain/store";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { SyncContext } from "./bus.ts";
import type { InStep } from "#hub/road/incoming-message";
import { spentKey } from "#hub/road/spend-token";
import { forEyesOf } from "./human-only.ts";
import type { Lines } from "./message-cache.ts";
import type { ReplyTokens } from "./reply-token.ts";
import { busTexts } from "./texts.ts";

/** How many of the missed lines a refused post shows; the next wait brings the rest. */
const missedLines = 100;
const mostRefused = 10_000;

/** Posting in step with each other: who was shown what, and the one post that may follow it. */
export interface Sync {
  /** For what the actor was shown of the thread, up to `seq`. With `upTo`, lines behind that one were passed over: the token is good only up to there. */
  context(by: Actor, thread: ThreadId, seq: number, upTo?: number): SyncContext;
  /** What the post must still fulfil when it is kept; undefined when nothing is asked of it. Throws what the bus says a post throws. */
  check(by: Actor, thread: Thread, step: InStep): Promise<SyncCheck | undefined>;
  /** A refusal that came from keeping the post, as the bus tells it. Anything else comes back as it is. */
  refusal(by: Actor, thread: Thread, step: InStep, check: SyncCheck | undefined, cause: unknown): Promise<unknown>;
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
  const language = settings.language;
  const wantFresh = new Map<string, number>();

  /** Whoever posted waits next, by its own name or by that of whoever's bearer it came under. */
  const refused = (by: Actor, thread: ThreadId, { under }: InStep, error: ParleyError, shown = 0): ParleyError => {
    if (wantFresh.size >= mostRefused) wantFresh.clear();
    wantFresh.set(`${whoIs(by)} ${thread}`, shown);
    if (under !== undefined) wantFresh.set(`${whoIs(under)} ${thread}`, shown);
    return error;
  };

  const mismatch = async (by: Actor, thread: Thread, step: InStep, expected: number, delivered: number): Promise<ParleyError> => {
    const now = (await store.thread(everyone, thread.id)) ?? thread;
    const missed = await lines.read(now, { afterSeq: delivered, limit: missedLines });
    // What is right about where the thread stands, and wrong about what came with the token, is told by the latter.
    const behind = expected === now.seq ? delivered : expected;
    const data = { expected_last_seq: behind, current_seq: now.seq, missed: missed.map((line) => forEyesOf(by, line)) };
    const error = new ParleyError("SeqMismatch", `SEQ_MISMATCH: expected_last_seq=${behind}, current_seq=${now.seq}`, { data });
    return refused(by, thread.id, step, error, missed.at(-1)?.seq);
  };

  const missingFields = (by: Actor, thread: ThreadId, step: InStep): ParleyError => {
    const { expectedLastSeq, replyToken } = step;
    const missing = [...(expectedLastSeq === undefined ? ["expected_last_seq"] : []), ...(replyToken === undefined ? ["reply_token"] : [])];
    return refused(
      by,
      thread,
      step,
      new ParleyError("MissingSyncFields", say(language, busTexts.syncMissing, { fields: missing.join(", ") }), { data: { missing_fields: missing } }),
    );
  };

  const replayed = (by: Actor, thread: ThreadId, step: InStep, usedAt: number | undefined): ParleyError => {
    const data = usedAt === undefined ? {} : { consumed_at: new Date(usedAt).toISOString() };
    return refused(by, thread, step, new ParleyError("ReplyTokenReplay", say(language, busTexts.replyTokenReplay), { data }));
  };

  return {
    context: (by, thread, seq, upTo = seq) => {
      const { token, expiresAt } = tokens.issue(whoIs(by), thread, upTo);
      return { currentSeq: seq, replyToken: token, expiresAt };
    },
    check: async (by, thread, step) => {
      const { expectedLastSeq, replyToken } = step;
      if (expectedLastSeq === undefined && replyToken === undefined && (by.kind !== "agent" || step.unsynced === true)) return undefined;
      if (expectedLastSeq === undefined || replyToken === undefined) throw missingFields(by, thread.id, step);
      const token = tokens.read(replyToken);
      if (token === undefined || !isHolder(token.who, by, step.under) || token.thread !== thread.id)
        throw refused(by, thread.id, step, new ParleyError("ReplyTokenInvalid", say(language, busTexts.replyTokenInvalid)));
      if (token.expiresAt <= clock.now()) {
        const data = { expires_at: new Date(token.expiresAt).toISOString() };
        throw refused(by, thread.id, step, new ParleyError("ReplyTokenExpired", say(language, busTexts.replyTokenExpired), { data }));
      }
      const tokenHash = tokens.hash(replyToken);
      // Only a person's words can be anything but a line: an agent's tokens need no second look.
      if (!isId("agt", token.who) && (await store.seen(spentKey(tokenHash))) !== undefined) throw replayed(by, thread.id, step, undefined);
      const check = { lastSeq: token.seq, tokenHash };
      if (expectedLastSeq === token.seq) return check;
      const usedAt = await store.replyTokenUsedAt(thread.id, check);
      if (usedAt !== undefined) throw replayed(by, thread.id, step, usedAt);
      // Claiming to have read more, or less, than what came with the token is a claim without proof.
      throw await mismatch(by, thread, step, expectedLastSeq, token.seq);
    },
    refusal: async (by, thread, step, check, cause) => {
      if (!(cause instanceof ParleyError) || check === undefined) return cause;
      if (cause.code === "SeqMismatch") return mismatch(by, thread, step, check.lastSeq, check.lastSeq);
      if (cause.code !== "ReplyTokenReplay") return cause;
      const used = cause.data?.["used_at"];
      return replayed(by, thread.id, step, typeof used === "number" ? used : undefined);
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
