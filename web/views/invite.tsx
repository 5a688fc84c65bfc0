import { useEffect } from "preact/hooks";
import type { InvalidAgentWire, InvitableWire, InvitationWire } from "#protocol/invitations";
import { Face } from "#web/parts/face.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Menu } from "#web/parts/menu.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { RunGlyph, RunOutput } from "#web/parts/run-state.tsx";
import { runWords } from "#web/words/run-words.ts";
import { useHere } from "#web/state/here.ts";
import { mayInvite } from "#web/state/may.ts";
import { isOpen, runsIn } from "#web/state/runs.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { when } from "#web/words/format.ts";
import { Warning, WaitingRow } from "./waiting-agent.tsx";

/** The agents that the operator has prepared, and one click for each. */
export function Invite({ thread }: { readonly thread: string }) {
  const { words } = useHere();
  const face = (
    <>
      <Icon name="plus" small />
      {words.invite}
    </>
  );
  return (
    <Menu label={words.inviteAgent} look="button" face={face}>
      {() => <InviteList thread={thread} />}
    </Menu>
  );
}

function InviteList({ thread }: { readonly thread: string }) {
  const { page, words } = useHere();
  const { invitable, invalid, me } = page.model.value;
  useEffect(() => {
    // Losing it costs a list that is a few seconds behind the file.
    page.loadInvitable().catch(() => undefined);
  }, []);
  return (
    <>
      {invitable.length + invalid.length === 0 && <p class="two">{words.noInvitable}</p>}
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

function InvitableRow({ agent, thread }: { readonly agent: InvitableWire; readonly thread: string }) {
  const { page } = useHere();
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
  const { page, words } = useHere();
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

/** Stays in its place while the agent is on its way, or here, so that the focus does; then it says so, and does nothing. */
export function InviteButton({ agent, name, thread }: { readonly agent: string; readonly name: string; readonly thread: string }) {
  const { page, words } = useHere();
  const model = page.model.value;
  const run = runsIn(model, thread).find((one) => one.agent_name === agent);
  if (!mayInvite(model.me)) return null;
  const state = isOpen(run) ? run.state : page.invites.tryOf(agent, thread)?.kind === "asking" ? "starting" : null;
  const onClick = (): void => {
    if (state === null) page.invites.invite(agent, thread);
  };
  return (
    <button
      type="button"
      class={state === null ? "button small" : "button quiet small"}
      aria-label={state === null ? words.inviteWhom(name) : undefined}
      aria-disabled={state !== null}
      onClick={onClick}
    >
      {state !== null && state !== "joined" && <Glyph name="processing" />}
      {state === null ? words.invite : words.runState[state]}
    </button>
  );
}

export function InviteProblem({ agent, thread }: { readonly agent: string; readonly thread: string }) {
  const { page, words } = useHere();
  const tried = page.invites.tryOf(agent, thread);
  return <Problem text={tried?.kind === "refused" ? sentenceOf(tried.error, words) : ""} />;
}
