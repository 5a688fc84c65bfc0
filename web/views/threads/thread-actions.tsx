import "#web/style/thread-actions.css";
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ThreadWire } from "#protocol/wire";
import { useAction } from "#web/parts/action.ts";
import { Problem } from "#web/parts/problem.tsx";
import { saveBlob } from "#web/parts/save-file.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { listHref } from "#web/state/address.ts";
import { mayLead, takesPart } from "#web/state/permissions.ts";

/** What this person can do with the thread. */
export function ThreadActions({ thread, close }: { readonly thread: ThreadWire; readonly close: () => void }) {
  const { page, words } = useSignedIn();
  const { me, logs } = page.model.value;
  const [asks, ask] = useState<"close" | "rename" | "delete" | null>(null);
  const { problem, run } = useAction(close);
  const isTaking = takesPart(me, thread, logs.get(thread.id)?.entries ?? []);
  const { id, status } = thread;
  const isShut = status === "closed" || status === "archived";
  const save = async (): Promise<void> => saveBlob(await page.api.exported(id), `${thread.topic.slice(0, 80)}.md`);
  if (asks === "rename")
    return (
      <Ask
        label={words.renameTo}
        verb={words.renameIt}
        start={thread.topic}
        most={200}
        problem={problem}
        onDone={(topic) => run(() => page.api.rename(id, topic))}
      />
    );
  if (asks === "close")
    return (
      <Ask label={words.summary} verb={words.closeIt} optional most={2_000} problem={problem} onDone={(summary) => run(() => page.api.close(id, summary))} />
    );
  if (asks === "delete")
    return (
      <div class="ask">
        <p>{words.deleteWhat}</p>
        <button type="button" class="button danger" onClick={() => run(async () => (await page.api.deleteThread(id), page.redirect(listHref)))}>
          {words.deleteIt}
        </button>
        <Problem text={problem} />
      </div>
    );
  return (
    <div class="deeds">
      {isTaking && !isShut && <ActionButton name={words.closeThread} onClick={() => ask("close")} />}
      {isTaking && isShut && (
        <ActionButton name={status === "closed" ? words.reopen : words.unarchive} onClick={() => run(() => page.api.setState(id, "discuss"))} />
      )}
      {isTaking && status !== "archived" && <ActionButton name={words.archive} onClick={() => run(() => page.api.setState(id, "archived"))} />}
      <ActionButton name={words.exportIt} onClick={() => run(save)} />
      <Marks thread={id} close={close} run={run} />
      {mayLead(me, thread) && <ActionButton name={words.rename} onClick={() => ask("rename")} />}
      {mayLead(me, thread) && <ActionButton name={words.deleteThread} onClick={() => ask("delete")} />}
      <Problem text={problem} />
    </div>
  );
}

/** Of one's own list only. */
function Marks({ thread, close, run }: { readonly thread: string; readonly close: () => void; readonly run: (action: () => Promise<void>) => void }) {
  const { page, words } = useSignedIn();
  const { of, set } = page.marks;
  const isMuted = page.muted.of.value.has(thread);
  const toggle = (mark: "pinned" | "unread") => (): void => {
    set(mark, thread, !of[mark].peek().has(thread));
    close();
  };
  return (
    <>
      <ActionButton name={of.pinned.value.has(thread) ? words.unpin : words.pin} onClick={toggle("pinned")} />
      <ActionButton name={isMuted ? words.unmute : words.mute} onClick={() => run(() => page.muted.set(thread, !isMuted))} />
      <ActionButton name={words.markUnread} onClick={toggle("unread")} />
    </>
  );
}

function ActionButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <button type="button" class="button quiet" onClick={onClick}>
      {name}
    </button>
  );
}

interface AskProps {
  readonly label: string;
  readonly verb: string;
  readonly start?: string;
  readonly optional?: boolean;
  readonly most: number;
  readonly problem: string;
  readonly onDone: (text: string) => void;
}

function Ask({ label, verb, start = "", optional = false, most, problem, onDone }: AskProps) {
  const [text, write] = useState(start);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (optional || text.trim() !== "") onDone(text.trim());
  };
  return (
    <form class="ask" onSubmit={onSubmit}>
      <label>
        {label}
        <span class="field">
          <input ref={field} value={text} maxLength={most} onInput={(event) => write(event.currentTarget.value)} />
        </span>
      </label>
      <button type="submit" class="button main">
        {verb}
      </button>
      <Problem text={problem} />
    </form>
  );
}
