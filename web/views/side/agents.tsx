import type { AgentWire } from "#protocol/agents";
import { Block } from "#web/parts/block.tsx";
import { Face } from "#web/parts/avatar.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { agentList } from "#web/state/agents/agent-list.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { mayInvite } from "#web/state/permissions.ts";
import type { Words } from "#web/words/en.ts";
import { InviteButton, InviteProblem } from "./invite-button.tsx";

/** Agents that join and drive themselves: here, to be invited, or gone for now. */
export function Agents() {
  const { page, words } = useSignedIn();
  const { agents, invitable } = page.model.value;
  const { shown, more } = agentList(agents, invitable);
  return (
    <Block title={words.agents}>
      {shown.map(({ agent, name }) => (
        <AgentItem key={agent.id} agent={agent} name={name} />
      ))}
      {more > 0 && <p class="sm dim">{words.moreOffline(more)}</p>}
      {shown.length === 0 && <p class="sm dim">{words.noAgents}</p>}
    </Block>
  );
}

function stateOf(agent: AgentWire, thread: string | null, words: Words): string {
  if (!agent.is_online) return words.offline;
  return thread !== null && agent.threads.includes(thread) ? words.inThread : words.online;
}

function AgentItem({ agent, name }: { readonly agent: AgentWire; readonly name: string }) {
  const { page, words } = useSignedIn();
  const thread = page.thread.value;
  const invites = !agent.is_online && thread !== null && mayInvite(page.model.value.me) ? agent.agent_name : null;
  return (
    <>
      <div class="item agent-item" title={spelled(agent.description)}>
        <Face kind="agent" name={name} small />
        <span class="clip isolate">
          <Plain text={name} />
        </span>
        <span class="end">
          {invites !== null && thread !== null ? (
            <InviteButton agent={invites} name={name} thread={thread} />
          ) : (
            <span class="dim">{stateOf(agent, thread, words)}</span>
          )}
        </span>
      </div>
      {invites !== null && thread !== null && <InviteProblem agent={invites} thread={thread} />}
    </>
  );
}
