import type { ThreadWire } from "#protocol/wire";
import { Lamp } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { ircColour } from "#web/state/terminal/irc-light.ts";

/** Three letters and a light. The server, channel and nick are not shown, not even in a tooltip. */
export function IrcLight({ thread }: { readonly thread: ThreadWire | undefined }) {
  const { page, words } = useSignedIn();
  const colour = ircColour(page.model.value, thread);
  if (colour === undefined) return null;
  return (
    <span class="irc" role="img" aria-label={words.irc[colour]} title={words.irc[colour]}>
      <Lamp colour={colour} />
      IRC
    </span>
  );
}
