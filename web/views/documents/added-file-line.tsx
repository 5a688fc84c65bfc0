import "#web/style/documents.css";
import type { MessageWire } from "#protocol/wire";
import { Chip } from "#web/parts/artifact.tsx";
import type { AddedFile } from "#web/state/documents/added-file.ts";
import { kindOfFile } from "#web/state/documents/file-kind.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { FileActions } from "./file-actions.tsx";

/** A file that was added to the thread without a message: the download, and what else can be done with it. */
export function AddedFileActions({ message, file }: { readonly message: MessageWire; readonly file: AddedFile }) {
  const { page } = useSignedIn();
  const { path, name, bytes } = file;
  const isPicture = kindOfFile({ name, type: "" }) === "picture";
  return (
    <div class="chips added-file" role="group" aria-label={name}>
      <Chip name={name} mime={isPicture ? "image/*" : ""} title={path} bytes={bytes} link={() => page.api.uploadLink(message.id)} />
      <FileActions thread={message.thread_id} path={path} name={name} of={{ message: message.id }} />
    </div>
  );
}
