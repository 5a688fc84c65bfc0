import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { NewMessage } from "#domain/thread";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import { authorOf, hubLine } from "#hub/authors";
import type { Bus } from "./bus.ts";
import type { Caps } from "./caps.ts";
import type { PostGuard } from "./post-guard.ts";
import type { BusRules } from "./rules.ts";
import type { Waiting } from "./waiting.ts";
import { busTexts } from "./texts.ts";

export interface ClosingParts {
  readonly rules: BusRules;
  readonly waiting: Pick<Waiting, "news">;
  readonly guard: PostGuard;
  readonly caps: Caps;
}

/** Closes a thread. A summary is a line of whoever closes, and is let in as one; the hub says in words of its own only that it was closed. */
export function createClosing(
  { store, clock, newId, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">,
  { rules, waiting, guard, caps }: ClosingParts,
): Bus["close"] {
  const language = settings.language;

  const lineOf = (by: Actor, thread: ThreadId, text: string): NewMessage => ({
    id: newId("msg"),
    thread,
    at: clock.now(),
    author: authorOf(by),
    role: by.kind === "agent" ? "assistant" : "user",
    text,
    surface: by.kind === "agent" ? "mcp" : "api",
  });

  const put = async (by: Actor, id: ThreadId, summary: string | undefined): Promise<void> => {
    const at = clock.now();
    if (summary !== undefined) await store.setDetails(id, { summary });
    const said = summary === undefined ? [] : [lineOf(by, id, summary)];
    const closer = by.kind === "agent" ? { closed_by_agent_id: by.id } : {};
    const closed = {
      ...hubLine(newId, id, at, say(language, busTexts.threadClosed, { who: shownName(nameOf(by)) })),
      meta: { event: "meeting_closed", ...closer, closed_by_name: nameOf(by) },
    };
    // Handed over together, so that whoever waits is woken once, with both.
    await Promise.all([
      ...said.map((message) => store.accept({ at, message, fan: true })),
      store.accept({ at, message: closed, fan: true, change: { thread: id, body: { kind: "status", status: "closed", by: whoIs(by) } } }),
    ]);
    waiting.news(id);
  };

  return async (by, id, given) => {
    const thread = await rules.seen(by, id);
    await rules.opensAndCloses(by, thread, "close this thread");
    if (thread.status === "closed") return false;
    const summary = given?.trim() === "" ? undefined : given;
    await guard.cleanWords(by, summary);
    await caps.take(by, "changes");
    const takeBack = summary === undefined ? () => {} : await guard.take(by);
    try {
      await put(by, id, summary);
    } catch (cause) {
      takeBack();
      throw cause;
    }
    return true;
  };
}
