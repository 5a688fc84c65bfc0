import type { SessionId, ThreadId } from "#domain/ids";
import type { Actor, Reader } from "#domain/people";
import { revOf } from "#domain/thread";
import type { LinkStatus } from "#domain/status";
import type { Wake } from "#domain/store";
import type { HubDeps } from "./deps.ts";
import type { Typist } from "./bus/typing.ts";
import type { Draft } from "./drafts.ts";
import type { Feed, FeedEvent } from "./hub.ts";
import { seesLight, type Light } from "./lights.ts";
import { sinceNow, type Since } from "./since.ts";
import { createTail } from "./tail.ts";

/** Thread rows change with every line; a list needs them a few times a second. */
const rowsEveryMs = 150;
/** Agents that work change their activity with every call. */
const agentsAfterMs = 250;
/** Nobody writes down that an agent has fallen silent, nor that the operator's file has changed: it is looked at. */
const agentsEveryMs = 15_000;

interface Watcher {
  readonly reader: Reader;
  readonly listener: (event: FeedEvent) => void;
  readonly rows: Set<ThreadId>;
  readonly sees: Map<ThreadId, boolean>;
  readonly follows: Set<ThreadId>;
  /** Of whoever watches every thread. */
  readonly since: Since | undefined;
  closed: boolean;
}

/** One watcher's place in one thread. */
interface Follower {
  readonly watcher: Watcher;
  rev: number;
  /** How far the thread is known to go. */
  wanted: number;
  pumping: Promise<void> | undefined;
}

export interface FeedControl extends Feed {
  /** Consumes the store's wake-ups until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  draft(draft: Draft): void;
  draftEnded(thread: ThreadId, turn: string): void;
  link(link: LinkStatus): void;
  light(light: Light): void;
  typing(typist: Typist, on: boolean): void;
  /** An agent is where it was not before. */
  agentsMoved(): void;
}

