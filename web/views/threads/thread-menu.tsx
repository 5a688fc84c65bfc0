import type { ThreadWire } from "#protocol/wire";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Menu } from "#web/parts/menu.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Opens the actions on the thread as a whole. */
export function ThreadMenu({ thread }: { readonly thread: ThreadWire }) {
  const { words } = useSignedIn();
  return (
    <Menu label={words.threadMenu} look="button quiet icon" face={<Icon name="more" />}>
      {(close) => <Fetched load={() => import("./thread-actions.tsx")}>{(part) => <part.ThreadActions thread={thread} close={close} />}</Fetched>}
    </Menu>
  );
}
