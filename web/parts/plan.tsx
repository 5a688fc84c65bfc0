import type { DraftWire } from "#protocol/wire";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Glyph } from "./icon.tsx";
import { Plain } from "./plain-text.tsx";

const glyphs = { pending: "idle", in_progress: "processing", done: "done" } as const;

/** What the agent means to do in this turn, and how far it is. */
export function Plan({ plan }: { readonly plan: NonNullable<DraftWire["plan"]> }) {
  const { words } = useSignedIn();
  if (plan.length === 0) return null;
  return (
    <ul class="steps plan" aria-label={words.plan}>
      {plan.map(({ text, state }, at) => (
        <li key={at} class={`step ${state}`}>
          <Glyph name={glyphs[state]} label={words.planState[state]} />
          <span class="grow">
            <Plain text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
