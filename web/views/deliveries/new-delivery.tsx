import "#web/style/session-window.css";
import "#web/style/deliveries.css";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAction } from "#web/parts/action.ts";
import { Problem } from "#web/parts/problem.tsx";
import { threadHref } from "#web/state/address.ts";
import { deliveryApi } from "#web/state/delivery-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { deliveryWords } from "#web/words/deliveries.ts";

/** Asks for a delivery from the thread that is open. */
export function NewDelivery({ thread, onClose }: { readonly thread: string; readonly onClose: () => void }) {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  const api = useMemo(() => deliveryApi(page.api), [page]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [prompt, setPrompt] = useState("");
  const [from, setFrom] = useState("");
  const [ref, setRef] = useState("");
  const [to, setTo] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { problem, run } = useAction(() => undefined);
  useEffect(() => dialog.current?.showModal(), []);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (prompt.trim() === "") return;
    run(async () => {
      const filled = { git_url: from.trim(), git_ref: ref.trim(), target: to.trim() };
      const given = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== ""));
      const started = await api.start({ prompt: prompt.trim(), thread, ...given });
      if (started.state === "asked") return setAsked(true);
      dialog.current?.close();
      if (started.thread_id !== undefined) page.redirect(threadHref(started.thread_id));
    });
  };
  return (
    <dialog ref={dialog} class="new-session" aria-label={own.newDelivery} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <h2>{own.newDelivery}</h2>
        <label>
          {own.prompt}
          <textarea
            class="control"
            rows={4}
            value={prompt}
            placeholder={own.promptHint}
            required
            autoFocus
            onInput={(event) => setPrompt(event.currentTarget.value)}
          />
        </label>
        <label>
          {own.from}
          <input class="control" value={from} placeholder={own.fromHint} inputMode="url" onInput={(event) => setFrom(event.currentTarget.value)} />
        </label>
        {from.trim() !== "" && (
          <label>
            {own.ref}
            <input class="control" value={ref} onInput={(event) => setRef(event.currentTarget.value)} />
          </label>
        )}
        <label>
          {own.to}
          <input class="control" value={to} placeholder={own.toHint} onInput={(event) => setTo(event.currentTarget.value)} />
        </label>
        {isAsked && (
          <p class="sm two" role="status">
            {own.asked}
          </p>
        )}
        <Problem text={problem} />
        <div class="row">
          {!isAsked && (
            <button type="submit" class="button main">
              {own.start}
            </button>
          )}
          <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
            {own.close}
          </button>
        </div>
      </form>
    </dialog>
  );
}