/** Readers with a place. Nobody is pushed by hand: what was committed is read from where the reader stands. */
export function createFeed(
  { store, policy, clock, log }: Pick<HubDeps, "store" | "policy" | "clock" | "log">,
  now: { drafts(): readonly Draft[]; links(): readonly LinkStatus[]; typists(): readonly Typist[]; lights(): readonly Light[] },
  woken: (wakes: readonly Wake[]) => void,
): FeedControl {
  const watchers = new Set<Watcher>();
  const followers = new Map<ThreadId, Set<Follower>>();
  const tail = createTail(store);
  let cancelRows: (() => void) | undefined;
  let cancelAgents: (() => void) | undefined;
  let cancelLook: (() => void) | undefined;

  const tell = (watcher: Watcher, event: FeedEvent): void => {
    if (!watcher.closed) watcher.listener(event);
  };

  const sees = async (watcher: Watcher, thread: ThreadId): Promise<boolean> => {
    if (watcher.reader.sees === "all") return true;
    const known = watcher.sees.get(thread);
    if (known !== undefined) return known;
    const visible = (await store.thread(watcher.reader, thread)) !== undefined;
    watcher.sees.set(thread, visible);
    return visible;
  };

  const read = async (thread: ThreadId, follower: Follower): Promise<void> => {
    while (follower.rev < follower.wanted && !follower.watcher.closed) {
      const entries = await tail.after(thread, follower.rev);
      if (entries.length === 0) follower.wanted = follower.rev;
      for (const entry of entries) {
        follower.rev = revOf(entry);
        tell(follower.watcher, { kind: "entry", thread, entry });
      }
    }
  };

  const readOn = async (thread: ThreadId, follower: Follower): Promise<void> => {
    try {
      await read(thread, follower);
    } finally {
      follower.pumping = undefined;
    }
    // Something may have come between the last look and this line.
    if (follower.rev < follower.wanted && !follower.watcher.closed) await pump(thread, follower);
  };

  /** One reading at a time; whoever asks meanwhile waits for the same one. */
  const pump = (thread: ThreadId, follower: Follower): Promise<void> => {
    follower.pumping ??= readOn(thread, follower);
    return follower.pumping;
  };

  const follow = async (watcher: Watcher, thread: ThreadId, rev: number): Promise<void> => {
    if (!(await sees(watcher, thread)) || watcher.closed) return;
    watcher.follows.add(thread);
    const follower: Follower = { watcher, rev, wanted: Number.MAX_SAFE_INTEGER, pumping: undefined };
    const all = followers.get(thread) ?? new Set();
    followers.set(thread, all.add(follower));
    await pump(thread, follower);
  };

  /** Before the others are told, so that they and this one read together. */
  const followEverywhere = async (thread: ThreadId): Promise<void> => {
    const eager = [...watchers].filter((watcher) => watcher.since !== undefined && !watcher.follows.has(thread));
    await Promise.all(
      eager.map(async (watcher) => {
        if (watcher.since !== undefined && (await sees(watcher, thread))) await follow(watcher, thread, await watcher.since.startOf(thread));
      }),
    );
  };

  const pumpAll = async (thread: ThreadId, rev: number): Promise<void> => {
    const all = [...(followers.get(thread) ?? [])];
    for (const follower of all) follower.wanted = Math.max(follower.wanted, rev);
    await Promise.all(all.map((follower) => pump(thread, follower)));
  };

  const unfollow = (watcher: Watcher, thread: ThreadId): void => {
    const all = followers.get(thread);
    for (const follower of all ?? []) if (follower.watcher === watcher) all?.delete(follower);
    if (all?.size === 0) {
      followers.delete(thread);
      tail.forget(thread);
    }
  };

  const flushRows = async (): Promise<void> => {
    for (const watcher of watchers) {
      const rows = [...watcher.rows];
      watcher.rows.clear();
      for (const id of rows) {
        const thread = await store.summary(watcher.reader, id);
        if (thread === undefined) await gone(watcher, id);
        else {
          watcher.sees.set(id, true);
          tell(watcher, { kind: "thread", thread });
        }
      }
    }
  };

  /** Only to whoever saw it: what one never saw is not told by its end either. */
  const gone = async (watcher: Watcher, id: ThreadId): Promise<void> => {
    const saw = watcher.reader.sees === "all" || watcher.sees.get(id) === true || (await watcher.since?.knew(id)) === true;
    watcher.sees.delete(id);
    if (watcher.follows.delete(id)) unfollow(watcher, id);
    if (saw) tell(watcher, { kind: "thread_gone", id });
  };

  const rowsChanged = (thread: ThreadId): void => {
    for (const watcher of watchers) watcher.rows.add(thread);
    cancelRows ??= clock.after(rowsEveryMs, () => {
      cancelRows = undefined;
      flushRows().catch((cause: unknown) => log.error({ cause }, "thread rows could not be read for the stream"));
    });
  };

  const agentsChanged = (): void => {
    if (watchers.size === 0) return;
    cancelAgents ??= clock.after(agentsAfterMs, () => {
      cancelAgents = undefined;
      for (const watcher of watchers) tell(watcher, { kind: "agents" });
    });
  };

  const lookAgain = (): void => {
    cancelLook ??= clock.after(agentsEveryMs, () => {
      cancelLook = undefined;
      if (watchers.size === 0) return;
      agentsChanged();
      lookAgain();
    });
  };

  const sessionChanged = async (id: SessionId): Promise<void> => {
    const session = await store.session(id);
    for (const watcher of watchers) {
      if (session === undefined) tell(watcher, { kind: "session_gone", id });
      else if (await sees(watcher, session.thread)) tell(watcher, { kind: "session", session });
    }
  };

  const woke = async (wake: Wake): Promise<void> => {
    if (watchers.size === 0) return undefined;
    switch (wake.topic) {
      case "thread": {
        rowsChanged(wake.thread);
        // Whoever speaks in a closed thread takes part from then on.
        for (const watcher of watchers) if (watcher.sees.get(wake.thread) === false) watcher.sees.delete(wake.thread);
        await followEverywhere(wake.thread);
        return pumpAll(wake.thread, wake.rev);
      }
      case "session":
        return sessionChanged(wake.session);
      case "question":
        for (const watcher of watchers) {
          const question = await store.question(watcher.reader, wake.question);
          if (question !== undefined) tell(watcher, { kind: "question", question });
        }
        return;
      case "people":
        for (const watcher of watchers) watcher.sees.clear();
        return;
      case "agents":
        return agentsChanged();
      case "run":
        for (const watcher of watchers) {
          const run = await store.run(watcher.reader, wake.run);
          if (run !== undefined) tell(watcher, { kind: "run", run });
        }
        return;
      case "outbox":
        return;
    }
  };

  const overThread = async (thread: ThreadId, event: FeedEvent): Promise<void> => {
    for (const watcher of watchers) if (await sees(watcher, thread)) tell(watcher, event);
  };

  const seenBy = async <T extends { readonly thread: ThreadId }>(by: Actor, all: readonly T[]): Promise<readonly T[]> => {
    const reader = policy.reader(by);
    const seen = await Promise.all(all.map(async (one) => ((await store.thread(reader, one.thread)) === undefined ? [] : [one])));
    return seen.flat();
  };

  return {
    watch: ({ by, thread, afterRev, everywhere }, listener) => {
      const reader = policy.reader(by);
      const since = everywhere === true ? sinceNow(store, reader, clock.now()) : undefined;
      const watcher: Watcher = { reader, listener, rows: new Set(), sees: new Map(), follows: new Set(), since, closed: false };
      watchers.add(watcher);
      lookAgain();
      if (thread !== undefined) {
        follow(watcher, thread, afterRev ?? 0).catch((cause: unknown) => log.error({ cause, thread }, "a stream could not be caught up"));
      }
      return () => {
        watcher.closed = true;
        watchers.delete(watcher);
        for (const followed of watcher.follows) unfollow(watcher, followed);
      };
    },
    drafts: (by) => seenBy(by, now.drafts()),
    typists: (by) => seenBy(by, now.typists()),
    links: () => now.links(),
    lights: async (by) => {
      const reader = policy.reader(by);
      const seen = await Promise.all(now.lights().map(async (light) => ((await seesLight(store, reader, light)) ? [light] : [])));
      return seen.flat();
    },
    run: async (signal) => {
      for await (const wakes of store.changes(signal)) {
        woken(wakes);
        for (const wake of wakes) {
          await woke(wake).catch((cause: unknown) => log.error({ cause }, "the stream could not be told of a change"));
        }
      }
      cancelRows?.();
      cancelAgents?.();
      cancelLook?.();
    },
    draft: (draft) => {
      overThread(draft.thread, { kind: "draft", draft }).catch((cause: unknown) => log.error({ cause }, "the stream could not be told of a draft"));
    },
    draftEnded: (thread, turn) => {
      // The answer first, so that nobody sees a moment with neither.
      pumpAll(thread, Number.MAX_SAFE_INTEGER)
        .then(() => overThread(thread, { kind: "draft_ended", thread, turn }))
        .catch((cause: unknown) => log.error({ cause }, "the stream could not be told of a draft's end"));
    },
    light: (light) => {
      for (const watcher of watchers) {
        seesLight(store, watcher.reader, light)
          .then((isSeen) => isSeen && tell(watcher, { kind: "light", light }))
          .catch((cause: unknown) => log.error({ cause }, "the stream could not be told of a light"));
      }
    },
    typing: (typist, on) => {
      overThread(typist.thread, { kind: "typing", typist, on }).catch((cause: unknown) => log.error({ cause }, "the stream could not be told who writes"));
    },
    agentsMoved: agentsChanged,
    link: (link) => {
      for (const watcher of watchers) tell(watcher, { kind: "link", link });
    },
  };
}
