import { isDeepStrictEqual } from "node:util";
import type { Actor } from "#domain/people";
import { revOf } from "#domain/thread";
import type { AgentRow } from "#hub/bus/bus";
import type { FeedEvent } from "#hub/hub";
import type { DoorStore } from "#http/deps";
import { eventForAgent } from "#http/door/agent-view";
import { encodeBusEvents, encodePresence, type BusEvent } from "#http/encode/encode-events";

/** What the bus's streams write, made once for all listeners to whom it is the same. */
export interface BusFrames {
  /** Empty for what the bus does not tell. A promise only where something has to be read first. */
  of(event: FeedEvent, actor: Actor): string | Promise<string>;
  /** Who came, went or changed between two lists. */
  ofAgents(before: readonly AgentRow[], now: readonly AgentRow[]): string;
}

export function createBusFrames(store: Pick<DoorStore, "message">): BusFrames {
  // The feed hands every listener the same objects. Agents are not shown everything.
  const forPeople = new WeakMap<FeedEvent, string>();
  const forAgents = new WeakMap<FeedEvent, string | Promise<string>>();
  const changes = new WeakMap<readonly AgentRow[], WeakMap<readonly AgentRow[], string>>();

  const framesOf = (event: FeedEvent): string => {
    const known = forPeople.get(event);
    if (known !== undefined) return known;
    const made = busFrames(encodeBusEvents(event), event.kind === "entry" ? `${event.thread}:${revOf(event.entry)}` : undefined);
    forPeople.set(event, made);
    return made;
  };

  const framesForAgents = (event: FeedEvent): string | Promise<string> => {
    const known = forAgents.get(event);
    if (known !== undefined) return known;
    const seen = eventForAgent(store, event);
    const made = seen instanceof Promise ? seen.then(framesOf) : framesOf(seen);
    forAgents.set(event, made);
    return made;
  };

  return {
    of: (event, actor) => (actor.kind === "agent" ? framesForAgents(event) : framesOf(event)),
    ofAgents: (before, now) => {
      const known = changes.get(now) ?? new WeakMap<readonly AgentRow[], string>();
      changes.set(now, known);
      const made = known.get(before) ?? busFrames(changesOf(before, now));
      known.set(before, made);
      return made;
    },
  };
}

/** Several may come of one line: only the last carries its place, so that none is skipped by coming back. */
export function busFrames(events: readonly BusEvent[], id?: string): string {
  return events.map((event, at) => `${id !== undefined && at === events.length - 1 ? `id: ${id}\n` : ""}data: ${JSON.stringify(event)}\n\n`).join("");
}

function changesOf(before: readonly AgentRow[], now: readonly AgentRow[]): readonly BusEvent[] {
  if (before === now) return [];
  const known = new Map(before.map((row) => [row.agent.id, row]));
  const here = new Set(now.map((row) => row.agent.id));
  const left = before.filter((row) => row.isOnline && !here.has(row.agent.id));
  return [...now.flatMap((row) => changeOf(known.get(row.agent.id), row)), ...left.map((row) => encodePresence("agent.offline", { ...row, isOnline: false }))];
}

/** What is only a sign of life is nobody's news. */
function changeOf(before: AgentRow | undefined, now: AgentRow): readonly BusEvent[] {
  if (now.isOnline !== (before?.isOnline ?? false)) return [encodePresence(now.isOnline ? "agent.online" : "agent.offline", now)];
  return before !== undefined && !isSameCard(before, now) ? [encodePresence("agent.updated", now)] : [];
}

function isSameCard({ agent: a }: AgentRow, { agent: b }: AgentRow): boolean {
  return (
    a.name === b.name &&
    a.displayName === b.displayName &&
    a.emoji === b.emoji &&
    a.description === b.description &&
    a.ide === b.ide &&
    a.model === b.model &&
    isDeepStrictEqual(a.capabilities, b.capabilities) &&
    isDeepStrictEqual(a.skills, b.skills)
  );
}
