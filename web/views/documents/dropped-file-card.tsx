import { useEffect } from "preact/hooks";
import { Plain } from "#web/parts/plain-text.tsx";
import { Refusal } from "#web/state/hub/api.ts";
import { removeFile, pump, tryAgain } from "#web/state/documents/attach.ts";
import { kindOfFile } from "#web/state/documents/file-kind.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { DroppedFile } from "#web/state/documents/dropped-files.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { documentWords } from "#web/words/documents.ts";
import { size } from "#web/words/format.ts";
import { FileCard } from "./file-card.tsx";

/** A file on its way to the hub, or one that is there and that no run has read. */
export function DroppedFileCard({ dropped }: { readonly dropped: DroppedFile }) {
  const { page, words } = useSignedIn();
  const own = documentWords[page.language.value];
  const { key, name, file, state, sent, problem } = dropped;
  const kind = kindOfFile(file);
  useEffect(() => pump(page), [state]);
  const isComing = state === "waits" || state === "sending";
  return (
    <FileCard name={name} isPicture={kind === "picture"} says={saysOf(dropped, own)}>
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
          <button type="button" class="button small" aria-label={own.cancelOf(name)} onClick={() => removeFile(page, key)}>
            {own.cancel}
          </button>
        )}
        {state === "refused" && (
          <button type="button" class="button small" onClick={() => tryAgain(page, dropped)}>
            {own.tryAgain}
          </button>
        )}
        {state === "refused" && (
          <button type="button" class="button quiet small" aria-label={own.hideOf(name)} onClick={() => removeFile(page, key)}>
            {own.hide}
          </button>
        )}
      </div>
    </FileCard>
  );
}

function saysOf({ state, sent, file }: DroppedFile, own: (typeof documentWords)["en"]): string {
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
