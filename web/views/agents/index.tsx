import "#web/style/agents-view.css";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Block } from "#web/parts/block.tsx";
import { PageView } from "#web/parts/page-view.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { RunGlyph, RunOutput } from "#web/parts/run-state.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import { wentWrong } from "#web/state/agents/invitation-runs.ts";
import { threadHref } from "#web/state/address.ts";
import { manageApi } from "#web/state/manage-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { ViewProps } from "#web/views/frame/view-props.ts";
import { SessionCards } from "#web/views/side/session-cards.tsx";
import { type AgentWords, agentWords } from "#web/words/agents.ts";
import { when } from "#web/words/format.ts";
import { runWords } from "#web/words/run-words.ts";
import { AgentGroups } from "./agent-groups.tsx";

/** Every session with what it used, every agent with its state and the reason for it, and the last runs. */
export function View({ part }: ViewProps) {
  const { page, words } = useSignedIn();
  const own = agentWords[page.language.value];
  const sessions = page.sessions.value;
  return (
    <PageView title={words.destination.agents}>
      <Block title={words.sessions}>
        {sessions.length === 0 && <p class="sm dim">{own.noSessions}</p>}
        <div class="session-grid">
          <SessionCards
            sessions={sessions}
            more={(session) => (
              <a class="button quiet small" href={threadHref(session.thread)} aria-label={own.openThreadOf(session.name)}>
                {own.openThread}
              </a>
            )}
          />
        </div>
      </Block>
      <AgentGroups own={own} />
      <LastRuns own={own} areWanted={part === "runs"} />
    </PageView>
  );
}

function LastRuns({ own, areWanted }: { readonly own: AgentWords; readonly areWanted: boolean }) {
  const { page, words } = useSignedIn();
  const api = useMemo(() => manageApi(page.api), [page]);
  // The list of agents changes with every run that begins or ends.
  const { agents, invitable } = page.model.value;
  const { value, problem } = useLoaded(() => api.agentRuns(), [api, agents, invitable]);
  const place = useRef<HTMLElement>(null);
  const isThere = value !== undefined;
  // Once they are there: what is above them no longer moves.
  useEffect(() => {
    if (areWanted && isThere) place.current?.focus();
  }, [areWanted, isThere]);
  const names = new Map(invitable.map((one) => [one.agent_name, one.display_name]));
  return (
    <Block title={own.lastRuns} place={place}>
      <Problem text={problem} />
      {value?.map((run) => (
        <div key={run.id} class={wentWrong(run) ? "run-line failed" : "run-line"}>
          <RunGlyph run={run} />
          <span class="clip isolate">
            <Plain text={names.get(run.agent_name) ?? run.agent_name} />
          </span>
          <span class="end">
            <span class="dim">{when(Date.parse(run.started_at), page.now.value, words.weekdays)}</span> <Plain text={runWords(run, words)} />
          </span>
          <RunOutput run={run} words={words} />
        </div>
      ))}
      {value?.length === 0 && <p class="sm dim">{own.noRuns}</p>}
    </Block>
  );
}
