import { Face } from "#web/parts/avatar.tsx";
import { Brand, type Colour, Icon, Lamp } from "#web/parts/icon.tsx";
import { colourOf } from "#web/parts/link-color.ts";
import { linkName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import type { App } from "#web/state/app.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { PageLanguage } from "#web/state/page-language.ts";
import type { Link } from "#web/state/stream/model.ts";
import type { Language } from "#web/words.ts";
import { panelButtonId } from "./side/panel-focus.ts";

export function Top({ app }: { readonly app: App }) {
  const { page, words } = useSignedIn();
  const me = page.model.value.me;
  return (
    <header class="top">
      <Brand />
      <div class="tools">
        <Lights />
        <PanelButton />
        {me !== null && (
          <>
            <button type="button" class="me-button" popoverTarget="me" aria-label={`${me.name}, ${words.role[me.role] ?? me.role}`}>
              <Face kind="me" name={me.name} />
            </button>
            <div id="me" class="me-menu" popover="auto">
              <b class="isolate">
                <Plain text={me.name} />
              </b>
              <span class="dim sm">{words.role[me.role]}</span>
              <LanguageChoice language={app.language} />
              <button type="button" class="button small" onClick={app.signOut}>
                {words.signOut}
              </button>
            </div>
          </>
        )}
      </div>
    </header>
  );
}

/** Where the panel does not fit beside the conversation; the style sheet hides it elsewhere. */
function PanelButton() {
  const { page, words } = useSignedIn();
  const isOpen = page.isPanelOpen.value;
  return (
    <button
      type="button"
      id={panelButtonId}
      class="button quiet panel-button"
      aria-expanded={isOpen}
      aria-label={words.panel}
      onClick={isOpen ? page.history.closePanel : page.history.openPanel}
    >
      <Icon name="panel" small />
      {words.sessions}
    </button>
  );
}

const languageNames: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "中文" };

function LanguageChoice({ language }: { readonly language: PageLanguage }) {
  const { words } = useSignedIn();
  return (
    <div class="filters" role="group" aria-label={words.language}>
      {(Object.keys(languageNames) as readonly Language[]).map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={language.current.value === one} onClick={() => language.choose(one)}>
          {languageNames[one]}
        </button>
      ))}
    </div>
  );
}

/** A healthy link shows its name; any other also says the word. */
function Lights() {
  const { page, words } = useSignedIn();
  const links = page.model.value.links;
  return (
    <div class="lights" role="status" aria-label={words.links}>
      {[...links.values()].map((link) => (
        <Light key={link.id} link={link} name={linkName(link, links, words)} />
      ))}
    </div>
  );
}

const tone: Readonly<Record<Colour, string>> = { green: "", yellow: "warn", red: "bad" };

function Light({ link, name }: { readonly link: Link; readonly name: string }) {
  const { page, words } = useSignedIn();
  const colour = colourOf(link, page.now.value);
  return (
    <span class="light">
      {colour === "green" ? <Lamp colour={colour} label={words.link.connected} /> : <Lamp colour={colour} />}
      {name}
      {colour !== "green" && <b class={tone[colour]}>{words.link[link.state]}</b>}
    </span>
  );
}
