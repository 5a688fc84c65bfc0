import type { Model } from "./model.ts";

/** More names than these are only counted. */
const mostNames = 5;

export interface Present {
  /** Agents that are in the thread, and how many more. */
  readonly here: readonly string[];
  readonly more: number;
  readonly typing: readonly string[];
}

/** Who is in the thread besides the reader, and who writes there at the moment. */
export function presentIn(model: Pick<Model, "agents" | "typing">, thread: string): Present {
  const names = new Map(model.agents.map((agent) => [agent.id, agent.display_name ?? agent.name]));
  const here = model.agents.filter((agent) => agent.is_online && agent.threads.includes(thread)).map((agent) => names.get(agent.id) ?? agent.name);
  return {
    here: here.slice(0, mostNames),
    more: Math.max(0, here.length - mostNames),
    typing: model.typing.filter((one) => one.thread === thread).map((one) => names.get(one.who) ?? one.name),
  };
}
