import { ParleyError } from "#domain/errors";
import type { MessageId, ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, roleOf, whoIs } from "#domain/people";
import type { Message, NewMessage, Thread } from "#domain/thread";
import type { MessageState } from "#domain/thread-details";
import { say } from "#lib/words";
import { authorOf } from "#hub/accept";
import type { HubDeps } from "#hub/deps";
import { hubLine } from "#hub/speech";
import type { Budget } from "./budget.ts";
import type { Bus, Post, ReadResult, SyncContext } from "./bus.ts";
import { forEyesOf, isHiddenFrom } from "./human-only.ts";
import type { Presence } from "./presence.ts";
import type { ReplyTokens } from "./reply-token.ts";
import type { BusRules } from "./rules.ts";
import type { Waiting } from "./waiting.ts";

export type MessageVerbs = Pick<Bus, "post" | "read" | "message" | "wait" | "syncContext" | "edit" | "edits" | "react" | "unreact" | "search" | "typing">;

export interface MessageParts {
  readonly rules: BusRules;
  readonly waiting: Waiting;
  readonly presence: Presence;
  readonly budget: Budget;
  readonly tokens: ReplyTokens;
  /** The thread's lines, read once for everybody who stands at the same place. */
  readonly lines: (thread: ThreadId, page: { readonly afterSeq?: number; readonly beforeSeq?: number; readonly limit: number }) => Promise<readonly Message[]>;
  /** A person's line into a thread with a session is a prompt, as everywhere else. */
  readonly sayAsPerson: (by: Actor, post: Post) => Promise<Message>;
}

const everyone = { sees: "all" } as const;
const maxMetadataChars = 64 * 1024;
const mismatchLines = 100;

