import { Block } from "#web/parts/block.tsx";
import { Face } from "#web/parts/avatar.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { agentList } from "#web/state/agents/agent-list.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { AgentWords } from "#web/words/agents.ts";

interface AgentLine {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  /** The one reason for its state. */
  readonly state: string;
  readonly isBad?: boolean;
}

/** Agents that drive themselves, by what can be done with them now. Each is in one group, with its reason there. */
export function AgentGroups({ own }: { readonly own: AgentWords }) {
  const { page, words } = useSignedIn();
  const { agents, invitable, invalid: unusable } = page.model.value;
  const { shown } = agentList(agents, invitable);
  const entryOf = new Map(invitable.map((one) => [one.agent_name, one]));
  const online = shown
    .filter(({ agent }) => agent.is_online)
    .map(({ agent, name }): AgentLine => ({ key: agent.id, name, about: agent.description, state: own.inThreads(agent.threads.length) }));
  const waiting = shown.filter(({ agent }) => !agent.is_online && agent.agent_name !== null);
  const healthy = waiting.flatMap(({ agent, name }): readonly AgentLine[] => {
    const health = entryOf.get(agent.agent_name ?? "")?.health ?? null;
    return health?.ok === false ? [] : [{ key: agent.id, name, about: agent.description, state: health === null ? own.nothingHealthy : health.says }];
  });
  const broken = waiting.flatMap(({ agent, name }): readonly AgentLine[] => {
    const health = entryOf.get(agent.agent_name ?? "")?.health ?? null;
    return health?.ok === false ? [{ key: agent.id, name, about: agent.description, state: health.says, isBad: true }] : [];
  });
  const invalid = unusable.map((one): AgentLine => ({
    key: `invalid ${one.agent_name}`,
    name: one.agent_name,
    about: one.waits?.description ?? "",
    state: one.question === null ? one.why : own.waits,
    isBad: one.question === null,
  }));
  const gone = shown
    .filter(({ agent }) => !agent.is_online && agent.agent_name === null)
    .map(({ agent, name }): AgentLine => ({ key: agent.id, name, about: agent.description, state: words.offline }));
  const groups = [
    [own.online, online],
    [own.invitable, healthy],
    [own.unavailable, [...broken, ...invalid]],
    [own.gone, gone],
  ] as const;
  if (groups.every(([, lines]) => lines.length === 0))
    return (
      <Block title={words.agents}>
        <p class="sm dim">{own.none}</p>
      </Block>
    );
  return (
    <>
      {groups.map(
        ([title, lines]) =>
          lines.length > 0 && (
            <Block key={title} title={title}>
              {lines.map((line) => (
                <div key={line.key} class="agent-line">
                  <Face kind="agent" name={line.name} small />
                  <b class="clip isolate">
                    <Plain text={line.name} />
                  </b>
                  <span class={line.isBad === true ? "state bad" : "state two"}>
                    <Plain text={line.state} />
                  </span>
                  {line.about !== "" && (
                    <p class="about two">
                      <Plain text={line.about} />
                    </p>
                  )}
                </div>
              ))}
            </Block>
          ),
      )}
    </>
  );
}
