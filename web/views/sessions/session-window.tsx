import "#web/style/session-window.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAction } from "#web/parts/action.ts";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { mayInvite } from "#web/state/permissions.ts";
import { sessionApi, type OlderConversation } from "#web/state/session-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { StopTurn } from "#web/views/side/stop-turn.tsx";
import { sessionWindowWords } from "#web/words/session-window.ts";
import { workStatus } from "#web/words/work-status.ts";
import { LiveTerminal } from "./live-terminal.tsx";
import { SessionDetails } from "./session-details.tsx";

/** One session over the whole page: its terminal, what it is doing, and what can be done with it. */
export function SessionWindow({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { page, words } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  const api = useMemo(() => sessionApi(page.api), [page]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isTyping, setTyping] = useState(false);
  const [size, setSize] = useState("");
  const [older, setOlder] = useState<readonly OlderConversation[] | null>(null);
  const { problem, run } = useAction(() => undefined);
  const model = page.model.value;
  const session = model.sessions.get(id);
  const asks = [...model.questions.values()].some((question) => question.session === id && question.state === "open");
  const isAdmin = mayInvite(model.me);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (asks) setTyping(false);
  }, [asks]);
  useEffect(() => {
    if (session === undefined) onClose();
  }, [session === undefined]);
  if (session === undefined) return null;
  const draft = [...model.drafts.values()].find((one) => one.session === id);
  const reason = workStatus(draft?.status ?? session.status, words) ?? session.reason;
  const restart = (conversation?: string): void => run(() => api.restart(id, conversation).then(() => setOlder(null)));
  // Esc belongs to the terminal while somebody types there.
  const onCancel = (event: Event): void => {
    if (isTyping) event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="session-window" aria-label={own.screenOf(session.name)} onCancel={onCancel} onClose={onClose}>
      <header class="window-head">
        <div class="grow">
          <h2 class="clip isolate">
            <Plain text={session.name} />
          </h2>
          <p class="two sm clip">
            <SessionState session={session} /> <Plain text={reason} />
          </p>
        </div>
        <StopTurn session={session} />
        {isAdmin && (
          <>
            <button type="button" class="button small" onClick={() => restart()}>
              {own.restart}
            </button>
            <button type="button" class="button small" onClick={() => run(() => api.conversations(id).then(setOlder))}>
              {own.resume}
            </button>
          </>
        )}
        <button type="button" class="button quiet icon" aria-label={own.close} title={own.close} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <Problem text={problem} />
      {older !== null && <Older older={older} resume={restart} />}
      <div class="window-columns">
        <section class={`window-terminal${isTyping ? " typing" : ""}`}>
          <div class="term-bar">
            <Icon name="terminal" small />
            <span class="clip grow">{isTyping ? own.typing(session.name) : own.live(size)}</span>
            {isAdmin && !asks && (
              <button type="button" class="button quiet small" onClick={() => setTyping(!isTyping)}>
                {isTyping ? own.leave : own.type}
              </button>
            )}
          </div>
          <LiveTerminal session={id} api={api} isTyping={isTyping} leave={() => setTyping(false)} sized={setSize} label={own.screenOf(session.name)} />
          {asks && (
            <p class="menu-note" role="note">
              {own.menu}
            </p>
          )}
        </section>
        <SessionDetails session={session} draft={draft} api={api} />
      </div>
    </dialog>
  );
}

function Older({ older, resume }: { readonly older: readonly OlderConversation[]; readonly resume: (id: string) => void }) {
  const { page } = useSignedIn();
  const own = sessionWindowWords[page.language.value];
  if (older.length === 0) return <p class="sm dim older">{own.noConversations}</p>;
  return (
    <ul class="older" aria-label={own.resume}>
      {older.map(({ id, title, at }) => (
        <li key={id}>
          <button type="button" class="button quiet small clip" aria-label={own.resumeThis(title)} onClick={() => resume(id)}>
            <Plain text={title} />
          </button>
          <time class="sm dim" dateTime={at}>
            {at.slice(0, 16).replace("T", " ")}
          </time>
        </li>
      ))}
    </ul>
  );
}
