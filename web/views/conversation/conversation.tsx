import { useEffect } from "preact/hooks";
import { useMatches } from "#web/parts/media-query.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { addressOf, listHref, threadHref } from "#web/state/address.ts";
import { firstThread } from "#web/state/thread/thread-groups.ts";
import { ClosedNote } from "#web/views/composer/closed-note.tsx";
import { Composer } from "#web/views/composer/composer.tsx";
import { DropTarget } from "#web/views/composer/drop-target.tsx";
import { MissingThread, NoThreads } from "./empty.tsx";
import { ThreadHead } from "./head.tsx";
import { Bones } from "./loading.tsx";
import { Log } from "./log.tsx";
import { Offline } from "#web/views/offline.tsx";
import { Present } from "#web/views/side/present.tsx";
import { TerminalPlace } from "#web/views/terminal/terminal-place.tsx";

export function Conversation() {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const id = page.thread.value;
  useFirstThread();
  const thread = id === null ? undefined : model.threads.get(id);
  const isMissing = id !== null && model.missing.has(id);
  return (
    <main class="middle" id="main" tabIndex={-1} aria-label={words.conversation}>
      <ThreadHead thread={thread} />
      <Offline />
      {id !== null &&
        !isMissing &&
        (model.logs.has(id) ? (
          <Log key={id} thread={id} />
        ) : (
          <div class="log">
            <div class="log-in">
              <Bones count={3} />
            </div>
          </div>
        ))}
      {id !== null && !isMissing && <Present thread={id} />}
      {isMissing && <MissingThread />}
      {id === null && model.me !== null && <NoThreads />}
      {id !== null && !isMissing && (thread !== undefined && page.isShut.value ? <ClosedNote key={id} thread={thread} /> : <Composer key={id} thread={id} />)}
      {thread !== undefined && !isMissing && <TerminalPlace thread={thread} />}
      {id !== null && !isMissing && !page.isShut.value && <DropTarget key={id} thread={id} />}
    </main>
  );
}

/** Without a thread in the address: the one that was open last, else the one to begin with. Where only one column fits, the list. */
function useFirstThread(): void {
  const { page } = useSignedIn();
  const model = page.model.value;
  const isTold = model.me !== null;
  const count = model.threads.size;
  const isNarrow = useMatches("(max-width: 719px)");
  useEffect(() => {
    // Somebody may have gone elsewhere, and the page not have heard of it yet.
    if (!isTold || page.thread.value !== null || addressOf(location.hash).kind === "view") return;
    if (isNarrow) return page.isListOpen.value ? undefined : page.redirect(listHref);
    const last = page.storage.get("parley.thread") ?? "";
    const thread = model.threads.has(last)
      ? last
      : firstThread(
          [...model.threads.values()].filter(({ status }) => status !== "archived"),
          [...model.questions.values()],
        );
    if (thread !== undefined) page.redirect(threadHref(thread));
  }, [isTold, count, isNarrow]);
}
