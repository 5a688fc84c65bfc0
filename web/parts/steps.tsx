import { useState } from "preact/hooks";
import type { StepWire } from "#protocol/wire";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { took } from "#web/words/format.ts";
import { Glyph } from "./icon.tsx";
import { Plain } from "./plain-text.tsx";

/** What an agent did on the way. Steps of a finished turn fold, unless one failed or the reader has unfolded them. */
export function Steps({ steps, isOver }: { readonly steps: readonly StepWire[]; readonly isOver: boolean }) {
  const { words } = useSignedIn();
  const [chosen, choose] = useState<boolean | null>(null);
  const isOpen = chosen ?? (!isOver || steps.some((step) => step.state === "failed"));
  const total = steps.reduce((sum, step) => sum + (step.ms ?? 0), 0);
  return (
    <div class="steps">
      {isOver && (
        <button type="button" class="step fold" aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
          <Glyph name="fold" />
          <span class="clip">
            <Plain text={words.stepsDone(steps.length, verbsOf(steps))} />
          </span>
          <span class="ms">{total > 0 ? took(total) : ""}</span>
        </button>
      )}
      {isOpen && steps.map((step) => <StepLine key={step.id} step={step} />)}
    </div>
  );
}

function StepLine({ step }: { readonly step: StepWire }) {
  const { words } = useSignedIn();
  const glyph = step.state === "running" ? "processing" : step.state === "done" ? "done" : "no";
  return (
    <div class={`step ${step.state}`}>
      <Glyph name={glyph} label={words.stepState[step.state]} />
      <span class="verb">
        <Plain text={step.verb} />
      </span>
      <span class="what clip">
        <Plain text={step.what} />
      </span>
      <span class="end clip">
        <Plain text={step.detail ?? (step.state === "running" ? words.stepState.running : "")} />
      </span>
      <span class="ms">{step.ms === undefined ? "" : took(step.ms)}</span>
    </div>
  );
}

function verbsOf(steps: readonly StepWire[]): string {
  const counts = new Map<string, number>();
  for (const step of steps) counts.set(step.verb, (counts.get(step.verb) ?? 0) + 1);
  return [...counts]
    .slice(0, 6)
    .map(([verb, count]) => `${verb} ${count}`)
    .join(", ");
}
