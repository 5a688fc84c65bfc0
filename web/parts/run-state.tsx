import type { InvitationWire } from "#protocol/invitations";
import { isOpen, wentWrong } from "#web/state/agents/invitation-runs.ts";
import type { Words } from "#web/words/en.ts";
import { Glyph } from "./icon.tsx";
import { Plain } from "./plain-text.tsx";

export function RunGlyph({ run }: { readonly run: InvitationWire }) {
  if (isOpen(run)) return <Glyph name={run.state === "joined" ? "done" : "processing"} />;
  return wentWrong(run) ? <Glyph name="no" tone="bad" /> : <Glyph name="done" />;
}

/** What it wrote before it went wrong, behind one click. */
export function RunOutput({ run, words }: { readonly run: InvitationWire; readonly words: Words }) {
  if (run.output.trim() === "" || !wentWrong(run)) return null;
  return (
    <details class="output">
      <summary>{words.itsOutput}</summary>
      <pre class="scroll" tabIndex={0}>
        <Plain text={run.output} />
      </pre>
    </details>
  );
}
