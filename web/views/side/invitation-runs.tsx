import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { RunGlyph, RunOutput } from "#web/parts/run-state.tsx";
import { runWords } from "#web/words/run-words.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { runsIn, wentWrong } from "#web/state/agents/invitation-runs.ts";

const mostRuns = 12;

/** Who was invited into the open thread, how long it stayed and how it ended. */
export function Runs() {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const runs = runsIn(model, page.thread.value ?? "").slice(0, mostRuns);
  if (runs.length === 0) return null;
  const names = new Map(model.invitable.map((one) => [one.agent_name, one.display_name]));
  return (
    <Block title={words.runs}>
      {runs.map((run) => (
        <div key={run.id} class={wentWrong(run) ? "run-line failed" : "run-line"}>
          <RunGlyph run={run} />
          <span class="clip isolate">
            <Plain text={names.get(run.agent_name) ?? run.agent_name} />
          </span>
          <span class="end">
            <Plain text={runWords(run, words)} />
          </span>
          <RunOutput run={run} words={words} />
        </div>
      ))}
    </Block>
  );
}
