import { useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "#web/state/sentence.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Editing } from "#web/state/thread/composer-aims.ts";

interface Written {
  readonly text: string;
  readonly write: (text: string) => void;
}

/** What is being written stays with its thread, also over a reload. */
export function useKeptText(thread: string): Written {
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
export function useEdit(editing: Editing | undefined, thread: string): Written & { readonly problem: string; readonly save: () => void } {
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
export function useFocus(aim: object | undefined): { readonly current: HTMLTextAreaElement | null } {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (aim === undefined && !matchMedia("(hover: hover)").matches) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [aim]);
  return field;
}
