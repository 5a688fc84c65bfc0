import { useState } from "preact/hooks";
import type { CliWire } from "#protocol/clis";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";

/** Where a session works, as its form has it. */
export interface WorkPlace {
  readonly directory: string;
  readonly worktree: boolean;
}

export function useWorkPlace(): {
  readonly place: WorkPlace;
  readonly set: (some: Partial<WorkPlace>) => void;
  readonly body: { readonly worktree: boolean; readonly work_dir?: string };
} {
  const [place, put] = useState<WorkPlace>({ directory: "", worktree: false });
  const directory = place.directory.trim();
  return { place, set: (some) => put({ ...place, ...some }), body: { worktree: place.worktree, ...(directory === "" ? {} : { work_dir: directory }) } };
}

/** The directory and the worktree of a new session. */
export function WorkPlaceFields({ place, onChange }: { readonly place: WorkPlace; readonly onChange: (some: Partial<WorkPlace>) => void }) {
  const { page } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  return (
    <>
      <label>
        {own.directory}
        <span class="field">
          <input value={place.directory} placeholder={own.directoryHint} onInput={(event) => onChange({ directory: event.currentTarget.value })} />
        </span>
      </label>
      <label class="check">
        <input type="checkbox" checked={place.worktree} onChange={(event) => onChange({ worktree: event.currentTarget.checked })} />
        {own.worktree}
      </label>
    </>
  );
}

/** What a CLI says of itself, and what to do about it. */
export function CliSays({ cli }: { readonly cli: CliWire }) {
  const { page } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  return <Plain text={[cli.says || own.ready, cli.mend].filter((part) => part !== "").join(". ")} />;
}
