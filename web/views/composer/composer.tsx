import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { SessionWire } from "#protocol/wire";
import { Icon } from "#web/parts/icon.tsx";
import { useLater } from "#web/parts/use-lazy.ts";
import { Problem } from "#web/parts/problem.tsx";
import type { Editing } from "#web/state/thread/composer-aims.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { lastOwn } from "#web/state/thread/last-own-message.ts";
import { quoteOf } from "#web/state/thread/quote.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import type { Words } from "#web/words/en.ts";
import { size } from "#web/words/format.ts";
import { AimStrip } from "./aim-strip.tsx";
import { StopTurn } from "#web/views/side/stop-turn.tsx";
import { Attach } from "./attach.tsx";

/** What the hub takes as one message. */
const mostBytes = 256 * 1024;

/** Writes a new line, answers one, or writes one of one's own anew. */
export function Composer({ thread }: { readonly thread: string }) {
  const { page, words } = useSignedIn();
  const model = page.model.value;
  const reply = page.aims.reply(thread);
  const editing = page.aims.editing(thread);
  const kept = useKeptText(thread);
  const edit = useEdit(editing, thread);
  const { text, write } = editing === undefined ? kept : edit;
  const aim = useId();
  const handed = page.files.handed.value;
  const field = useFocus(editing ?? reply ?? handed ?? undefined);
  useEffect(() => {
    if (handed?.thread === thread) kept.write(kept.text === "" ? handed.words : `${kept.text}\n${handed.words}`);
  }, [handed]);
  const sessions = page.sessions.value.filter((session) => session.thread === thread);
  const [chosen, choose] = useState<string | null>(null);
  const fallback = model.threads.get(thread)?.default_session ?? null;
  const session = sessions.find((one) => one.id === chosen) ?? sessions.find((one) => one.id === fallback) ?? sessions[0];
  const exec = `${model.prefix}exec `;
  const isExec = text.startsWith(exec);
  const suggesting = useLater(isExec, () => import("#web/views/terminal/suggesting.tsx"));
  const inWord = useRef(false);
  const over = text.length * 3 > mostBytes ? new TextEncoder().encode(text).length - mostBytes : 0;

  const send = (): void => {
    if (text.trim() === "" || over > 0) return;
    if (editing !== undefined) return edit.save();
    page.say(thread, text.trim(), { session: sessions.length > 1 ? session?.id : undefined, reply });
    page.aims.dropReply(thread);
    write("");
  };
  const cancel = (): void => {
    if (editing === undefined) page.aims.dropReply(thread);
    else page.aims.dropEdit(thread);
    field.current?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.isComposing || inWord.current) return;
    if (event.key === "Escape" && (editing ?? reply) !== undefined) return cancel();
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    const own = event.key === "ArrowUp" && isPlain && text === "" && editing === undefined ? lastOwn(page.log.value, page.me.value) : undefined;
    if (own !== undefined) page.aims.edit({ quote: quoteOf(own.message, own.text), text: own.text });
    const isSent = event.key === "Enter" && !event.shiftKey;
    if (isSent || own !== undefined) event.preventDefault();
    if (isSent) send();
  };
  return (
    <form
      class="compose"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="composer">
        {isExec && typeof suggesting === "object" && (
          <suggesting.part.Suggesting line={text.slice(exec.length)} field={field} onTake={(line) => write(exec + line)} />
        )}
        <AimStrip id={aim} reply={reply} editing={editing} onCancel={cancel} />
        <div class="sized" data-text={text}>
          <textarea
            ref={field}
            rows={1}
            value={text}
            aria-label={words.message}
            aria-describedby={(editing ?? reply) === undefined ? undefined : aim}
            placeholder={session === undefined ? words.writeHere(model.prefix) : words.writeTo(session.name, model.prefix)}
            onInput={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onCompositionStart={() => {
              inWord.current = true;
            }}
            onCompositionEnd={() => {
              // Some browsers end the word first and send the Enter that ended it afterwards, as if it were any other.
              setTimeout(() => {
                inWord.current = false;
              });
            }}
          />
        </div>
        {editing !== undefined && <Problem text={edit.problem} />}
        <div class="bar">
          <Attach thread={thread} />
          {session !== undefined && sessions.length > 1 && editing === undefined && (
            <label class="whom">
              {words.to}
              <select aria-label={words.whichSession} value={session.id} onChange={(event) => choose(event.currentTarget.value)}>
                {sessions.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <span class={over > 0 ? "hint bad" : "hint"} role="status">
            {over > 0
              ? words.tooLong(size(mostBytes), size(over))
              : editing === undefined
                ? hintOf(session, page.connection.value.state === "lost", words)
                : words.escapeCancels}
          </span>
          {session !== undefined && editing === undefined && (
            <span class="stop-here">
              <StopTurn session={session} />
            </span>
          )}
          <button type="submit" class="button small main">
            {editing === undefined && <Icon name="send" small />}
            {editing === undefined ? words.send : words.save}
          </button>
        </div>
      </div>
    </form>
  );
}

function hintOf(session: SessionWire | undefined, isLost: boolean, words: Words): string {
  if (isLost) return words.offlineKept;
  if (session?.state === "processing") return words.inLine(session.name, words.isBusy, session.queue + 1);
  if (session?.state === "waiting_input") return words.inLine(session.name, words.isWaiting, session.queue + 1);
  return session?.state === "dead" ? words.hasEnded(session.name) : "";
}

interface Written {
  readonly text: string;
  readonly write: (text: string) => void;
}

/** What is being written stays with its thread, also over a reload. */
function useKeptText(thread: string): Written {
  const { page } = useSignedIn();
  const name = `parley.draft.${thread}`;
  const [text, setText] = useState(() => page.storage.get(name) ?? "");
  const write = (next: string): void => {
    setText(next);
    page.storage.set(name, next === "" ? null : next);
  };
  return { text, write };
}

/** The new words for a line that was said, apart from what was being written; an edit that changes nothing is none. */
function useEdit(editing: Editing | undefined, thread: string): Written & { readonly problem: string; readonly save: () => void } {
  const { page, words } = useSignedIn();
  const [written, setWritten] = useState<{ readonly of: Editing; readonly text: string; readonly problem: string } | null>(null);
  const isBusy = useRef(false);
  const { text, problem } = written !== null && written.of === editing ? written : { text: editing?.text ?? "", problem: "" };
  const put = (next: string, why = ""): void => setWritten(editing === undefined ? null : { of: editing, text: next, problem: why });
  const save = (): void => {
    if (editing === undefined || isBusy.current) return;
    if (text.trim() === editing.text.trim()) return page.aims.dropEdit(thread);
    isBusy.current = true;
    page.api
      .edit(editing.quote.id, text.trim())
      .then(
        () => page.aims.dropEdit(thread),
        (error: unknown) => put(text, sentenceOf(error, words)),
      )
      .finally(() => {
        isBusy.current = false;
      });
  };
  return { text, write: put, problem, save };
}

/** Opening a thread is a step towards writing in it, and so is choosing a line; but no keyboard comes up over a small screen by itself. */
function useFocus(aim: object | undefined): { readonly current: HTMLTextAreaElement | null } {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (aim === undefined && !matchMedia("(hover: hover)").matches) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [aim]);
  return field;
}
