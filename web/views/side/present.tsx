import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { presentIn } from "#web/state/agents/present.ts";

/** Which agents are in the thread, and who of them writes. */
export function Present({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const { here, more, typing } = presentIn(page.model.value, thread, words);
  if (here.length === 0 && typing.length === 0) return null;
  return (
    <p class="present sm dim">
      {here.length > 0 && (
        <span class="isolate">
          <Plain text={words.presentHere(here, more)} />
        </span>
      )}
      {typing.length > 0 && (
        <span class="isolate">
          <Plain text={words.isTyping(typing)} />
        </span>
      )}
    </p>
  );
}
