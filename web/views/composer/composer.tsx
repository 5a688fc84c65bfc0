import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { useLater } from "#web/parts/use-lazy.ts";
import { Problem } from "#web/parts/problem.tsx";
import type { DroppedFile } from "#web/state/documents/dropped-files.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { lastOwn } from "#web/state/thread/last-own-message.ts";
import { quoteOf } from "#web/state/thread/quote.ts";
import type { Words } from "#web/words/en.ts";
import { size } from "#web/words/format.ts";
import { AimStrip } from "./aim-strip.tsx";
import { ComposerBar } from "./composer-bar.tsx";
import { ComposerField } from "./composer-field.tsx";
import { ComposerOffers } from "./composer-offers.tsx";
import { useEdit, useFocus, useKeptText } from "./composer-text.ts";
import { useReadSent } from "./read-sent.ts";

/** What the hub takes as one message. */
const mostBytes = 256 * 1024;
const mostFiles = 20;

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
  const handed = useHanded(thread, kept);
  const field = useFocus(editing ?? reply ?? handed ?? undefined);
  const { sessions, session, choose } = useTarget(thread);
  const over = text.length * 3 > mostBytes ? new TextEncoder().encode(text).length - mostBytes : 0;

  useReadSent(page);
  const files = page.files.chosen(thread);
  const chips = useLater(files.length > 0, () => import("./file-chips.tsx"));
  const notReady = editing === undefined ? whyNotYet(files, text.startsWith(model.prefix), words) : "";

  const send = (): void => {
    if ((text.trim() === "" && (files.length === 0 || editing !== undefined)) || over > 0 || notReady !== "") return;
    if (editing !== undefined) return edit.save();
    const brought = page.files.take(thread);
    // A file without a word is a line that names it.
    const content = text.trim() === "" ? brought.map(({ name }) => name).join(", ") : text.trim();
    page.say(thread, content, { session: sessions.length > 1 ? session?.id : undefined, reply, files: brought });
    page.aims.dropReply(thread);
    write("");
  };
  const cancel = (): void => {
    if (editing === undefined) page.aims.dropReply(thread);
    else page.aims.dropEdit(thread);
    field.current?.focus();
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === "Escape" && (editing ?? reply) !== undefined) {
      event.preventDefault();
      return cancel();
    }
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
        <ComposerOffers text={text} thread={thread} isEditing={editing !== undefined} field={field} write={write} />
        {files.length > 0 && typeof chips === "object" && <chips.part.FileChips files={files} />}
        <AimStrip id={aim} reply={reply} editing={editing} onCancel={cancel} />
        <ComposerField
          field={field}
          text={text}
          write={write}
          describedBy={(editing ?? reply) === undefined ? undefined : aim}
          placeholder={session === undefined ? words.writeHere(model.prefix) : words.writeTo(session.name, model.prefix)}
          onKey={onKey}
        />
        {editing !== undefined && <Problem text={edit.problem} />}
        <ComposerBar
          thread={thread}
          sessions={sessions}
          session={session}
          isEditing={editing !== undefined}
          hint={over > 0 ? words.tooLong(size(mostBytes), size(over)) : notReady}
          isTooLong={over > 0}
          choose={choose}
        />
      </div>
    </form>
  );
}

/** Words that another part of the page puts into the field. */
function useHanded(thread: string, kept: ReturnType<typeof useKeptText>) {
  const handed = useSignedIn().page.files.handed.value;
  useEffect(() => {
    if (handed?.thread === thread) kept.write(kept.text === "" ? handed.words : `${kept.text}\n${handed.words}`);
  }, [handed]);
  return handed;
}

/** The thread's sessions, and the one that gets the message. */
function useTarget(thread: string) {
  const { page } = useSignedIn();
  const sessions = page.sessions.value.filter((session) => session.thread === thread);
  const [chosen, choose] = useState<string | null>(null);
  const fallback = page.model.value.threads.get(thread)?.default_session ?? null;
  const session = sessions.find((one) => one.id === chosen) ?? sessions.find((one) => one.id === fallback) ?? sessions[0];
  return { sessions, session, choose };
}

/** Why what was chosen cannot go yet; empty when it can. */
function whyNotYet(files: readonly DroppedFile[], isCommand: boolean, words: Words): string {
  if (files.some(({ state }) => state === "refused")) return words.fileRefused;
  if (files.some(({ state }) => state !== "kept")) return words.filesComing;
  if (files.length > mostFiles) return words.tooManyFiles(mostFiles);
  return files.length > 0 && isCommand ? words.commandWithFiles : "";
}
