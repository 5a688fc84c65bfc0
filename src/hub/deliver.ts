import type { Address, Channel, Part, Piece, Receipt, Sent } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { Claim, Delivery, Settlement } from "#domain/delivery";
import type { DeliveryId } from "#domain/ids";
import { pause } from "#lib/clock";
import { say } from "#lib/words";
import { draftKey, maybePosted, type ChatDrafts } from "./chat-drafts.ts";
import type { HubDeps } from "./deps.ts";
import type { Links } from "./links.ts";
import { showMessage, showQuestion, showResolved } from "./show.ts";
import { untilKept } from "./until-kept.ts";
import { sessionName } from "./speech.ts";

const everyone = { sees: "all" } as const;
const claimsAtOnce = 64;
const callTimeoutMs = 30_000;
const graceMs = 3_000;
const firstRetryMs = 1_000;
const lastRetryMs = 5 * 60_000;
/** A chat that takes nothing for this long is told as failed; a person can send it again. */
const giveUpMs = 24 * 60 * 60_000;

/** A message in the chat that this delivery takes the place of. */
interface Standing {
  readonly receipt: Receipt;
  readonly key: string;
  readonly done: () => Promise<void>;
}

export interface Deliver extends AsyncDisposable {
  /** Something may be due. */
  wake(): void;
  /** Begins no new call; resolves when those under way are over, or have taken too long. */
  quiet(): Promise<void>;
}

/**
 * The outbox to the chats: each address in its own order, one piece at a time, at the channel's pace. A call whose outcome
 * is unknown is made again only where the channel cannot make it twice.
 */
