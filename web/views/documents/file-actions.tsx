import { kindOfFile } from "#web/state/documents/file-kind.ts";
import { readDocument } from "#web/state/documents/read-document.ts";
import type { ShownText } from "#web/state/documents/dropped-files.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { documentWords } from "#web/words/documents.ts";
import { HandButton } from "./hand-button.tsx";

interface FileActionsProps {
  readonly thread: string;
  /** Below the workspace. */
  readonly path: string;
  readonly name: string;
  readonly of: ShownText["of"];
  /** Whether a session was handed it with its message. */
  readonly isHanded?: boolean;
}

/** What can be done with a file of the thread, besides downloading it. A document is read by itself, and its run says the rest. */
export function FileActions({ thread, path, name, of, isHanded = false }: FileActionsProps) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const kind = kindOfFile({ name, type: "" });
  const open = (): void => {
    page.files.shown.value = { thread, name, path, isMarkdown: /\.(?:md|markdown)$/i.test(name), of };
  };
  const isRead = page.model.value.ran.get(thread)?.lines.some(({ line }) => line.includes(path)) === true;
  const canRead = (kind === "document" ? !isRead : kind !== "text") && !page.isShut.value;
  return (
    <>
      {kind === "text" && (
        <button type="button" class="button small" onClick={open}>
          {own.openText}
        </button>
      )}
      {canRead && (
        <button type="button" class="button small" onClick={() => void readDocument(page, thread, kind === "picture" ? "ocr" : "extract", path)}>
          {kind === "picture" ? own.ocr : own.readIt}
        </button>
      )}
      {kind !== "document" && !isHanded && !page.isShut.value && <HandButton thread={thread} line={own.handFile(path)} />}
    </>
  );
}
