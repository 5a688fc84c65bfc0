import { Plain } from "#web/parts/plain-text.tsx";
import { Refusal } from "#web/state/hub/api.ts";
import { removeFile, tryAgain } from "#web/state/documents/attach.ts";
import { kindOfFile } from "#web/state/documents/file-kind.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { DroppedFile } from "#web/state/documents/dropped-files.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { documentWords } from "#web/words/documents.ts";
import { size } from "#web/words/format.ts";
import { FileCard } from "./file-card.tsx";

/** A document of a message that is about to be read, or that the hub does not read. */
export function DroppedFileCard({ dropped }: { readonly dropped: DroppedFile }) {
  const { page, words } = useSignedIn();
  const own = documentWords[page.language.value];
  const { key, name, bytes, state, problem } = dropped;
  return (
    <FileCard name={name} isPicture={kindOfFile(dropped) === "picture"} says={state === "unread" ? size(bytes) : own.starting}>
      {state === "unread" && (
        <>
          <p class="refusal" role="alert">
            <span>
              {problem instanceof Refusal && <b>{problem.code}</b>} <Plain text={sentenceOf(problem, words)} />
            </span>
          </p>
          <div class="paper-foot">
            <button type="button" class="button small" onClick={() => tryAgain(page, dropped)}>
              {own.tryAgain}
            </button>
            <button type="button" class="button quiet small" aria-label={own.hideOf(name)} onClick={() => removeFile(page, key)}>
              {own.hide}
            </button>
          </div>
        </>
      )}
    </FileCard>
  );
}
