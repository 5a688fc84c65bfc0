import { useEffect } from "preact/hooks";
import { useHere } from "#web/state/here.ts";
import { placeOf, threadHref } from "#web/state/place.ts";
import { firstThread } from "#web/state/thread-groups.ts";
import { ClosedNote } from "./closed-note.tsx";
import { Composer } from "./composer.tsx";
import { DropTarget } from "./drop-target.tsx";
import { MissingThread, NoThreads } from "./empty.tsx";
import { ThreadHead } from "./head.tsx";
import { Bones } from "./loading.tsx";
import { Log } from "./log.tsx";
import { Offline } from "./offline.tsx";
import { Present } from "./present.tsx";
import { TerminalPlace } from "./terminal-place.tsx";

export function Conversation() {
  const { page, words } = useHere();
  const model = page.model.value;
  const id = page.thread.value;
  useFirstThread();
  const thread = id === null ? undefined : model.threads.get(id);
  const isMissing = id !== null && model.missing.has(id);
  return (
    <main class="middle" aria-label={words.conversation}>
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

/** Without a thread in the address: the one that was open last, else the one to begin with. */
function useFirstThread(): void {
  const { page } = useHere();
  const model = page.model.value;
  const isTold = model.me !== null;
  const count = model.threads.size;
  useEffect(() => {
    if (!isTold || page.thread.value !== null) return;
    const kept = page.keep.get("parley.thread") ?? "";
    const thread = model.threads.has(kept)
      ? kept
      : firstThread(
          [...model.threads.values()].filter(({ status }) => status !== "archived"),
          [...model.questions.values()],
        );
    if (thread === undefined) return;
    history.replaceState(null, "", threadHref(thread));
    page.go(placeOf(threadHref(thread)));
  }, [isTold, count]);
}
