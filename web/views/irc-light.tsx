import type { ThreadWire } from "#protocol/wire";
import { Lamp } from "#web/parts/icon.tsx";
import { useHere } from "#web/state/here.ts";
import { ircColour } from "#web/state/irc-light.ts";

/** Three letters and a light. Which server, channel or name is nobody's business here, not even in a tooltip. */
export function IrcLight({ thread }: { readonly thread: ThreadWire | undefined }) {
  const { page, words } = useHere();
  const colour = ircColour(page.model.value, thread);
  return (
    <span class="irc" role="img" aria-label={words.irc[colour]} title={words.irc[colour]}>
      <Lamp colour={colour} />
      IRC
    </span>
  );
}
