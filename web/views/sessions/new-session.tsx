import "#web/style/session-window.css";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ClisWire } from "#protocol/clis";
import { useAction } from "#web/parts/action.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { sentenceOf } from "#web/state/sentence.ts";
import { threadHref } from "#web/state/address.ts";
import { sessionApi } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";

/** A form that knows what is installed on the hub's machine. */
export function NewSession({ onClose }: { readonly onClose: () => void }) {
  const { page, words } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  const api = useMemo(() => sessionApi(page.api), [page]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [here, setHere] = useState<ClisWire | null>(null);
  const [lookProblem, setLookProblem] = useState("");
  const [name, setName] = useState("");
  const [cli, setCli] = useState("");
  const [directory, setDirectory] = useState("");
  const [worktree, setWorktree] = useState(false);
  const { problem, run } = useAction(() => dialog.current?.close());
  useEffect(() => {
    dialog.current?.showModal();
    api.clis().then(
      (found) => {
        setHere(found);
        setCli(found.clis.find(({ state }) => state !== "error")?.cli_type ?? "");
      },
      (error: unknown) => setLookProblem(sentenceOf(error, words)),
    );
  }, []);
  const chosen = here?.clis.find(({ cli_type }) => cli_type === cli);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() === "" || cli === "") return;
    run(async () => {
      const made = await api.create({ name: name.trim(), cli_type: cli, worktree, ...(directory.trim() === "" ? {} : { work_dir: directory.trim() }) });
      page.redirect(threadHref(made.thread));
    });
  };
  return (
    <dialog ref={dialog} class="new-session" aria-label={own.newSession} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <h2>{own.newSession}</h2>
        <label>
          {own.name}
          <input value={name} maxLength={40} required autoFocus onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          {own.cli}
          <select value={cli} disabled={here === null} onChange={(event) => setCli(event.currentTarget.value)}>
            {here?.clis.map(({ cli_type, state }) => (
              <option key={cli_type} value={cli_type} disabled={state === "error"}>
                {cli_type}
              </option>
            ))}
          </select>
        </label>
        <p class="sm two">
          {here === null ? (
            own.looking
          ) : chosen === undefined ? (
            ""
          ) : (
            <Plain text={[chosen.says || own.ready, chosen.mend].filter((part) => part !== "").join(". ")} />
          )}
        </p>
        <ul class="sm dim missing">
          {here?.clis
            .filter(({ state }) => state === "error")
            .map(({ cli_type, says, mend }) => (
              <li key={cli_type}>
                <Plain text={`${says}. ${mend}`} />
              </li>
            ))}
        </ul>
        <label>
          {own.directory}
          <input value={directory} placeholder={own.directoryHint} onInput={(event) => setDirectory(event.currentTarget.value)} />
        </label>
        <label class="check">
          <input type="checkbox" checked={worktree} onChange={(event) => setWorktree(event.currentTarget.checked)} />
          {own.worktree}
        </label>
        {here !== null && here.adoptable.length > 0 && (
          <p class="sm dim">
            {own.adoptable}: <Plain text={here.adoptable.map((one) => `${one.name} (${one.command})`).join(", ")} />
          </p>
        )}
        <Problem text={problem === "" ? lookProblem : problem} />
        <div class="row">
          <button type="submit" class="button main">
            {own.create}
          </button>
          <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
            {own.close}
          </button>
        </div>
      </form>
    </dialog>
  );
}
