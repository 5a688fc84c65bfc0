import { pageBytes } from "#domain/page";
import type { Actor } from "#domain/people";
import { roleOf } from "#domain/people";
import type { Thread } from "#domain/thread";
import type { AgentsWire } from "#protocol/agents";
import type { SnapshotWire } from "#protocol/wire";
import type { HttpDeps } from "#http/deps";
import { encodeDraft, encodeEntry, encodeLink, encodeMe, encodeQuestion, encodeSession, encodeThread } from "#http/encode/encode";
import { encodeLight, encodeRunLine } from "#http/encode/encode-runs";
import { gather, gatherSessions } from "#http/encode/lookups";
import type { AgentFrames, AgentsJson } from "./agent-frames.ts";

const threadsShown = 200;
const questionsShown = 200;
const entriesShown = 100;
const runsShown = 50;

interface SnapshotDeps extends Pick<HttpDeps, "store" | "policy" | "hub" | "version" | "language" | "prefix"> {
  readonly agents: Pick<AgentFrames, "of">;
}

/** With the list of agents as JSON: it may be long, and is the same for many who come at once. */
export interface Snapshot extends Omit<SnapshotWire, keyof AgentsWire> {
  readonly agents: AgentsJson;
}

/** Everything the page shows at first. A resumed stream brings its thread's entries along after it. */
export async function takeSnapshot(deps: SnapshotDeps, actor: Actor, thread: Thread | undefined, isResumed: boolean): Promise<Snapshot> {
  const { store, hub, policy } = deps;
  const reader = policy.reader(actor);
  const [threads, sessions, questions, drafts, typing, agents, invitable, redLines, lights, linksSetUp, shown] = await Promise.all([
    store.threads(reader, { limit: threadsShown }),
    store.sessions(reader),
    store.questions(reader, { state: "open", limit: questionsShown }),
    hub.feed.drafts(actor),
    hub.feed.typists(actor),
    hub.bus.agents(actor, hub.bus.agentsMoment()),
    hub.bus.invitable(actor),
    roleOf(actor) === undefined ? [] : hub.status(actor).then((status) => status.redLines),
    hub.feed.lights(actor),
    hub.terminal.linksSetUp(),
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
    links_set_up: [...linksSetUp],
    drafts: drafts.map(encodeDraft),
    typing: [...typing],
    agents: deps.agents.of(agents, invitable),
    agents_file: invitable.file ?? null,
    red_lines: redLines.map((line) => ({ ...line })),
    thread: shown,
  };
}

/** Only up to the thread's rev as it was read: what came after is the feed's to tell. */
async function newest(deps: SnapshotDeps, actor: Actor, thread: Thread, limit: number): Promise<SnapshotWire["thread"]> {
  const reader = deps.policy.reader(actor);
  const runs = (await deps.store.runs(reader, { thread: thread.id, limit: runsShown })).map(encodeRunLine);
  if (limit === 0) return { id: thread.id, entries: [], has_more: false, runs };
  const entries = await deps.store.entries(reader, thread.id, { beforeRev: thread.rev + 1, limit, mostBytes: pageBytes });
  const known = await gather(deps, actor, entries);
  return { id: thread.id, entries: entries.map((entry) => encodeEntry(entry, known)), has_more: thread.rev > entries.length, runs };
}
