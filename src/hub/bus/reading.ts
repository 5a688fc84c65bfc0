import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Bus, ReadResult } from "./bus.ts";
import { allForEyesOf } from "./human-only.ts";
import type { MessageWithState } from "#domain/thread-details";
import type { Lines } from "./message-cache.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import type { Sync } from "./sync.ts";
import type { Waiting } from "./waiting.ts";
import { busTexts } from "./texts.ts";

export interface ReadingParts {
  readonly rules: BusRules;
  readonly waiting: Waiting;
  readonly presence: Presence;
  readonly lines: Lines;
  readonly sync: Sync;
}

/** How many lines one wait brings; the next one brings the rest. */
const waitLines = 100;

interface Shown {
  readonly thread: Thread;
  readonly lines: readonly MessageWithState[];
  /** The last line that was shown, or the reader's own place when there was none. */
  readonly delivered: number;
  readonly older: boolean;
  readonly isCut: boolean;
}

export function createReading(
  { clock, newId, settings }: Pick<HubDeps, "clock" | "newId" | "settings">,
  { rules, waiting, presence, lines, sync }: ReadingParts,
): Pick<Bus, "read" | "wait" | "syncContext"> {
  const language = settings.language;

  const seenNow = (by: Actor, activity: string, thread: ThreadId): void => {
    if (by.kind === "agent") presence.seen(by.id, activity, thread);
  };

  /** A place past the end is nobody's: it is shown what a newcomer is shown, or else it could post without having read. */
  const show = async (by: Actor, thread: Thread, afterSeq: number, limit: number): Promise<Shown> => {
    const from = afterSeq > thread.seq ? 0 : afterSeq;
    const found = from === thread.seq ? [] : await lines.read(thread, from === 0 ? { beforeSeq: Number.MAX_SAFE_INTEGER, limit } : { afterSeq: from, limit });
    const delivered = found.at(-1)?.seq ?? from;
    const older = from === 0 && (found[0]?.seq ?? 1) > 1;
    const isCut = found.length < limit && (older || delivered < thread.seq);
    return { thread, lines: allForEyesOf(by, found), delivered, older, isCut };
  };

  const result = (by: Actor, { thread, delivered, older, isCut }: Shown, messages: readonly MessageWithState[], upTo = delivered): ReadResult => ({
    messages,
    sync: sync.context(by, thread.id, delivered, upTo),
    older,
    isCut,
    delivered,
  });

  const wait: Bus["wait"] = async (by, { thread: id, afterSeq, timeoutMs, forAgent, onProgress }, signal) => {
    const until = clock.monotonic() + timeoutMs;
    let from = afterSeq;
    /** The line before the first that was passed over: a token vouches for no line that its holder was never shown. */
    let upTo: number | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const mark = waiting.mark();
      // Who may read was asked at the start; woken together with others, only the thread is looked at again.
      const thread = isFirst ? await rules.seen(by, id) : ((await lines.head(id, mark)) ?? (await rules.seen(by, id)));
      if (isFirst) seenNow(by, "waiting", id);
      const shown = await show(by, thread, from, waitLines);
      const fresh = sync.freshWanted(by, id);
      let wanted = shown.lines;
      if (forAgent !== undefined) {
        const isWanted = (line: MessageWithState): boolean => line.meta?.["handoff_target"] === forAgent;
        wanted = shown.lines.filter(isWanted);
        const passedOver = shown.lines.find((line) => !isWanted(line) && isNewsTo(by, line) && line.seq > (fresh ?? 0));
        upTo ??= passedOver && passedOver.seq - 1;
      }
      const left = until - clock.monotonic();
      const isOver = signal.aborted || left <= 0 || shown.thread.status === "closed" || shown.thread.status === "archived";
      if (fresh !== undefined || wanted.length > 0 || isOver) return result(by, shown, wanted, upTo);
      from = shown.delivered;
      // More that was not for this reader may stand behind the page.
      if (from < shown.thread.seq) continue;
      const progress = onProgress === undefined ? {} : { onProgress: () => (seenNow(by, "waiting", id), onProgress()) };
      const why = await waiting.wait({ agent: whoIs(by), name: nameOf(by), thread: id, timeoutMs: left, callId: newId("run"), mark, ...progress }, signal);
      if (why === "kicked") throw new ParleyError("BadToken", say(language, busTexts.kicked));
      if (why === "gone") return result(by, shown, [], upTo);
    }
  };

  return {
    wait,
    read: async (by, id, { afterSeq, limit, priority }) => {
      const thread = await rules.seen(by, id);
      seenNow(by, "read", id);
      const shown = await show(by, thread, afterSeq, limit);
      return result(by, shown, priority === undefined ? shown.lines : shown.lines.filter((line) => (line.priority ?? "normal") === priority));
    },
    syncContext: async (by, id) => sync.context(by, id, (await rules.seen(by, id)).seq),
  };
}

/** What somebody else said. The hub's own lines tell who came and went, and close no thread that would still take a post. */
function isNewsTo(by: Actor, { author }: MessageWithState): boolean {
  return author.kind !== "hub" && author.id !== whoIs(by);
}
