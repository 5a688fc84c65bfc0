import "#web/style/documents.css";
import type { MessageWire } from "#protocol/wire";
import { Chip } from "#web/parts/artifact.tsx";
import type { AddedFile } from "#web/state/documents/added-file.ts";
import { kindOfFile } from "#web/state/documents/file-kind.ts";
import { readDocument } from "#web/state/documents/read-document.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { documentWords } from "#web/words/documents.ts";
import { HandButton } from "./hand-button.tsx";

/** A file of the thread: the download, and what else can be done with it. A document is read by itself, and its run says the rest. */
export function AddedFileActions({ message, file }: { readonly message: MessageWire; readonly file: AddedFile }) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const { path, name, bytes } = file;
  const thread = message.thread_id;
  const kind = kindOfFile({ name, type: "" });
  const open = (): void => {
    page.files.shown.value = { thread, name, path, isMarkdown: /\.(?:md|markdown)$/i.test(name), of: { message: message.id } };
  };
  return (
    <div class="chips added-file" role="group" aria-label={name}>
      <Chip name={name} mime={kind === "picture" ? "image/*" : ""} title={path} bytes={bytes} link={() => page.api.uploadLink(message.id)} />
      {kind === "text" && (
        <button type="button" class="button small" onClick={open}>
          {own.openText}
        </button>
      )}
      {(kind === "picture" || kind === "other") && !page.isShut.value && (
        <button type="button" class="button small" onClick={() => void readDocument(page, thread, kind === "picture" ? "ocr" : "extract", path)}>
          {kind === "picture" ? own.ocr : own.readIt}
        </button>
      )}
      {kind !== "document" && !page.isShut.value && <HandButton thread={thread} line={own.handFile(path)} />}
    </div>
  );
}
