import "#web/style/session-window.css";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAction } from "#web/parts/action.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { threadHref } from "#web/state/address.ts";
import { sessionApi } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";
import { useClis } from "./use-clis.ts";
import { CliSays, WorkPlaceFields, useWorkPlace } from "./work-place.tsx";

/** A form that knows what is installed on the hub's machine. */
export function NewSession({ onClose }: { readonly onClose: () => void }) {
  const { page } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  const api = useMemo(() => sessionApi(page.api), [page]);
  const dialog = useRef<HTMLDialogElement>(null);
  const { here, problem: lookProblem } = useClis(api);
  const [name, setName] = useState("");
  const [picked, setCli] = useState("");
  const { place, set, body } = useWorkPlace();
  const { problem, run } = useAction(() => dialog.current?.close());
  useEffect(() => dialog.current?.showModal(), []);
  const cli = picked || (here?.clis.find(({ state }) => state !== "error")?.cli_type ?? "");
  const chosen = here?.clis.find(({ cli_type }) => cli_type === cli);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() === "" || cli === "") return;
    run(async () => {
      const made = await api.create({ name: name.trim(), cli_type: cli, ...body });
      page.redirect(threadHref(made.thread));
    });
  };
  return (
    <dialog ref={dialog} class="new-session" aria-label={own.newSession} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <h2>{own.newSession}</h2>
        <label>
          {own.name}
          <span class="field">
            <input value={name} maxLength={40} required autoFocus onInput={(event) => setName(event.currentTarget.value)} />
          </span>
        </label>
        <label>
          {own.cli}
          <span class="field">
            <select aria-label={own.cli} value={cli} disabled={here === null} onChange={(event) => setCli(event.currentTarget.value)}>
              {here?.clis.map(({ cli_type, state }) => (
                <option key={cli_type} value={cli_type} disabled={state === "error"}>
                  {cli_type}
                </option>
              ))}
            </select>
          </span>
        </label>
        <p class="sm two">{here === null ? own.looking : chosen !== undefined && <CliSays cli={chosen} />}</p>
        <ul class="sm dim missing">
          {here?.clis
            .filter(({ state }) => state === "error")
            .map(({ cli_type, says, mend }) => (
              <li key={cli_type}>
                <Plain text={`${says}. ${mend}`} />
              </li>
            ))}
        </ul>
        <WorkPlaceFields place={place} onChange={set} />
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
