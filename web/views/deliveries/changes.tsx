import { Detail } from "#web/parts/subject.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { deliveryWords } from "#web/words/deliveries.ts";

/** What it changed in the repository that it began with. */
export function Changes({ changes, isGit }: { readonly changes: string; readonly isGit: boolean }) {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  return (
    <section class="delivery-changes" aria-label={own.changes}>
      <h3>{own.changes}</h3>
      {changes !== "" ? <Detail text={changes} /> : <p class="sm dim">{isGit ? own.noChanges : own.newFiles}</p>}
    </section>
  );
}
