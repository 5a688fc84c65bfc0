import { type Colour, Lamp } from "#web/parts/icon.tsx";
import { colourOf } from "#web/parts/link-color.ts";
import { linkName } from "#web/parts/place-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Link } from "#web/state/stream/model.ts";

/** A healthy link shows its name; any other also says the word. */
export function Lights() {
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
