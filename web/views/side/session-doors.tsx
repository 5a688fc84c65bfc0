import { useSignal } from "@preact/signals";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { mayInvite } from "#web/state/permissions.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Opens a session's window, which is fetched by those who want it. */
export function OpenSession({ id, name }: { readonly id: string; readonly name: string }) {
  const { words } = useSignedIn();
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="button quiet small" aria-label={`${words.terminal}: ${name}`} onClick={() => (isOpen.value = true)}>
        {words.terminal}
      </button>
      {isOpen.value && (
        <Fetched load={() => import("#web/views/sessions/session-window.tsx")}>
          {(part) => <part.SessionWindow id={id} onClose={() => (isOpen.value = false)} />}
        </Fetched>
      )}
    </>
  );
}

export function NewSessionButton() {
  const { page, words } = useSignedIn();
  const isOpen = useSignal(false);
  if (!mayInvite(page.model.value.me)) return null;
  return (
    <>
      <button type="button" class="button quiet small" onClick={() => (isOpen.value = true)}>
        {words.newSession}
      </button>
      {isOpen.value && (
        <Fetched load={() => import("#web/views/sessions/new-session.tsx")}>{(part) => <part.NewSession onClose={() => (isOpen.value = false)} />}</Fetched>
      )}
    </>
  );
}
