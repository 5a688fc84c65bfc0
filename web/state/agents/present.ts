import type { Model } from "#web/state/stream/model.ts";
import type { Words } from "#web/words/en.ts";
import { markedName } from "./marked-name.ts";

/** More names than these are only counted. */
const mostNames = 5;

export interface Present {
  /** Agents that are in the thread, and how many more. */
  readonly here: readonly string[];
  readonly more: number;
  readonly typing: readonly string[];
}

/** Who is in the thread besides the reader, and who writes there at the moment. */
export function presentIn(model: Pick<Model, "agents" | "typing">, thread: string, words: Pick<Words, "agentNamed">): Present {
  const names = new Map(model.agents.map((agent) => [agent.id, agent.display_name ?? agent.name]));
  const here = model.agents.filter((agent) => agent.is_online && agent.threads.includes(thread)).map((agent) => names.get(agent.id) ?? agent.name);
  return {
    here: here.slice(0, mostNames),
    more: Math.max(0, here.length - mostNames),
    typing: model.typing.filter((one) => one.thread === thread).map((one) => markedName(one.who, names.get(one.who) ?? one.name, words)),
  };
}
