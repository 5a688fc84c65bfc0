import type { ThreadWire } from "#protocol/wire";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { takesPart } from "#web/state/permissions.ts";
import { useAction } from "#web/parts/action.ts";

/** Where the composer would stand: why nothing can be written, and who may change that. */
export function ClosedNote({ thread }: { readonly thread: ThreadWire }) {
  const { page, words } = useSignedIn();
  const { me, logs } = page.model.value;
  const { problem, run } = useAction(() => {});
  const isArchived = thread.status === "archived";
  return (
    <div class="compose">
      <div class="composer shut">
        <p class="two">{isArchived ? words.isArchived : words.isClosed}</p>
        {takesPart(me, thread, logs.get(thread.id)?.entries ?? []) && (
          <button type="button" class="button" onClick={() => run(() => page.api.setState(thread.id, "discuss"))}>
            {isArchived ? words.unarchive : words.reopen}
          </button>
        )}
        <Problem text={problem} />
      </div>
    </div>
  );
}