export function createDeliver(
  deps: Pick<HubDeps, "store" | "clock" | "log" | "settings" | "channels">,
  drafts: Pick<ChatDrafts, "settled">,
  links: Pick<Links, "isUp" | "whenUp" | "since">,
): Deliver {
  const { store, clock, log, settings, channels } = deps;
  const stop = new AbortController();
  const closing = new AbortController();
  const working = new Set<Promise<void>>();
  const lastCall = new Map<string, number>();
  const failures = new Map<DeliveryId, { readonly since: number; readonly times: number }>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelTimer: (() => void) | undefined;

  const look = async (): Promise<void> => {
    do {
      lookAgain = false;
      const claims = await store.claimDue(clock.now(), claimsAtOnce);
      for (const claim of claims) start(claim);
      if (claims.length === claimsAtOnce) lookAgain = true;
    } while (lookAgain && !closing.signal.aborted);
    const next = await store.nextDue();
    cancelTimer?.();
    if (next !== undefined && !closing.signal.aborted) cancelTimer = clock.after(Math.max(50, next - clock.now()), wake);
  };

  const wake = (): void => {
    if (closing.signal.aborted) return;
    lookAgain = true;
    looking ??= look()
      .catch((cause: unknown) => {
        log.error({ cause }, "the outbox could not be read; looking again in a second");
        cancelTimer = clock.after(1_000, wake);
      })
      .finally(() => {
        looking = undefined;
        if (lookAgain) wake();
      });
  };

  const start = (claim: Claim): void => {
    const work = workOn(claim)
      .catch(async (cause: unknown) => {
        log.error({ cause, delivery: claim.delivery.id }, "a delivery broke off");
        await later(claim, cause instanceof Error ? cause.message : String(cause));
      })
      .catch((cause: unknown) => log.error({ cause, delivery: claim.delivery.id }, "a delivery could not be settled"))
      .finally(() => {
        working.delete(work);
        wake();
      });
    working.add(work);
  };

  /** A claim that is not settled would hold up its chat until the next start. */
  const settled = (claim: Claim, outcome: Settlement): Promise<Delivery | undefined> =>
    untilKept({ clock, log, signal: stop.signal }, () => store.settle(claim, outcome));

  const later = async (claim: Claim, reason: string, afterMs?: number): Promise<void> => {
    const { delivery } = claim;
    const now = clock.now();
    if (now - delivery.at > giveUpMs) return void (await settled(claim, { how: "refused", reason }));
    await settled(claim, { how: "later", dueAt: now + (afterMs ?? retryMs(delivery)), reason });
  };

  /** Longer each time, counted anew with each connection: what a lost one took along is no sign that the platform wants to rest. */
  const retryMs = ({ id, to }: Delivery): number => {
    const since = links.since(to.channel);
    const before = failures.get(id);
    const times = before?.since === since ? before.times : 0;
    if (failures.size > 10_000) failures.clear();
    failures.set(id, { since, times: times + 1 });
    return Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(times, 10));
  };

  const workOn = async (claim: Claim): Promise<void> => {
    const { delivery } = claim;
    const channel = channels.get(delivery.to.channel);
    if (channel === undefined) return later(claim, `no channel ${delivery.to.channel} is configured`, lastRetryMs);
    if (!links.isUp(channel.id)) return afterLink(claim, channel.id);
    const pieces = delivery.pieces ?? (await store.keepPieces(claim, channel.render(await partsOf(delivery), delivery.to)));
    for (let index = delivery.receipts.length; index < pieces.length; index++) {
      const piece = pieces[index];
      await keepPace(channel, delivery.to);
      if (piece === undefined || closing.signal.aborted) return;
      const standing = index === 0 ? await receiptToEdit(delivery) : undefined;
      const sent = await call(channel, claim, piece, { index, ...(standing === undefined ? {} : { over: standing }) });
      if (!(await settle(channel, claim, sent))) return;
      // Only now: a kill before this edits the same message again, a kill after forgetting it would post a second one.
      await standing?.done();
    }
    if (pieces.length === 0) await settled(claim, { how: "refused", reason: "there was nothing to show" });
  };

  /** Nobody is there to take it: no attempt is made, and it is due, and rendered as things stand then, as soon as the link is up. */
  const afterLink = async (claim: Claim, id: string): Promise<void> => {
    await links.whenUp(id, closing.signal);
    if (!closing.signal.aborted) await later(claim, "there was no connection to the chat", 0);
  };

  const call = async (channel: Channel, claim: Claim, piece: Piece, { index, over }: { index: number; over?: Standing }): Promise<Sent> => {
    const { delivery } = claim;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(callTimeoutMs)]);
    const found = over === undefined ? undefined : await findStanding(channel, delivery.to, piece, over, signal);
    if (found?.ok === false) return found;
    const edit = found?.receipt;
    if (edit !== undefined && channel.edit !== undefined && channel.can.edit) {
      // An edit may be repeated: it says the same again.
      const edited = await channel.edit(edit, piece, signal);
      if (edited.ok || edited.why !== "refused") return edited.ok || edited.why === "later" ? edited : { ...edited, why: "later" };
    }
    if (!channel.can.dedupes) await store.markPosting(claim);
    return channel.post(delivery.to, piece, `${delivery.id}.${index}`, signal);
  };

  /** What this delivery replaces in the chat: an older copy of the question, or the draft of the answer. */
  const receiptToEdit = async ({ body, to }: Delivery): Promise<Standing | undefined> => {
    if (body.kind === "update") return { receipt: body.receipt, key: "", done: async () => {} };
    if (body.kind !== "message") return undefined;
    const turn = (await store.message(everyone, body.message))?.turn;
    if (turn === undefined) return undefined;
    await drafts.settled(turn, to);
    const receipt = await store.draftReceipt(turn, to);
    return receipt === undefined ? undefined : { receipt, key: draftKey(turn, to), done: () => store.dropDraft(turn, to) };
  };

  /** A draft that may or may not stand there: the same key shows which, where the channel knows keys. */
  const findStanding = async (channel: Channel, to: Address, piece: Piece, over: Standing, signal: AbortSignal): Promise<Sent | undefined> => {
    if (over.receipt !== maybePosted) return { ok: true, receipt: over.receipt };
    return channel.can.dedupes ? channel.post(to, piece, over.key, signal) : undefined;
  };

  /** True when the next piece may go out. */
  const settle = async (channel: Channel, claim: Claim, sent: Sent): Promise<boolean> => {
    if (sent.ok) {
      failures.delete(claim.delivery.id);
      return (await settled(claim, { how: "sent", receipt: sent.receipt })) !== undefined;
    }
    // Stopping cuts calls short; a row of a channel that cannot dedupe stays `posting` and is found as unknown.
    if (stop.signal.aborted) return false;
    log.warn({ delivery: claim.delivery.id, to: addressKey(claim.delivery.to), why: sent.why, reason: sent.reason }, "a chat did not take a message");
    if (sent.why === "later" || (sent.why === "unknown" && channel.can.dedupes)) await later(claim, sent.reason, sent.afterMs);
    else await settled(claim, { how: sent.why, reason: sent.reason });
    return false;
  };

  const partsOf = async ({ body, to }: Delivery): Promise<readonly Part[]> => {
    if (body.kind === "note") return body.parts;
    if (body.kind === "message") {
      const message = await store.message(everyone, body.message);
      return message === undefined ? [] : showMessage({ store, settings }, message, to);
    }
    const question = await store.question(everyone, body.question);
    if (question === undefined) return [];
    const session = sessionName(await store.session(question.session));
    const language = settings.language ?? "en";
    if (body.kind === "question") return showQuestion(language, question, session, clock.now());
    return showResolved(language, question, session);
  };

  const keepPace = async (channel: Channel, to: Address): Promise<void> => {
    const { perAddressMs, overallMs } = channel.can.pace;
    const own = addressKey(to);
    const now = clock.now();
    const at = Math.max(now, (lastCall.get(own) ?? 0) + perAddressMs, (lastCall.get(channel.id) ?? 0) + overallMs);
    if (lastCall.size > 10_000) lastCall.clear();
    lastCall.set(own, at);
    lastCall.set(channel.id, at);
    if (at > now) await pause(clock, at - now, closing.signal);
  };

  const quiet = async (): Promise<void> => {
    closing.abort();
    cancelTimer?.();
    await looking;
    await Promise.race([Promise.allSettled(working), pause(clock, graceMs, stop.signal)]);
  };

  return {
    wake,
    quiet,
    [Symbol.asyncDispose]: async () => {
      await quiet();
      stop.abort();
      await Promise.allSettled(working);
    },
  };
}

/** What a thread is told when a copy of a question does not arrive. */
export function undeliveredText(language: "en" | "zh-CN", session: string, copy: Delivery): string {
  return say(language, "undelivered", {
    session,
    who: `${copy.to.channel} ${copy.to.room}`,
    reason: copy.reason === "" ? "no answer from the platform" : copy.reason,
  });
}
