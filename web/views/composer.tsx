import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SessionWire } from "#protocol/wire";
import { Icon } from "#web/parts/icon.tsx";
import { useLater } from "#web/parts/later.ts";
import { useHere } from "#web/state/here.ts";
import type { Words } from "#web/words/en.ts";
import { size } from "#web/words/format.ts";

/** What the hub takes as one message. */
const mostBytes = 256 * 1024;

export function Composer({ thread }: { readonly thread: string }) {
  const { page, words } = useHere();
  const model = page.model.value;
  const { text, write } = useKeptText(thread);
  const field = useFocus();
  const sessions = page.sessions.value.filter((session) => session.thread === thread);
  const [chosen, choose] = useState<string | null>(null);
  const fallback = model.threads.get(thread)?.default_session ?? null;
  const session = sessions.find((one) => one.id === chosen) ?? sessions.find((one) => one.id === fallback) ?? sessions[0];
  const exec = `${model.prefix}exec `;
  const isExec = text.startsWith(exec);
  const suggesting = useLater(isExec, () => import("./terminal/suggesting.tsx"));
  const inWord = useRef(false);
  const over = text.length * 3 > mostBytes ? new TextEncoder().encode(text).length - mostBytes : 0;

  const send = (): void => {
    if (text.trim() === "" || over > 0) return;
    page.say(thread, text.trim(), sessions.length > 1 ? session?.id : undefined);
    write("");
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || inWord.current) return;
    event.preventDefault();
    send();
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
        <div class="sized" data-text={text}>
          <textarea
            ref={field}
            rows={1}
            value={text}
            aria-label={words.message}
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
        <div class="bar">
          {session !== undefined && sessions.length > 1 && (
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
            {over > 0 ? words.tooLong(size(mostBytes), size(over)) : hintOf(session, page.line.value.state === "lost", words)}
          </span>
          <button type="submit" class="button small main">
            <Icon name="send" small />
            {words.send}
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

/** What is being written stays with its thread, also over a reload. */
function useKeptText(thread: string): { readonly text: string; readonly write: (text: string) => void } {
  const { page } = useHere();
  const name = `parley.draft.${thread}`;
  const [text, setText] = useState(() => page.keep.get(name) ?? "");
  const write = (next: string): void => {
    setText(next);
    page.keep.set(name, next === "" ? null : next);
  };
  return { text, write };
}

/** Opening a thread is a step towards writing in it. */
function useFocus(): { readonly current: HTMLTextAreaElement | null } {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return field;
}
