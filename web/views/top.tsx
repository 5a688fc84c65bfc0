import { Face } from "#web/parts/face.tsx";
import { Brand, type Colour, Lamp } from "#web/parts/icon.tsx";
import { colourOf } from "#web/parts/light.ts";
import { linkName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain.tsx";
import { useHere } from "#web/state/here.ts";
import type { Link } from "#web/state/model.ts";

export function Top({ onSignOut }: { readonly onSignOut: () => void }) {
  const { page, words } = useHere();
  const me = page.model.value.me;
  return (
    <header class="top">
      <Brand />
      <div class="tools">
        <Lights />
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
              <button type="button" class="button small" onClick={onSignOut}>
                {words.signOut}
              </button>
            </div>
          </>
        )}
      </div>
    </header>
  );
}

/** A healthy link shows its name; any other also says the word. */
function Lights() {
  const { page, words } = useHere();
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
  const { page, words } = useHere();
  const colour = colourOf(link, page.now.value);
  return (
    <span class="light">
      {colour === "green" ? <Lamp colour={colour} label={words.link.connected} /> : <Lamp colour={colour} />}
      {name}
      {colour !== "green" && <b class={tone[colour]}>{words.link[link.state]}</b>}
    </span>
  );
}
