import { useEffect } from "preact/hooks";
import { Plain } from "#web/parts/plain.tsx";
import { Refusal } from "#web/state/api.ts";
import { dropPaper, pump, readPaper, tryAgain } from "#web/state/attach.ts";
import { kindOfFile } from "#web/state/file-kind.ts";
import { useHere } from "#web/state/here.ts";
import type { Paper } from "#web/state/papers.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { documentWords } from "#web/words/documents.ts";
import { size } from "#web/words/format.ts";
import { FileCard } from "./file-card.tsx";
import { HandButton } from "./hand-button.tsx";

/** A file on its way to the hub, or one that is there and that no run has read. */
export function PaperCard({ paper }: { readonly paper: Paper }) {
  const { page, words } = useHere();
  const own = documentWords[page.model.value.language];
  const { key, name, file, state, sent, problem } = paper;
  const kind = kindOfFile(file);
  useEffect(() => pump(page), [state]);
  const isComing = state === "waits" || state === "sending";
  return (
    <FileCard name={name} isPicture={kind === "picture"} says={saysOf(paper, own)}>
      {state === "sending" && <progress aria-label={own.uploading(name)} max={Math.max(1, file.size)} value={sent} />}
      {state === "refused" && (
        <p class="refusal" role="alert">
          <span>
            {problem instanceof Refusal && <b>{problem.code}</b>} <Plain text={sentenceOf(problem, words)} />
          </span>
        </p>
      )}
      <div class="paper-foot">
        {isComing && (
          <button type="button" class="button small" aria-label={own.cancelOf(name)} onClick={() => dropPaper(page, key)}>
            {own.cancel}
          </button>
        )}
        {state === "refused" && (
          <button type="button" class="button small" onClick={() => tryAgain(page, paper)}>
            {own.tryAgain}
          </button>
        )}
        {state === "kept" && <Ways paper={paper} />}
        {(state === "kept" || state === "refused") && (
          <button type="button" class="button quiet small" aria-label={own.hideOf(name)} onClick={() => dropPaper(page, key)}>
            {own.hide}
          </button>
        )}
      </div>
    </FileCard>
  );
}

/** What there is to do with a file that is no document. */
function Ways({ paper }: { readonly paper: Paper }) {
  const { page } = useHere();
  const own = documentWords[page.model.value.language];
  const { key, thread, name, file, path } = paper;
  if (path === null) return null;
  const kind = kindOfFile(file);
  const open = (): void => {
    page.papers.shown.value = { thread, name, path, isMarkdown: /\.(?:md|markdown)$/i.test(name), of: file };
  };
  return (
    <>
      {kind === "text" ? (
        <button type="button" class="button small" onClick={open}>
          {own.openText}
        </button>
      ) : (
        <button type="button" class="button small" onClick={() => void readPaper(page, key, kind === "picture" ? "ocr" : "extract")}>
          {kind === "picture" ? own.ocr : own.readIt}
        </button>
      )}
      <HandButton thread={thread} line={own.handFile(path)} />
    </>
  );
}

function saysOf({ state, sent, file }: Paper, own: (typeof documentWords)["en"]): string {
  switch (state) {
    case "waits":
      return own.waits;
    case "sending":
      return sent < file.size || file.size === 0 ? own.sending(size(sent), size(file.size)) : own.sent;
    case "kept":
      return own.kept(size(file.size));
    case "reading":
    case "read":
      return own.starting;
    case "refused":
      return size(file.size);
  }
}
