import { Block } from "#web/parts/block.tsx";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { type Colour, Glyph, Icon, Lamp } from "#web/parts/icon.tsx";
import { colourOf } from "#web/parts/link-color.ts";
import { linkName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Link } from "#web/state/stream/model.ts";
import { previewOf } from "#web/state/thread/preview.ts";
import { threadHref } from "#web/state/address.ts";
import { Agents } from "./agents.tsx";
import { Runs } from "./invitation-runs.tsx";
import { usePanelFocus } from "./panel-focus.ts";

/** Who works here and elsewhere, which links hold, and what the hub could not give. */
export function Side() {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const here = page.sessions.value.filter((session) => session.thread === page.thread.value);
  const others = page.sessions.value.filter((session) => session.thread !== page.thread.value);
  // The hub reports these when the page connects; an agent that was approved since then works.
  const redLines = model.redLines.filter(({ what }) => !model.invitable.some((one) => what === `agents.${one.agent_name}`));
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
      <Block title={words.links}>
        {[...model.links.values()].map((link) => (
          <LinkItem key={link.id} link={link} name={linkName(link, model.links, words)} />
        ))}
        {model.links.size === 0 && <p class="sm dim">{words.noLinks}</p>}
      </Block>
      <Runs />
      {redLines.length > 0 && (
        <Block title={words.notWorking}>
          {redLines.map(({ what, why, mend }) => (
            <div key={what} class="red-line">
              <Glyph name="error" />
              <div>
                <b>
                  <Plain text={what} />
                </b>
                <p class="two">
                  <Plain text={why} />
                </p>
                <p class="two">
                  <Plain text={previewOf(mend)} />
                </p>
              </div>
            </div>
          ))}
        </Block>
      )}
    </aside>
  );
}

const tone: Readonly<Record<Colour, string>> = { green: "two", yellow: "warn", red: "bad" };

function LinkItem({ link, name }: { readonly link: Link; readonly name: string }) {
  const { page, words } = useSignedIn();
  const colour = colourOf(link, page.now.value);
  const word = colour === "green" ? words.link.connected : words.link[link.state];
  return (
    <div class="item tall">
      <Lamp colour={colour} />
      <span class="isolate">{name}</span>
      <span class={`end ${tone[colour]}`}>
        <Plain text={words.because(word, link.reason)} />
      </span>
    </div>
  );
}
