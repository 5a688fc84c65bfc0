import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ThreadWire } from "#protocol/wire";
import { Icon } from "#web/parts/icon.tsx";
import { Menu } from "#web/parts/menu.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { saveBlob } from "#web/parts/save.ts";
import { useHere } from "#web/state/here.ts";
import { mayLead, takesPart } from "#web/state/may.ts";
import { sentenceOf } from "#web/state/sentence.ts";

/** What can be done with the thread as a whole, by this person. */
export function ThreadMenu({ thread }: { readonly thread: ThreadWire }) {
  const { words } = useHere();
  return (
    <Menu label={words.threadMenu} look="button quiet icon" face={<Icon name="more" />}>
      {(close) => <Deeds thread={thread} close={close} />}
    </Menu>
  );
}

function Deeds({ thread, close }: { readonly thread: ThreadWire; readonly close: () => void }) {
  const { page, words } = useHere();
  const { me, logs } = page.model.value;
  const [asks, ask] = useState<"close" | "rename" | null>(null);
  const { problem, run } = useDeed(close);
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
  return (
    <div class="deeds">
      {isTaking && !isShut && <Deed name={words.closeThread} onClick={() => ask("close")} />}
      {isTaking && isShut && <Deed name={status === "closed" ? words.reopen : words.unarchive} onClick={() => run(() => page.api.setState(id, "discuss"))} />}
      {isTaking && status !== "archived" && <Deed name={words.archive} onClick={() => run(() => page.api.setState(id, "archived"))} />}
      <Deed name={words.exportIt} onClick={() => run(save)} />
      {mayLead(me, thread) && <Deed name={words.rename} onClick={() => ask("rename")} />}
      <Problem text={problem} />
    </div>
  );
}

function Deed({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
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

/** Does something once at a time; done, it closes the menu; else it says why not. */
export function useDeed(done: () => void): { readonly problem: string; readonly run: (deed: () => Promise<void>) => void } {
  const { words } = useHere();
  const [problem, setProblem] = useState("");
  const isBusy = useRef(false);
  const attempt = async (deed: () => Promise<void>): Promise<void> => {
    isBusy.current = true;
    setProblem("");
    try {
      await deed();
      done();
    } catch (error) {
      setProblem(sentenceOf(error, words));
    }
    isBusy.current = false;
  };
  const run = (deed: () => Promise<void>): void => {
    if (!isBusy.current) void attempt(deed);
  };
  return { problem, run };
}
