import { Fetched } from "#web/parts/lazy-part.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Menu } from "#web/parts/menu.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Opens the list of agents that can be invited. */
export function Invite({ thread }: { readonly thread: string }) {
  const { words } = useSignedIn();
  const face = (
    <>
      <Icon name="plus" small />
      <span class="label">{words.invite}</span>
    </>
  );
  return (
    <Menu label={words.inviteAgent} look="button" face={face}>
      {() => <Fetched load={() => import("./invite-list.tsx")}>{(part) => <part.InviteList thread={thread} />}</Fetched>}
    </Menu>
  );
}