export function createMessageVerbs(
  { store, policy, clock, newId, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  parts: MessageParts,
): MessageVerbs & { readonly sync: (by: Actor, thread: ThreadId, seq: number) => SyncContext } {
  const { rules, waiting, presence, budget, tokens } = parts;
  const language = settings.language ?? "en";
  /** After a refused post the next wait answers at once, so that nobody is stuck with a token that is worth nothing. */
  const refresh = new Set<string>();

  const sync = (by: Actor, thread: ThreadId, seq: number): SyncContext => {
    const { token, expiresAt } = tokens.issue(whoIs(by), thread, seq);
    return { currentSeq: seq, replyToken: token, expiresAt };
  };

  const seenNow = (by: Actor, activity: string): void => {
    if (by.kind === "agent") presence.seen(by.id, activity);
  };

  const withStates = async (by: Actor, messages: readonly Message[]): Promise<ReadResult["messages"]> => {
    const states = await store.messageStates(messages.map((message) => message.id));
    return messages.map((message) => {
      const state = states.get(message.id);
      return forEyesOf(by, state === undefined ? message : { ...message, state });
    });
  };

  const refused = (by: Actor, thread: ThreadId, error: ParleyError): ParleyError => {
    refresh.add(`${whoIs(by)} ${thread}`);
    return error;
  };

  const mismatch = async (by: Actor, thread: Thread, expected: number, delivered: number): Promise<ParleyError> => {
    const now = (await store.thread(everyone, thread.id)) ?? thread;
    const missed = await store.messages(policy.reader(by), thread.id, { afterSeq: Math.min(delivered, now.seq), limit: mismatchLines });
    const data = { expected_last_seq: expected, current_seq: now.seq, missed: await withStates(by, missed) };
    return refused(by, thread.id, new ParleyError("SeqMismatch", `SEQ_MISMATCH: expected_last_seq=${expected}, current_seq=${now.seq}`, { data }));
  };

  /** The token belongs to this agent and thread, is in time, and was issued for what `expectedLastSeq` says. */
  const checked = async (by: Actor, thread: Thread, post: Post): Promise<{ lastSeq: number; tokenHash: string } | undefined> => {
    const { expectedLastSeq, replyToken } = post;
    if (expectedLastSeq === undefined || replyToken === undefined) {
      if (by.kind !== "agent") return undefined;
      const missing = [...(expectedLastSeq === undefined ? ["expected_last_seq"] : []), ...(replyToken === undefined ? ["reply_token"] : [])];
      throw refused(
        by,
        thread.id,
        new ParleyError("MissingSyncFields", say(language, "syncMissing", { fields: missing.join(", ") }), { data: { missing_fields: missing } }),
      );
    }
    const token = tokens.read(replyToken);
    if (token?.who !== whoIs(by) || token.thread !== thread.id)
      throw refused(by, thread.id, new ParleyError("ReplyTokenInvalid", say(language, "replyTokenInvalid")));
    if (token.expiresAt <= clock.now()) {
      throw refused(
        by,
        thread.id,
        new ParleyError("ReplyTokenExpired", say(language, "replyTokenExpired"), { data: { expires_at: new Date(token.expiresAt).toISOString() } }),
      );
    }
    const tokenHash = tokens.hash(replyToken);
    const used = await store.replyTokenUsed(tokenHash);
    if (used !== undefined)
      throw refused(
        by,
        thread.id,
        new ParleyError("ReplyTokenReplay", say(language, "replyTokenReplay"), { data: { consumed_at: new Date(used).toISOString() } }),
      );
    if (expectedLastSeq !== token.seq) throw await mismatch(by, thread, expectedLastSeq, token.seq);
    return { lastSeq: token.seq, tokenHash };
  };

  const post: MessageVerbs["post"] = async (by, given) => {
    await rules.admit(by, "speak", "post");
    const thread = await rules.seen(by, given.thread);
    if (thread.status === "closed" || thread.status === "archived")
      throw new ParleyError("ThreadClosed", say(language, "threadIsClosed", { topic: thread.topic }));
    const check = await checked(by, thread, given);
    if (by.kind !== "agent") {
      const message = await parts.sayAsPerson(by, given);
      return { message, sync: sync(by, thread.id, message.seq) };
    }
    seenNow(by, "posted");
    if (!(await budget.spend(thread.id))) throw await overBudget(by, thread);
    const message = messageOf(by, given);
    try {
      const accepted = await store.accept({
        at: message.at,
        message,
        fan: true,
        joins: { thread: thread.id, who: whoIs(by) },
        ...(check === undefined ? {} : { sync: check }),
        ...(given.key === undefined ? {} : { key: `${whoIs(by)}:${thread.id}:${given.key}` }),
      });
      const kept = accepted.message;
      if (kept === undefined) throw new ParleyError("Internal", "an accepted line came back without itself");
      return { message: kept, sync: sync(by, thread.id, kept.seq) };
    } catch (cause) {
      if (cause instanceof ParleyError && cause.code === "SeqMismatch") throw await mismatch(by, thread, check?.lastSeq ?? 0, check?.lastSeq ?? 0);
      throw cause;
    }
  };

  const messageOf = (by: Actor, given: Post): NewMessage => {
    const meta = { ...given.metadata, ...(given.mentions === undefined ? {} : { mentions: given.mentions }) };
    if (JSON.stringify(meta).length > maxMetadataChars)
      throw new ParleyError("TooLarge", say(language, "tooLarge", { size: "metadata", max: `${maxMetadataChars} characters` }));
    return {
      id: newId("msg"),
      thread: given.thread,
      at: clock.now(),
      author: authorOf(by),
      role: given.role ?? "assistant",
      text: given.text,
      surface: given.surface,
      ...(given.priority === undefined ? {} : { priority: given.priority }),
      ...(given.replyTo === undefined ? {} : { replyTo: given.replyTo }),
      ...(Object.keys(meta).length === 0 ? {} : { meta }),
    };
  };

  const overBudget = async (by: Actor, thread: Thread): Promise<ParleyError> => {
    const text = say(language, "loopBudget", { topic: thread.topic });
    const at = clock.now();
    await store.accept({ key: `budget:${thread.id}:${thread.seq}`, at, message: hubLine(newId, thread.id, at, text), fan: true });
    return refused(by, thread.id, new ParleyError("LoopBudget", text));
  };

  /** What is there after `afterSeq`; the newest when everything is asked for and it is too much. */
  const read: MessageVerbs["read"] = async (by, id, { afterSeq, limit, priority }) => {
    const thread = await rules.seen(by, id);
    seenNow(by, "read");
    const tooMany = afterSeq === 0 && thread.seq > limit;
    const page = tooMany ? { beforeSeq: Number.MAX_SAFE_INTEGER, limit } : { afterSeq, limit };
    const messages = await parts.lines(id, page);
    const shown = priority === undefined ? messages : messages.filter((message) => (message.priority ?? "normal") === priority);
    const delivered = messages.at(-1)?.seq ?? Math.min(afterSeq, thread.seq);
    return { messages: await withStates(by, shown), sync: sync(by, id, delivered), older: tooMany };
  };

  const wait: MessageVerbs["wait"] = async (by, { thread: id, afterSeq, timeoutMs, forAgent, onProgress }, signal) => {
    const began = clock.now();
    let from = afterSeq;
    for (;;) {
      const result = await read(by, id, { afterSeq: from, limit: mismatchLines });
      const wanted = forAgent === undefined ? result.messages : result.messages.filter((message) => message.meta?.["handoff_target"] === forAgent);
      const fresh = refresh.delete(`${whoIs(by)} ${id}`);
      const left = timeoutMs - (clock.now() - began);
      const thread = await rules.seen(by, id);
      if (wanted.length > 0 || fresh || left <= 0 || signal.aborted || thread.status === "closed" || thread.status === "archived")
        return { ...result, messages: wanted };
      from = result.sync.currentSeq;
      const why = await waiting.wait(
        {
          agent: whoIs(by),
          thread: id,
          afterSeq: from,
          timeoutMs: left,
          callId: newId("run"),
          ...(onProgress === undefined ? {} : { onProgress: () => (seenNow(by, "waiting"), onProgress()) }),
        },
        signal,
      );
      if (why === "kicked") throw new ParleyError("BadToken", say(language, "kicked"));
      if (why === "gone") return { ...result, messages: [] };
    }
  };

  const own = async (by: Actor, id: MessageId): Promise<Message> => {
    const message = await store.message(policy.reader(by), id);
    if (message === undefined) throw new ParleyError("NotFound", say(language, "notFound", { what: "message" }));
    return message;
  };

  const stateOf = async (message: Message): Promise<MessageState> =>
    (await store.messageStates([message.id])).get(message.id) ?? { message: message.id, text: message.text, version: 0, reactions: [] };

  return {
    sync,
    post,
    read,
    wait,
    syncContext: async (by, id) => {
      const thread = await rules.seen(by, id);
      return sync(by, id, thread.seq);
    },
    message: async (by, id) => {
      const message = await own(by, id);
      const { state, ...seen } = forEyesOf(by, { ...message, state: await stateOf(message) });
      return { message: seen, state };
    },
    edit: async (by, id, text) => {
      const message = await own(by, id);
      const isAdmin = roleOf(by) === "owner" || roleOf(by) === "admin";
      if (message.author.id !== whoIs(by) && !isAdmin) await rules.refuse(by, `edit what ${message.author.name} said`);
      const at = clock.now();
      const edited = await store.editMessage(id, text, whoIs(by), at);
      return { changed: edited !== undefined, version: edited?.version ?? (await stateOf(message)).version, at };
    },
    edits: async (by, id) => {
      const message = await own(by, id);
      return isHiddenFrom(by, message) ? [] : store.edits(message.id);
    },
    react: async (by, id, reaction) =>
      store.react((await own(by, id)).id, { reaction: reaction.slice(0, 64), by: whoIs(by), name: nameOf(by), at: clock.now() }),
    unreact: async (by, id, reaction) => store.unreact((await own(by, id)).id, reaction, whoIs(by), clock.now()),
    search: async (by, query, which) => {
      const found = await store.search(policy.reader(by), query, which);
      if (by.kind !== "agent") return found;
      const lines = await Promise.all(found.map((one) => store.message(policy.reader(by), one.message)));
      return found.filter((_, i) => lines[i] !== undefined && !isHiddenFrom(by, lines[i]));
    },
    typing: async (by, id, _on) => {
      await rules.seen(by, id);
      seenNow(by, "typing");
    },
  };
}
