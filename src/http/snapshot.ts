import type { Actor } from "#domain/people";
import { roleOf } from "#domain/people";
import type { Entry, Thread } from "#domain/thread";
import type { SnapshotWire } from "#protocol/wire";
import type { HttpDeps } from "./deps.ts";
import { encodeAgents } from "./encode-agents.ts";
import { encodeDraft, encodeEntry, encodeLink, encodeMe, encodeQuestion, encodeSession, encodeThread } from "./encode.ts";
import { encodeLight, encodeRunLine } from "./encode-runs.ts";
import { gather, gatherSessions } from "./gather.ts";

const threadsShown = 200;
const questionsShown = 200;
const entriesShown = 100;
const runsShown = 50;
/** A page must not wait for long messages that it does not show at first. */
const charsShown = 1_000_000;

type SnapshotDeps = Pick<HttpDeps, "store" | "policy" | "hub" | "version" | "language" | "prefix">;

/** Everything the page shows at first. A resumed stream brings its thread's entries along after it. */
export async function takeSnapshot(deps: SnapshotDeps, actor: Actor, thread: Thread | undefined, isResumed: boolean): Promise<SnapshotWire> {
  const { store, hub, policy } = deps;
  const reader = policy.reader(actor);
  const [threads, sessions, questions, drafts, typing, agents, invitable, redLines, lights, shown] = await Promise.all([
    store.threads(reader, { limit: threadsShown }),
    store.sessions(reader),
    store.questions(reader, { state: "open", limit: questionsShown }),
    hub.feed.drafts(actor),
    hub.feed.typists(actor),
    hub.bus.agents(actor),
    hub.bus.invitable(actor),
    roleOf(actor) === undefined ? [] : hub.status(actor).then((status) => status.redLines),
    hub.feed.lights(actor),
    thread === undefined ? null : newest(deps, actor, thread, isResumed ? 0 : entriesShown),
  ]);
  const known = await gatherSessions(deps, actor, questions);
  const { id, name, role } = encodeMe(actor);
  return {
    me: { id, name, role },
    version: deps.version,
    language: deps.language,
    prefix: deps.prefix,
    threads: threads.map(encodeThread),
    sessions: sessions.map(encodeSession),
    questions: questions.map((question) => encodeQuestion(question, known)),
    links: hub.feed.links().map(encodeLink),
    lights: lights.map(encodeLight),
    drafts: drafts.map(encodeDraft),
    typing: [...typing],
    ...encodeAgents(agents, invitable),
    red_lines: redLines.map((line) => ({ ...line })),
    thread: shown,
  };
}

/** Only up to the thread's rev as it was read: what came after is the feed's to tell. */
async function newest(deps: SnapshotDeps, actor: Actor, thread: Thread, limit: number): Promise<SnapshotWire["thread"]> {
  const reader = deps.policy.reader(actor);
  const runs = (await deps.store.runs(reader, { thread: thread.id, limit: runsShown })).map(encodeRunLine);
  if (limit === 0) return { id: thread.id, entries: [], has_more: false, runs };
  const entries = newestWithin(await deps.store.entries(reader, thread.id, { beforeRev: thread.rev + 1, limit }), charsShown);
  const known = await gather(deps, actor, entries);
  return { id: thread.id, entries: entries.map((entry) => encodeEntry(entry, known)), has_more: thread.rev > entries.length, runs };
}

/** At least one. */
function newestWithin(entries: readonly Entry[], chars: number): readonly Entry[] {
  let left = chars;
  const from = entries.findLastIndex((entry) => {
    left -= entry.kind === "message" ? entry.message.text.length : 0;
    return left < 0;
  });
  return entries.slice(Math.min(from + 1, entries.length - 1));
}
