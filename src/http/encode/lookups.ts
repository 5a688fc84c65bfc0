import { isId, type ArtifactId, type QuestionId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { Question } from "#domain/question";
import type { Entry } from "#domain/thread";
import type { HttpDeps } from "#http/deps";
import type { Known } from "./encode.ts";

type GatherDeps = Pick<HttpDeps, "store" | "policy" | "hub">;

/** Reads what entries only name: files, questions, the sessions that asked them, and who changed something. */
export async function gather(deps: GatherDeps, actor: Actor, entries: readonly Entry[]): Promise<Known> {
  const reader = deps.policy.reader(actor);
  const artifactIds = new Set<ArtifactId>(entries.flatMap(artifactsIn));
  const questionIds = new Set<QuestionId>(entries.flatMap((entry) => questionOf(entry) ?? []));
  const [artifacts, nameOf, questions] = await Promise.all([
    artifactIds.size === 0 ? [] : deps.store.artifacts([...artifactIds]),
    gatherNames(deps, new Set(entries.flatMap((entry) => changerOf(entry) ?? []))),
    Promise.all([...questionIds].map((id) => deps.store.question(reader, id))),
  ]);
  const found = questions.filter((question) => question !== undefined);
  const byArtifact = new Map<string, (typeof artifacts)[number]>(artifacts.map((artifact) => [artifact.id, artifact]));
  const byQuestion = new Map<string, Question>(found.map((question) => [question.id, question]));
  const known = await gatherSessions(deps, actor, found);
  return { ...known, nameOf, artifact: (id) => byArtifact.get(id), question: (id) => byQuestion.get(id) };
}

export async function gatherSessions(deps: GatherDeps, actor: Actor, questions: readonly Question[]): Promise<Pick<Known, "sessionName" | "mayAnswer">> {
  const ids = [...new Set(questions.flatMap(({ session }) => session ?? []))];
  const sessions = await Promise.all(ids.map((id) => deps.store.session(id)));
  const names = new Map<string, string>(sessions.flatMap((session) => (session === undefined ? [] : [[session.id, session.name]])));
  return {
    // A session that was dropped has no row any more; its questions stay in the log.
    sessionName: (id) => names.get(id) ?? id,
    mayAnswer: (question) => deps.hub.mayAnswer(actor, question),
  };
}

async function gatherNames({ store }: GatherDeps, who: ReadonlySet<string>): Promise<Known["nameOf"]> {
  if (who.size === 0) return (key) => key;
  const ids = [...who].filter((key) => isId("agt", key));
  const [people, agents] = await Promise.all([store.people(), Promise.all(ids.map((id) => store.registeredAgent(id)))]);
  const names = new Map<string, string>(people.flatMap(({ id, name, accounts }) => [id, ...accounts].map((key) => [key, name])));
  for (const agent of agents) if (agent !== undefined) names.set(agent.id, agent.name);
  return (key) => names.get(key) ?? key;
}

function artifactsIn(entry: Entry): readonly ArtifactId[] {
  if (entry.kind === "message") return entry.message.artifacts ?? [];
  return entry.change.body.kind === "file" ? [entry.change.body.artifact] : [];
}

/** `whoIs` of who made a change that says so. */
export function changerOf(entry: Entry): string | undefined {
  return entry.kind === "change" && "by" in entry.change.body ? entry.change.body.by : undefined;
}

export function questionOf(entry: Entry): QuestionId | undefined {
  if (entry.kind === "message") return undefined;
  const { body } = entry.change;
  return body.kind === "asked" || body.kind === "resolved" ? body.question : undefined;
}
