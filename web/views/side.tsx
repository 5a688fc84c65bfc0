import { useState } from "preact/hooks";
import type { SessionWire } from "#protocol/wire";
import { Block } from "#web/parts/block.tsx";
import { type Colour, Glyph, Lamp } from "#web/parts/icon.tsx";
import { colourOf } from "#web/parts/light.ts";
import { linkName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { SessionState } from "#web/parts/session-state.tsx";
import { useHere } from "#web/state/here.ts";
import type { Link } from "#web/state/model.ts";
import { threadHref } from "#web/state/place.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { Agents } from "./agents.tsx";
import { Runs } from "./runs.tsx";

/** Who works here and elsewhere, which links hold, and what the hub could not give. */
export function Side() {
  const { page, words } = useHere();
  const model = page.model.value;
  const here = page.sessions.value.filter((session) => session.thread === page.thread.value);
  const others = page.sessions.value.filter((session) => session.thread !== page.thread.value);
  if (model.me === null) return <aside class="side right" />;
  return (
    <aside class="side right scroll" aria-label={`${words.sessionsHere}, ${words.links}`} tabIndex={-1}>
      <Block title={words.sessionsHere}>
        {here.map((session) => (
          <SessionCard key={session.id} session={session} />
        ))}
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
      <Agents />
      <Block title={words.links}>
        {[...model.links.values()].map((link) => (
          <LinkItem key={link.id} link={link} name={linkName(link, model.links, words)} />
        ))}
        {model.links.size === 0 && <p class="sm dim">{words.noLinks}</p>}
      </Block>
      <Runs />
      {model.redLines.length > 0 && (
        <Block title={words.notWorking}>
          {model.redLines.map(({ what, why, mend }) => (
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
                  <Plain text={mend} />
                </p>
              </div>
            </div>
          ))}
        </Block>
      )}
    </aside>
  );
}

function SessionCard({ session }: { readonly session: SessionWire }) {
  const { page, words } = useHere();
  const [problem, setProblem] = useState("");
  const isBusy = session.state === "processing" || session.state === "waiting_input";
  const stop = (): void => {
    setProblem("");
    page.api.stop(session.id).catch((error: unknown) => setProblem(sentenceOf(error, words)));
  };
  return (
    <article class="session-card" aria-label={session.name}>
      <div class="top-line">
        <b class="clip isolate">
          <Plain text={session.name} />
        </b>
        <SessionState session={session} />
      </div>
      <p class="two clip" title={session.work_dir}>
        <Plain text={session.cli_type} />
        {session.work_dir !== "" && (
          <code>
            <Plain text={session.work_dir} />
          </code>
        )}
      </p>
      {session.reason !== "" && (
        <p class="two">
          <Plain text={session.reason} />
        </p>
      )}
      {(isBusy || session.queue > 0) && (
        <div class="foot">
          <span>{words.queued(session.queue)}</span>
          {isBusy && (
            <button type="button" class="button quiet small" aria-label={words.stopTurn(session.name)} onClick={stop}>
              {words.stop}
            </button>
          )}
        </div>
      )}
      <Problem text={problem} />
    </article>
  );
}

const tone: Readonly<Record<Colour, string>> = { green: "two", yellow: "warn", red: "bad" };

function LinkItem({ link, name }: { readonly link: Link; readonly name: string }) {
  const { page, words } = useHere();
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
