import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { SyncCheck } from "#domain/store";
import type { NewMessage, Thread } from "#domain/thread";
import { say } from "#lib/words";
import { authorOf } from "#hub/accept";
import type { HubDeps } from "#hub/deps";
import { hubLine } from "#hub/speech";
import type { Budget } from "./budget.ts";
import type { Bus, Outcome, Post, Posted } from "./bus.ts";
import type { PostGuard } from "./post-guard.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import type { Sync } from "./sync.ts";
import type { Typing } from "./typing.ts";

export interface PostingParts {
  readonly rules: BusRules;
  readonly presence: Presence;
  readonly budget: Budget;
  readonly sync: Sync;
  readonly guard: PostGuard;
  readonly typing: Pick<Typing, "set">;
  /** A person's line into a thread with a session is a prompt, as everywhere else. */
  readonly sayAsPerson: (by: Actor, post: Post, meta: JsonObject | undefined, check: SyncCheck | undefined) => Promise<Outcome>;
}

const maxMetadataChars = 64 * 1024;
/** A budget that is used up is no matter of time; a client that only knows how to come back later does no harm with this. */
const budgetRetryMs = 60_000;

/** The same as for what is said without the bus: one request is one message, by whichever road it came. */
const keyOf = (by: Actor, thread: ThreadId, key: string): string => `${whoIs(by)}:${thread}:${key}`;

export function createPosting(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  { rules, presence, budget, sync, guard, typing, sayAsPerson }: PostingParts,
): Pick<Bus, "post"> {
  const language = settings.language ?? "en";

  const postAsAgent = async (by: Extract<Actor, { kind: "agent" }>, thread: Thread, given: Post, check: SyncCheck | undefined): Promise<Outcome> => {
    presence.seen(by.id, "posted", thread.id);
    const message = messageOf(by, given, metaOf(given));
    const usedUpAt = await budget.spend(thread.id);
    if (usedUpAt !== undefined) throw await overBudget(thread, usedUpAt);
    const accepted = await store.accept({
      at: message.at,
      message,
      fan: true,
      joins: { thread: thread.id, who: whoIs(by) },
      ...(check === undefined ? {} : { sync: check }),
      ...(given.key === undefined ? {} : { key: keyOf(by, thread.id, given.key) }),
    });
    if (accepted.message === undefined) throw new ParleyError("Internal", "an accepted line came back without itself");
    return { kind: "message", message: accepted.message };
  };

  const messageOf = (by: Actor, given: Post, meta: JsonObject | undefined): NewMessage => ({
    id: newId("msg"),
    thread: given.thread,
    at: clock.now(),
    author: authorOf(by),
    // The hub alone speaks as the system, whatever an agent calls itself.
    role: given.role === "user" ? "user" : "assistant",
    text: given.text,
    surface: given.surface,
    ...(given.priority === undefined ? {} : { priority: given.priority }),
    ...(given.replyTo === undefined ? {} : { replyTo: given.replyTo }),
    ...(meta === undefined ? {} : { meta }),
  });

  const metaOf = ({ metadata, mentions }: Post): JsonObject | undefined => {
    const meta = { ...metadata, ...(mentions === undefined ? {} : { mentions }) };
    if (Object.keys(meta).length === 0) return undefined;
    const chars = JSON.stringify(meta).length;
    if (chars > maxMetadataChars)
      throw new ParleyError("TooLarge", say(language, "tooLarge", { size: `${chars} characters of metadata`, max: `${maxMetadataChars} characters` }));
    return meta;
  };

  /** Told in the thread once for each time that it is used up, however often they try. */
  const overBudget = async (thread: Thread, usedUpAt: number): Promise<ParleyError> => {
    const text = say(language, "loopBudget", { topic: thread.topic });
    const at = clock.now();
    await store.accept({ key: `budget:${thread.id}:${usedUpAt}`, at, message: hubLine(newId, thread.id, at, text), fan: true });
    return new ParleyError("LoopBudget", text, { data: { retryMs: budgetRetryMs } });
  };

  /** A command may have brought lines of the hub's own, which its author has not been shown. */
  const posted = (by: Actor, thread: Thread, said: Outcome, check: SyncCheck | undefined): Posted => ({
    ...said,
    sync: sync.context(by, thread.id, said.kind === "message" ? said.message.seq : (check?.lastSeq ?? thread.seq)),
  });

  return {
    post: async (by, given) => {
      await rules.admit(by, "speak", "post");
      const thread = await rules.seen(by, given.thread);
      const before = given.key === undefined ? undefined : await store.seen(keyOf(by, given.thread, given.key));
      if (before?.message !== undefined) return posted(by, thread, { kind: "message", message: before.message }, undefined);
      // What the key made the first time comes back, though its token is spent.
      if (before !== undefined && by.kind !== "agent") return posted(by, thread, await sayAsPerson(by, given, undefined, undefined), undefined);
      if (thread.status === "closed" || thread.status === "archived")
        throw new ParleyError("ThreadClosed", say(language, "threadIsClosed", { topic: thread.topic }));
      if (given.replyTo !== undefined && (await store.message(policy.reader(by), given.replyTo))?.thread !== thread.id)
        throw await rules.missing(by, "message to reply to", `message ${given.replyTo}`, { field: "reply_to_msg_id" });
      await guard.clean(by, given);
      const check = await sync.check(by, thread, given);
      const takeBack = await guard.take(by);
      try {
        const said = by.kind === "agent" ? await postAsAgent(by, thread, given, check) : await sayAsPerson(by, given, metaOf(given), check);
        typing.set({ thread: thread.id, who: whoIs(by), name: nameOf(by) }, false);
        return posted(by, thread, said, check);
      } catch (cause) {
        takeBack();
        throw await sync.refusal(by, thread, given, check, cause);
      }
    },
  };
}
