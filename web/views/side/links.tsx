import { Block } from "#web/parts/block.tsx";
import { type Colour, Lamp } from "#web/parts/icon.tsx";
import { colourOf } from "#web/parts/link-color.ts";
import { linkName } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Link } from "#web/state/stream/model.ts";

/** Every link to a chat, with its state in words. */
export function Links() {
  const { page, words } = useSignedIn();
  const { links } = page.model.value;
  return (
    <Block title={words.links}>
      {[...links.values()].map((link) => (
        <LinkItem key={link.id} link={link} name={linkName(link, links, words)} />
      ))}
      {links.size === 0 && <p class="sm dim">{words.noLinks}</p>}
    </Block>
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
