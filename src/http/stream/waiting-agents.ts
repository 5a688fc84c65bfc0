import type { Actor } from "#domain/people";
import type { HttpDeps } from "#http/deps";

/** Who waits in which of the threads that the actor sees. */
export async function waitingAgents({ hub: { bus } }: Pick<HttpDeps, "hub">, actor: Actor): Promise<ReadonlyMap<string, readonly object[]>> {
  const waits = await bus.waits(actor);
  if (waits.length === 0) return new Map();
  const rows = new Map<string, Awaited<ReturnType<typeof bus.agents>>[number]>((await bus.agents(actor)).map((row) => [row.agent.id, row]));
  const byThread = new Map<string, Map<string, object>>();
  for (const { thread, agent, name } of waits) {
    const known = rows.get(agent)?.agent;
    const here = byThread.get(thread) ?? new Map<string, object>();
    byThread.set(thread, here.set(agent, { id: agent, display_name: known?.displayName ?? known?.name ?? name, emoji: known?.emoji ?? null }));
  }
  return new Map([...byThread].map(([thread, agents]) => [thread, [...agents.values()]]));
}
