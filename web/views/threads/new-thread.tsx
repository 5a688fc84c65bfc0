import "#web/style/new-thread.css";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAction } from "#web/parts/action.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { threadHref } from "#web/state/address.ts";
import { mayInvite } from "#web/state/permissions.ts";
import { sessionApi } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { useClis } from "#web/views/sessions/use-clis.ts";
import { CliSays, WorkPlaceFields, useWorkPlace } from "#web/views/sessions/work-place.tsx";
import { startWords } from "#web/words/start.ts";

const mostSessions = 5;

/** A topic, and who works in the new thread: nobody yet, a CLI that is installed, or an agent that can be invited. */
export function NewThread({ onDone }: { readonly onDone: () => void }) {
  const { page, words } = useSignedIn();
  const own = startWords[page.language.value];
  const api = useMemo(() => sessionApi(page.api), [page]);
  const { me, invitable } = page.model.value;
  const mayStart = mayInvite(me);
  const { here, problem: lookProblem } = useClis(api, mayStart);
  const [topic, setTopic] = useState("");
  const [who, setWho] = useState("");
  const [name, setName] = useState("");
  const { place, set, body } = useWorkPlace();
  const { problem, run } = useAction(onDone);
  // A second try goes on where the first one failed.
  const opened = useRef<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    // Losing it costs a list that is a few seconds behind the file.
    if (mayStart) page.loads.invitable().catch(() => undefined);
  }, []);
  const clis = here?.clis.filter(({ state }) => state !== "error") ?? [];
  const agents = mayStart ? invitable.filter((agent) => agent.is_invitable) : [];
  const cli = clis.find(({ cli_type: type }) => who === `cli ${type}`);
  const agent = agents.find((one) => who === `agent ${one.agent_name}`);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (topic.trim() === "" || (cli !== undefined && name.trim() === "")) return;
    run(async () => {
      opened.current ??= (await page.api.openThread(topic.trim())).id;
      const thread = opened.current;
      if (cli !== undefined) await api.create({ name: name.trim(), cli_type: cli.cli_type, thread, ...body });
      if (agent !== undefined) await page.api.invite(agent.agent_name, thread);
      location.hash = threadHref(thread);
    });
  };
  return (
    <form class="new-thread" onSubmit={onSubmit} onKeyDown={(event) => event.key === "Escape" && onDone()}>
      <div class="new-thread-topic">
        <label class="field">
          <span class="sr">{words.topic}</span>
          <input ref={field} value={topic} maxLength={200} placeholder={words.topic} onInput={(event) => setTopic(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button">
          {words.openIt}
        </button>
      </div>
      {clis.length + agents.length > 0 && (
        <label>
          {own.who}
          <span class="field">
            <select aria-label={own.who} value={who} onChange={(event) => setWho(event.currentTarget.value)}>
              <option value="">{own.nobody}</option>
              <Choices label={own.startCli} list={clis.map(({ cli_type: type }) => ({ value: `cli ${type}`, name: type }))} />
              <Choices label={own.invite} list={agents.map((one) => ({ value: `agent ${one.agent_name}`, name: one.display_name }))} />
            </select>
          </span>
        </label>
      )}
      {cli !== undefined && (
        <>
          <p class="two">
            <CliSays cli={cli} />
          </p>
          <label>
            {own.sessionName}
            <span class="field">
              <input value={name} maxLength={40} required onInput={(event) => setName(event.currentTarget.value)} />
            </span>
          </label>
          <WorkPlaceFields place={place} onChange={set} />
        </>
      )}
      <Problem text={problem === "" ? lookProblem : problem} />
      <OpenSessions onDone={onDone} />
    </form>
  );
}

function Choices({ label, list }: { readonly label: string; readonly list: readonly { readonly value: string; readonly name: string }[] }) {
  if (list.length === 0) return null;
  return (
    <optgroup label={label}>
      {list.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

/** A session works in one thread: going on with it means going there. */
function OpenSessions({ onDone }: { readonly onDone: () => void }) {
  const { page } = useSignedIn();
  const own = startWords[page.language.value];
  const sessions = page.sessions.value.filter(({ state }) => state !== "dead").slice(0, mostSessions);
  if (sessions.length === 0) return null;
  return (
    <section aria-label={own.orGoOn}>
      <h2 class="group">{own.orGoOn}</h2>
      {sessions.map((session) => (
        <a key={session.id} class="new-thread-session" href={threadHref(session.thread)} onClick={onDone}>
          <b class="clip isolate">
            <Plain text={session.name} />
          </b>
          <span class="two clip">{session.cli_type}</span>
          <SessionState session={session} />
        </a>
      ))}
    </section>
  );
}
