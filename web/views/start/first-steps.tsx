import "#web/style/first-steps.css";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useLoaded } from "#web/parts/use-loaded.ts";
import { areDone, exampleCommand, firstSteps, sessionLines, setupCommand, tokenCommand } from "#web/state/first-steps.ts";
import { sessionApi } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { useClis } from "#web/views/sessions/use-clis.ts";
import { startWords } from "#web/words/start.ts";

/** The next three things to do on a new hub, with the paths and commands of this one. Each is marked when it is there. */
export function FirstSteps() {
  const { page } = useSignedIn();
  const own = startWords[page.language.value];
  const api = useMemo(() => sessionApi(page.api), [page]);
  const { value: start, problem } = useLoaded(() => api.start(), [api]);
  const steps = firstSteps(page.model.value);
  const { here } = useClis(api);
  const [isMaking, setMaking] = useState(false);
  const installed =
    here?.clis.filter(({ state, cli_type: cli }) => state !== "error" && cli !== "scripted" && cli !== "acp").map(({ cli_type: cli }) => cli) ?? [];
  const agentsFile = page.model.value.agentsFile;
  if (start === null) return <Problem text={problem} />;
  const file = start.config_file;
  const next = (["chat", "cli", "agent"] as const).find((step) => steps[step].length === 0);
  return (
    <section class="first-steps" aria-label={own.title}>
      <p class="two">{areDone(steps) ? own.allDone : own.lead}</p>
      <ol>
        <Step title={own.chat} done={steps.chat} says={own.chatDone} isNext={next === "chat"}>
          <How text={own.chatHow(file)} />
          <Setup start={start} />
        </Step>
        <Step title={own.cli} done={steps.cli} says={own.cliDone} isNext={next === "cli"}>
          {here !== null && <How text={installed.length === 0 ? own.cliNone : own.cliFound(own.list(installed))} />}
          <button type="button" class="button small" onClick={() => setMaking(true)}>
            {own.newSession}
          </button>
          <How text={own.cliHow(file)} />
          <Command text={sessionLines(installed[0] ?? "claude")} />
        </Step>
        <Step title={own.agent} done={steps.agent} says={own.agentDone} isNext={next === "agent"}>
          {agentsFile !== null && <How text={own.agentHow(agentsFile)} />}
          {agentsFile !== null && <Command text={exampleCommand(agentsFile)} />}
          <How text={own.agentJoin} />
          <Command text={tokenCommand(start)} />
        </Step>
      </ol>
      <dl class="places two" aria-label={own.places}>
        <dt>{own.config}</dt>
        <dd>{file}</dd>
        <dt>{own.home}</dt>
        <dd>{start.home ?? own.defaultHome}</dd>
        <dt>{own.workspace}</dt>
        <dd>{start.workspace}</dd>
      </dl>
      {isMaking && (
        <Fetched load={() => import("#web/views/sessions/new-session.tsx")}>{(part) => <part.NewSession onClose={() => setMaking(false)} />}</Fetched>
      )}
    </section>
  );
}

function Setup({ start }: { readonly start: Parameters<typeof setupCommand>[0] }) {
  const { page } = useSignedIn();
  const own = startWords[page.language.value];
  const [platform, setPlatform] = useState(start.platforms.includes("telegram") ? "telegram" : (start.platforms[0] ?? ""));
  return (
    <>
      <label class="two">
        {own.platform}{" "}
        <select aria-label={own.platform} value={platform} onChange={(event) => setPlatform(event.currentTarget.value)}>
          {start.platforms.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Command text={setupCommand(start, platform)} />
    </>
  );
}

interface StepProps {
  readonly title: string;
  /** What shows that it is there; empty while it is to do. */
  readonly done: readonly string[];
  readonly says: (names: string) => string;
  /** The first that is to do stands open. */
  readonly isNext: boolean;
  readonly children: ComponentChildren;
}

const mostNames = 5;

function Step({ title, done, says, isNext, children }: StepProps) {
  const { page } = useSignedIn();
  const own = startWords[page.language.value];
  const isDone = done.length > 0;
  const head = (
    <h2>
      <Glyph name={isDone ? "done" : "idle"} {...(isDone ? { tone: "ok" as const } : {})} />
      {title}
      <span class="tag">{isDone ? own.done : own.toDo}</span>
    </h2>
  );
  if (isDone) {
    return (
      <li aria-label={title}>
        {head}
        <How text={says(own.list(done.slice(0, mostNames)))} />
      </li>
    );
  }
  return (
    <li aria-label={title}>
      <details open={isNext}>
        <summary>{head}</summary>
        <div class="step-how">{children}</div>
      </details>
    </li>
  );
}

function How({ text }: { readonly text: string }) {
  return (
    <p class="two">
      <Plain text={text} />
    </p>
  );
}

function Command({ text }: { readonly text: string }) {
  const { page } = useSignedIn();
  const own = startWords[page.language.value];
  return (
    <div class="step-command">
      <pre>{text}</pre>
      <CopyButton text={text} label={own.copy} copied={own.copied} />
    </div>
  );
}
