import type { ThreadId } from "#domain/ids";
import { everyone, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Wake } from "#domain/store";
import { revOf } from "#domain/thread";
import type { HubDeps } from "#hub/deps";
import type { Wakes } from "#hub/wakes";
import type { AnswerSecrets } from "./answer-secrets.ts";
import { createBrowserQueues } from "./browser-queues.ts";
import { createNotable } from "./notable.ts";
import type { OpenPages } from "./notice.ts";
import { createTellPerson } from "./tell-person.ts";

const pageEntries = 50;
/** A thread's first wake may stand for as many entries, which were committed together. */
const mostAtOnce = 200;
const mostRemembered = 1_000;

export interface NoticeParts {
  readonly wakes: Pick<Wakes, "on">;
  readonly pages: OpenPages;
  readonly mayAnswer: (by: Actor, question: Question) => boolean;
  readonly secrets: Pick<AnswerSecrets, "issue">;
  readonly signal: AbortSignal;
}

/** Tells people's open pages and browsers about questions that they may answer, words that name them, and how turns that they began ended. */
export function watchForNotices(
  deps: Pick<HubDeps, "push" | "store" | "policy" | "clock" | "log" | "settings">,
  { wakes, pages, mayAnswer, secrets, signal }: NoticeParts,
): { readonly browsersChanged: () => void } {
  const { push, store, clock, log } = deps;
  /** The last moment at which nobody was to be told. */
  let since = clock.now() - 1;
  const send = push === undefined ? undefined : createBrowserQueues({ push, store, log }, signal);
  let hasBrowsers: boolean | undefined;
  const revs = new Map<ThreadId, number>();
  const tell = createTellPerson(deps, { pages, secrets, send });
  const { asked, turnEnded, mentioned } = createNotable(store, { mayAnswer, tell });

  const said = async (thread: ThreadId, rev: number): Promise<void> => {
    const before = revs.get(thread);
    let afterRev = before ?? Math.max(0, rev - mostAtOnce);
    while (afterRev < rev) {
      const entries = await store.entries(everyone, thread, { afterRev, limit: pageEntries });
      for (const entry of entries) {
        if (entry.kind !== "message" || (before === undefined && entry.message.at <= since)) continue;
        await turnEnded(entry.message);
        await mentioned(entry.message);
      }
      const last = entries.at(-1);
      afterRev = last === undefined ? rev : revOf(last);
    }
    reached(thread, afterRev);
  };

  const reached = (thread: ThreadId, rev: number): void => {
    const before = revs.get(thread) ?? 0;
    revs.delete(thread);
    revs.set(thread, Math.max(before, rev));
    for (const oldest of revs.keys()) if (revs.size > mostRemembered) revs.delete(oldest);
  };

  const woke = async (batch: readonly Wake[]): Promise<void> => {
    hasBrowsers ??= send !== undefined && (await store.hasPushes());
    if (!hasBrowsers && !pages.areOpen()) {
      // Whoever comes later is told of what happens from then on.
      since = clock.now();
      for (const wake of batch) if (wake.topic === "thread") reached(wake.thread, wake.rev);
      return;
    }
    for (const wake of batch) {
      if (signal.aborted) return;
      if (wake.topic === "question") await asked(wake.question);
      if (wake.topic === "thread") await said(wake.thread, wake.rev);
    }
  };

  let queue = Promise.resolve();
  wakes.on((batch) => {
    queue = queue.then(() => woke(batch)).catch((cause: unknown) => log.warn({ cause }, "failed to notify browsers of a change"));
  });
  return { browsersChanged: () => (hasBrowsers = undefined) };
}
