import type { SessionId, ThreadId } from "#domain/ids";
import type { Actor, Reader } from "#domain/people";
import type { LinkStatus } from "#domain/status";
import type { Wake } from "#domain/store";
import { givingWay } from "#lib/time/give-way";
import type { HubDeps } from "#hub/deps";
import type { Typist } from "#hub/bus/typing";
import type { Draft } from "#hub/turns/drafts";
import type { Feed, FeedEvent } from "#hub/hub";
import { seesSessionLink, type SessionLink } from "./session-links.ts";
import { sinceNow } from "./watch-start.ts";
import type { OpenPages } from "#hub/push/notice";
import type { Wakes } from "#hub/wakes";
import { createAgentsTicker } from "./agents-ticker.ts";
import { createCatchUp } from "./catch-up.ts";
import { keyOf, readOnce, seesThread, send, type Subscriber } from "./subscriber.ts";
import { createThreadRows } from "./thread-rows.ts";

export interface FeedControl extends Feed {
  /** Consumes the store's wake-ups until the signal aborts. */
  /** Publishes until the signal aborts. */
  start(signal: AbortSignal): void;
  /** Resolves once it has stopped. */
  idle(): Promise<void>;
  draft(draft: Draft): void;
  draftEnded(thread: ThreadId, turn: string): void;
  link(link: LinkStatus): void;
  light(light: SessionLink): void;
  typing(typist: Typist, on: boolean): void;
  /** An agent is where it was not before. */
  agentsMoved(): void;
  readonly pages: OpenPages;
}

