import type { InvitableWire, InvitationWire } from "#protocol/agents";
import { Face } from "#web/parts/face.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Menu } from "#web/parts/menu.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { RunGlyph, RunOutput, runWords } from "#web/parts/run-state.tsx";
import { useHere } from "#web/state/here.ts";
import { mayInvite } from "#web/state/may.ts";
import { isOpen, runsIn } from "#web/state/runs.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { when } from "#web/words/format.ts";

/** The agents that the operator has prepared, and one click for each. */
export function Invite({ thread }: { readonly thread: string }) {
  const { page, words } = useHere();
  const { invitable, me } = page.model.value;
  const face = (
    <>
      <Icon name="plus" small />
      {words.invite}
    </>
  );
  return (
    <Menu label={words.inviteAgent} look="button" face={face}>
      {() => (
        <>
          {invitable.length === 0 && <p class="two">{words.noInvitable}</p>}
          <ul class="invitable">
            {invitable.map((agent, at) => (
              <InvitableRow key={`${agent.agent_name} ${at}`} agent={agent} thread={thread} />
            ))}
          </ul>
          {invitable.length > 0 && !mayInvite(me) && <p class="two">{words.mayNotInvite}</p>}
        </>
      )}
    </Menu>
  );
}

function InvitableRow({ agent, thread }: { readonly agent: InvitableWire; readonly thread: string }) {
  const { page } = useHere();
  const run = runsIn(page.model.value, thread).find((one) => one.agent_name === agent.agent_name);
  const canBe = agent.problem === null && agent.enabled;
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
      {canBe && <InviteButton agent={agent.agent_name} name={agent.display_name} thread={thread} />}
    </li>
  );
}

/** What stands in the way, else how it goes here, else how it went last. */
function Standing({ agent, run }: { readonly agent: InvitableWire; readonly run: InvitationWire | undefined }) {
  const { page, words } = useHere();
  const warning = agent.problem ?? (agent.enabled ? (agent.health?.ok === false ? agent.health.says : null) : words.switchedOff);
  const shown = run ?? agent.last;
  return (
    <>
      {warning !== null && (
        <p class="standing">
          <Glyph name="error" tone={agent.problem === null && !agent.enabled ? "" : "warn"} />
          <span>
            <Plain text={warning} />
          </span>
        </p>
      )}
      {shown !== null && (
        <p class="standing" role="status">
          <RunGlyph run={shown} />
          <span>
            <Plain
              text={
                shown === run ? runWords(shown, words) : words.lastRun(when(Date.parse(shown.at), page.today.value, words.weekdays), runWords(shown, words))
              }
            />
          </span>
        </p>
      )}
      {shown !== null && <RunOutput run={shown} words={words} />}
    </>
  );
}

/** Where an agent can be invited from here. Nothing is left to press while it is on its way, or here. */
export function InviteButton({ agent, name, thread }: { readonly agent: string; readonly name: string; readonly thread: string }) {
  const { page, words } = useHere();
  const model = page.model.value;
  const run = runsIn(model, thread).find((one) => one.agent_name === agent);
  const isAsking = page.invites.tryOf(agent, thread)?.kind === "asking";
  if (!mayInvite(model.me)) return null;
  if (isAsking || isOpen(run)) {
    const state = isOpen(run) ? run.state : "starting";
    return (
      <span class="state processing" role="status">
        {state !== "joined" && <Glyph name="processing" />}
        {words.runState[state]}
      </span>
    );
  }
  return (
    <button type="button" class="button small" aria-label={words.inviteWhom(name)} onClick={() => page.invites.invite(agent, thread)}>
      {words.invite}
    </button>
  );
}

export function InviteProblem({ agent, thread }: { readonly agent: string; readonly thread: string }) {
  const { page, words } = useHere();
  const tried = page.invites.tryOf(agent, thread);
  return <Problem text={tried?.kind === "refused" ? sentenceOf(tried.error, words) : ""} />;
}
