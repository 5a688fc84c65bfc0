import type { QuestionWire, ThreadWire } from "#protocol/wire";

export interface ThreadGroup {
  readonly group: "waitsForYou" | "pinned" | "today" | "yesterday" | "earlier";
  /** Newest first; in the first group, the question that expires soonest. */
  readonly ids: readonly string[];
}

export type ThreadFilter = "all" | "waiting" | "unread" | "archive";
export const filters: readonly ThreadFilter[] = ["all", "waiting", "unread", "archive"];

/** Archived threads stand in the archive and nowhere else. */
export function threadsFor(filter: ThreadFilter, threads: readonly ThreadWire[], questions: readonly QuestionWire[]): readonly ThreadWire[] {
  if (filter === "archive") return threads.filter((thread) => thread.status === "archived");
  const here = threads.filter((thread) => thread.status !== "archived");
  if (filter === "all") return here;
  if (filter === "unread") return here.filter((thread) => thread.unread > 0);
  const waiting = new Set(questions.filter((question) => question.state === "open" && question.may_answer).map((question) => question.thread));
  return here.filter((thread) => waiting.has(thread.id));
}

const dayMs = 86_400_000;

/** `today` is the last midnight, local. */
export function groupThreads(
  threads: readonly ThreadWire[],
  questions: readonly QuestionWire[],
  today: number,
  pinned: ReadonlySet<string> = new Set(),
): readonly ThreadGroup[] {
  const expiry = new Map<string, number>();
  for (const question of questions) {
    if (question.state !== "open" || !question.may_answer) continue;
    expiry.set(question.thread, Math.min(expiry.get(question.thread) ?? Number.POSITIVE_INFINITY, Date.parse(question.expires_at)));
  }
  const groups: Record<ThreadGroup["group"], ThreadWire[]> = { waitsForYou: [], pinned: [], today: [], yesterday: [], earlier: [] };
  for (const thread of [...threads].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))) {
    const at = Date.parse(thread.updated_at);
    const group = expiry.has(thread.id)
      ? "waitsForYou"
      : pinned.has(thread.id)
        ? "pinned"
        : at >= today
          ? "today"
          : at >= today - dayMs
            ? "yesterday"
            : "earlier";
    groups[group].push(thread);
  }
  groups.waitsForYou.sort((a, b) => (expiry.get(a.id) ?? 0) - (expiry.get(b.id) ?? 0));
  return (["waitsForYou", "pinned", "today", "yesterday", "earlier"] as const)
    .map((group) => ({ group, ids: groups[group].map((thread) => thread.id) }))
    .filter((one) => one.ids.length > 0);
}

/** The thread to begin with: what waits for this person, else where somebody answers, else the newest. */
export function firstThread(threads: readonly ThreadWire[], questions: readonly QuestionWire[]): string | undefined {
  const [first] = groupThreads(threads, questions, 0);
  if (first?.group === "waitsForYou") return first.ids[0];
  const answered = new Set(threads.filter((thread) => thread.default_session !== null).map((thread) => thread.id));
  return first?.ids.find((id) => answered.has(id)) ?? first?.ids[0];
}