/** Streams of what changes. Nothing is pushed by hand: what was committed is read from each subscriber's own position. */
export function createFeed(
  { store, policy, clock, log }: Pick<HubDeps, "store" | "policy" | "clock" | "log">,
  now: { drafts(): readonly Draft[]; links(): readonly LinkStatus[]; typists(): readonly Typist[]; lights(): readonly SessionLink[] },
  wakes: Pick<Wakes, "run">,
): FeedControl {
  const subscribers = new Set<Subscriber>();
  const catchUp = createCatchUp(store);
  const rows = createThreadRows({ store, clock, log }, subscribers, catchUp);
  const agents = createAgentsTicker(clock, subscribers);

  /** Tells everybody what their group of readers sees of it. */
  const toReaders = async (read: (reader: Reader) => Promise<FeedEvent | undefined>): Promise<void> => {
    const giveWay = givingWay();
    const eventFor = readOnce(read);
    for (const subscriber of subscribers) {
      const event = await eventFor(subscriber);
      if (event !== undefined) send(subscriber, event);
      await giveWay();
    }
  };

  const sessionChanged = async (id: SessionId): Promise<void> => {
    const session = await store.session(id);
    if (session !== undefined) return overThread(session.thread, { kind: "session", session });
    for (const subscriber of subscribers) send(subscriber, { kind: "session_gone", id });
  };

  const woke = async (wake: Wake): Promise<void> => {
    if (subscribers.size === 0) return undefined;
    switch (wake.topic) {
      case "thread": {
        rows.changed(wake.thread);
        // Anyone who speaks in a closed thread takes part from then on.
        for (const subscriber of subscribers) if (subscriber.sees.get(wake.thread) === false) subscriber.sees.delete(wake.thread);
        await catchUp.followEverywhere(subscribers, wake.thread);
        return catchUp.advance(wake.thread, wake.rev);
      }
      case "session":
        return sessionChanged(wake.session);
      case "question":
        return toReaders(async (reader) => {
          const question = await store.question(reader, wake.question);
          return question && { kind: "question", question };
        });
      case "people":
        for (const subscriber of subscribers) subscriber.sees.clear();
        return;
      case "agents":
        return agents.changed();
      case "run":
        return toReaders(async (reader) => {
          const run = await store.run(reader, wake.run);
          return run && { kind: "run", run };
        });
      case "outbox":
        return;
    }
  };

  const overThread = async (thread: ThreadId, event: FeedEvent): Promise<void> => {
    for (const subscriber of subscribers) if (await seesThread(store, subscriber, thread)) send(subscriber, event);
  };

  const seenBy = async <T extends { readonly thread: ThreadId }>(by: Actor, all: readonly T[]): Promise<readonly T[]> => {
    const reader = policy.reader(by);
    const seen = await Promise.all(all.map(async (one) => ((await store.thread(reader, one.thread)) === undefined ? [] : [one])));
    return seen.flat();
  };

  let running: Promise<void> = Promise.resolve();

  return {
    watch: ({ by, thread, afterRev, everywhere, rows: wantsRows = true, notices: wantsNotices = false }, listener) => {
      const reader = policy.reader(by);
      const since = everywhere === true ? sinceNow(store, reader, clock.now()) : undefined;
      const readerKey = keyOf(reader);
      const known = { rows: new Set<ThreadId>(), sees: new Map<ThreadId, boolean>(), follows: new Set<ThreadId>() };
      const subscriber: Subscriber = { reader, readerKey, wantsRows, wantsNotices, listener, ...known, since, closed: false };
      subscribers.add(subscriber);
      agents.start();
      if (thread !== undefined) {
        catchUp.follow(subscriber, thread, afterRev ?? 0).catch((cause: unknown) => log.error({ cause, thread }, "a stream could not be caught up"));
      }
      return () => {
        subscriber.closed = true;
        subscribers.delete(subscriber);
        for (const followed of subscriber.follows) catchUp.unfollow(subscriber, followed);
      };
    },
    drafts: (by) => seenBy(by, now.drafts()),
    typists: (by) => seenBy(by, now.typists()),
    links: () => now.links(),
    lights: async (by) => {
      const reader = policy.reader(by);
      const seen = await Promise.all(now.lights().map(async (light) => ((await seesSessionLink(store, reader, light)) ? [light] : [])));
      return seen.flat();
    },
    start: (signal) => {
      running = wakes.run(signal, woke).finally(() => {
        rows.stop();
        agents.stop();
      });
    },
    idle: () => running,
    draft: (draft) => {
      overThread(draft.thread, { kind: "draft", draft }).catch((cause: unknown) => log.error({ cause }, "failed to publish a draft"));
    },
    draftEnded: (thread, turn) => {
      // The answer first, so that nobody sees a moment with neither.
      catchUp
        .advance(thread, Number.MAX_SAFE_INTEGER)
        .then(() => overThread(thread, { kind: "draft_ended", thread, turn }))
        .catch((cause: unknown) => log.error({ cause }, "failed to publish the end of a draft"));
    },
    light: (light) => {
      for (const subscriber of subscribers) {
        seesSessionLink(store, subscriber.reader, light)
          .then((isSeen) => isSeen && send(subscriber, { kind: "light", light }))
          .catch((cause: unknown) => log.error({ cause }, "failed to publish a connection's state"));
      }
    },
    typing: (typist, on) => {
      overThread(typist.thread, { kind: "typing", typist, on }).catch((cause: unknown) => log.error({ cause }, "failed to publish who is typing"));
    },
    agentsMoved: agents.changed,
    pages: openPages(subscribers),
    link: (link) => {
      for (const subscriber of subscribers) send(subscriber, { kind: "link", link });
    },
  };
}

function openPages(subscribers: ReadonlySet<Subscriber>): OpenPages {
  const isPageOf = ({ wantsNotices, reader }: Subscriber, person: string | undefined): boolean => wantsNotices && (person ?? reader.who) === reader.who;
  return {
    areOpen: (person) => {
      for (const subscriber of subscribers) if (isPageOf(subscriber, person)) return true;
      return false;
    },
    notice: (person, notice) => {
      for (const subscriber of subscribers) if (isPageOf(subscriber, person)) send(subscriber, { kind: "notice", notice });
    },
  };
}
