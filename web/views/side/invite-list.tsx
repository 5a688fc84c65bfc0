import "#web/style/invite-list.css";
import { useEffect } from "preact/hooks";
import type { InvalidAgentWire, InvitableWire, InvitationWire } from "#protocol/invitations";
import { Face } from "#web/parts/avatar.tsx";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { RunGlyph, RunOutput } from "#web/parts/run-state.tsx";
import { exampleCommand } from "#web/state/first-steps.ts";
import { isOpen, runsIn } from "#web/state/agents/invitation-runs.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { mayInvite } from "#web/state/permissions.ts";
import { when } from "#web/words/format.ts";
import { runWords } from "#web/words/run-words.ts";
import { InviteButton, InviteProblem } from "./invite-button.tsx";
import { WaitingRow, Warning } from "./waiting-agent.tsx";

/** The agents that the operator has prepared, and one click for each. */
export function InviteList({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const { invitable, invalid, agentsFile, me, questions } = page.model.value;
  useEffect(() => {
    // Losing it costs a list that is a few seconds behind the file. A new entry of the file comes with a question.
    page.loads.invitable().catch(() => undefined);
  }, [questions.size]);
  return (
    <>
      {invitable.length + invalid.length === 0 && <NoneToInvite file={agentsFile} />}
      <ul class="invitable">
        {invitable.map((agent) => (
          <InvitableRow key={agent.agent_name} agent={agent} thread={thread} />
        ))}
        {invalid.map((agent) =>
          agent.waits === null ? (
            <InvalidRow key={`${agent.agent_name} ${agent.why}`} agent={agent} />
          ) : (
            <WaitingRow key={`${agent.agent_name} ${agent.waits.command}`} agent={agent} waits={agent.waits} />
          ),
        )}
      </ul>
      {invitable.length > 0 && !mayInvite(me) && <p class="two">{words.mayNotInvite}</p>}
    </>
  );
}

/** Only those who may invite are given the path. */
function NoneToInvite({ file }: { readonly file: string | null }) {
  const { words } = useSignedIn();
  if (file === null) return <p class="two">{words.noInvitable}</p>;
  const command = exampleCommand(file);
  return (
    <div class="example">
      <p class="two">{words.noInvitableYet}</p>
      <p class="command">{command}</p>
      <CopyButton text={command} label={words.copyCommand} copied={words.copied} />
    </div>
  );
}

function InvitableRow({ agent, thread }: { readonly agent: InvitableWire; readonly thread: string }) {
  const { page } = useSignedIn();
  const run = runsIn(page.model.value, thread).find((one) => one.agent_name === agent.agent_name);
  return (
    <li>
      <Face kind="agent" name={agent.display_name} />
      <div>
        <b class="isolate">
          <Plain text={agent.display_name} />
        </b>
        {agent.description !== "" && (
          <p class="two">
            <Plain text={agent.description} />
          </p>
        )}
        <Standing agent={agent} run={run} />
        <InviteProblem agent={agent.agent_name} thread={thread} />
      </div>
      {agent.is_invitable && <InviteButton agent={agent.agent_name} name={agent.display_name} thread={thread} />}
    </li>
  );
}

function InvalidRow({ agent }: { readonly agent: InvalidAgentWire }) {
  return (
    <li>
      <Face kind="agent" name={agent.agent_name} />
      <div>
        <b class="isolate">
          <Plain text={agent.agent_name} />
        </b>
        <Warning text={agent.why} />
      </div>
    </li>
  );
}

/** What stands in the way, and how it went last. While it is here, the place of the button says so. */
function Standing({ agent, run }: { readonly agent: InvitableWire; readonly run: InvitationWire | undefined }) {
  const { page, words } = useSignedIn();
  const last = run ?? agent.last;
  const how = (ended: InvitationWire): string => words.lastRun(when(Date.parse(ended.started_at), page.today.value, words.weekdays), runWords(ended, words));
  return (
    <>
      {!agent.is_invitable && <p class="dim">{words.switchedOff}</p>}
      {agent.is_invitable && agent.health?.ok === false && <Warning text={agent.health.says} />}
      {last !== null && !isOpen(run) && (
        <>
          <p class="standing">
            <RunGlyph run={last} />
            <span>
              <Plain text={isOpen(last) ? words.elsewhere : how(last)} />
            </span>
          </p>
          <RunOutput run={last} words={words} />
        </>
      )}
    </>
  );
}
