import { Block } from "#web/parts/block.tsx";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { threadHref } from "#web/state/address.ts";
import { Agents } from "./agents.tsx";
import { Links } from "./links.tsx";
import { NotWorking } from "./not-working.tsx";
import { Runs } from "./invitation-runs.tsx";
import { usePanelFocus } from "./panel-focus.ts";

/** Who works here and elsewhere, which links hold, and what the hub could not give. */
export function Side() {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const here = page.sessions.value.filter((session) => session.thread === page.thread.value);
  const others = page.sessions.value.filter((session) => session.thread !== page.thread.value);
  const close = usePanelFocus(page);
  if (model.me === null) return <aside class="side right" />;
  return (
    <aside class="side right scroll" aria-label={words.panel} tabIndex={-1}>
      <div class="panel-head">
        <h2>{words.panel}</h2>
        <button ref={close} type="button" class="button quiet icon" aria-label={words.closePanel} title={words.closePanel} onClick={page.history.closePanel}>
          <Icon name="close" />
        </button>
      </div>
      <Block title={words.sessionsHere}>
        <Fetched load={() => import("./session-cards.tsx")}>{(part) => <part.SessionCards sessions={here} />}</Fetched>
        {here.length === 0 && <p class="sm dim">{words.noSessions(model.prefix)}</p>}
      </Block>
      {others.length > 0 && (
        <Block title={words.otherSessions}>
          {others.map((session) => (
            <a key={session.id} class="item" href={threadHref(session.thread)}>
              <span class="clip isolate">
                <Plain text={session.name} />
              </span>
              <span class="end">
                <SessionState session={session} />
              </span>
            </a>
          ))}
        </Block>
      )}
      {model.me.role === "owner" && <Fetched load={() => import("./pairings.tsx")}>{(part) => <part.Pairings />}</Fetched>}
      <Agents />
      <Links />
      <Runs />
      <NotWorking />
    </aside>
  );
}
