import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import "#web/style/run-body.css";
import "#web/style/documents.css";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { save } from "#web/parts/save-file.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { ShownText } from "#web/state/documents/dropped-files.ts";
import { fileIn } from "#web/state/documents/read-document.ts";
import { type ReadText, linkOf, mostBytes, readText } from "#web/state/documents/read-text.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { documentWords } from "#web/words/documents.ts";
import { size } from "#web/words/format.ts";
import { HandButton } from "./hand-button.tsx";
import { TextParts } from "./text-parts.tsx";

/** A text beside the conversation; where there is no room beside it, over it. */
export function TextPane({ shown }: { readonly shown: ShownText }) {
  const { page, words } = useSignedIn();
  const own = documentWords[page.language.value];
  const { thread, name, path, of } = shown;
  const [read, setRead] = useState<ReadText | null>(null);
  const [problem, setProblem] = useState("");
  const title = useFocusInside();
  useEffect(() => {
    const off = new AbortController();
    readText(page, shown, off.signal).then(setRead, (error: unknown) => off.signal.aborted || setProblem(sentenceOf(error, words)));
    return () => off.abort();
  }, []);
  const close = (): void => {
    page.files.shown.value = null;
  };
  const download = (): void => {
    setProblem("");
    linkOf(page.api, of).then(
      (url) => save(url, fileIn(path)),
      (error: unknown) => setProblem(sentenceOf(error, words)),
    );
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside class="text-pane" aria-label={own.text(name)} onKeyDown={onKeyDown}>
      <div class="pane-head">
        <h2 class="clip isolate" tabIndex={-1} ref={title}>
          <Plain text={name} />
        </h2>
        <button type="button" class="button quiet icon" aria-label={own.close} title={own.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="pane-tools">
        {read !== null && <CopyButton text={read.text} label={own.copy} copied={own.copied} />}
        <button type="button" class="button quiet small" onClick={download}>
          <Icon name="save" small />
          {own.download}
        </button>
        {!page.isShut.value && <HandButton thread={thread} line={"run" in of ? own.handText(path, name) : own.handFile(path)} />}
      </div>
      <Problem text={problem} />
      <div class="pane-body scroll" tabIndex={0} role="region" aria-label={own.text(name)} aria-busy={read === null && problem === ""}>
        {read === null && problem === "" && <p class="dim sm">{own.loading}</p>}
        {read !== null && <TextParts text={read.text} isMarkdown={shown.isMarkdown} />}
        {read?.isAll === false && <p class="dim sm">{own.onlyFirst(size(mostBytes))}</p>}
      </div>
    </aside>
  );
}

/** Begins at its title, and gives the focus back to where it was opened, unless somebody else has taken it. */
function useFocusInside(): { readonly current: HTMLHeadingElement | null } {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    title.current?.focus();
    return () => {
      // Not before it is gone: what lies below may not be in view yet.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    };
  }, []);
  return title;
}
