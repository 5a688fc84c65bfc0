import { useEffect, useRef } from "preact/hooks";
import "#web/style/file-chips.css";
import { FileName } from "#web/parts/file-name.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { pump, removeFile, tryAgain } from "#web/state/documents/attach.ts";
import type { DroppedFile } from "#web/state/documents/dropped-files.ts";
import { kindOfFile } from "#web/state/documents/file-kind.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { documentWords } from "#web/words/documents.ts";
import { size } from "#web/words/format.ts";

/** The files of the message that is being written: how far each is, and the way out. */
export function FileChips({ files }: { readonly files: readonly DroppedFile[] }) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  useEffect(() => pump(page), [files]);
  return (
    <ul class="file-chips" aria-label={own.chosen}>
      {files.map((one) => (
        <FileChip key={one.key} dropped={one} />
      ))}
    </ul>
  );
}

function FileChip({ dropped }: { readonly dropped: DroppedFile }) {
  const { page, words } = useSignedIn();
  const own = documentWords[page.language.value];
  const { key, name, bytes, state, sent, problem, file } = dropped;
  const isPicture = kindOfFile(dropped) === "picture";
  return (
    <li class={`file-chip ${state}`} aria-label={name}>
      {isPicture && file !== null ? <Preview file={file} /> : <Icon name={isPicture ? "picture" : "file"} />}
      <span class="file-chip-text">
        <FileName name={name} />
        {state === "refused" ? (
          <span class="file-chip-says bad" role="alert">
            <Plain text={sentenceOf(problem, words)} />
          </span>
        ) : (
          <span class="file-chip-says">{state === "waits" ? own.waits : state === "sending" ? own.sending(size(sent), size(bytes)) : size(bytes)}</span>
        )}
        {state === "sending" && <progress aria-label={own.uploading(name)} max={Math.max(1, bytes)} value={sent} />}
      </span>
      {state === "refused" && (
        <button type="button" class="button small" onClick={() => tryAgain(page, dropped)}>
          {own.tryAgain}
        </button>
      )}
      <button type="button" class="button quiet small" aria-label={own.removeOf(name)} title={own.removeOf(name)} onClick={() => removeFile(page, key)}>
        <Icon name="close" small />
      </button>
    </li>
  );
}

const previewHeight = 72;

/** Drawn, not linked: nothing but the page's own addresses may be shown. What is no picture after all leaves the place empty. */
function Preview({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(file, { resizeHeight: previewHeight, resizeQuality: "medium" }).then(
      (picture) => {
        const here = canvas.current;
        if (isGone || here === null) return picture.close();
        here.width = Math.min(picture.width, previewHeight * 2);
        here.height = picture.height;
        here.getContext("2d")?.drawImage(picture, 0, 0);
        picture.close();
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  return <canvas ref={canvas} class="file-chip-picture" width={0} height={0} />;
}
