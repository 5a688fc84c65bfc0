import "#web/style/documents.css";
import type { MessageWire } from "#protocol/wire";
import { Artifact } from "#web/parts/artifact.tsx";
import { messageUploads } from "#web/state/documents/message-uploads.ts";
import { FileActions } from "./file-actions.tsx";

/** The files that somebody sent with their words: the picture itself, the download, and what else can be done with each. */
export function MessageFiles({ message }: { readonly message: MessageWire }) {
  const paths = messageUploads(message);
  return (
    <>
      {message.artifacts.map((artifact) => {
        const path = paths.get(artifact.id);
        return (
          <div key={artifact.id} class="chips added-file" role="group" aria-label={artifact.name}>
            <Artifact artifact={artifact} />
            {path !== undefined && (
              <FileActions thread={message.thread_id} path={path} name={artifact.name} of={{ artifact: artifact.id }} isHanded={message.turn !== null} />
            )}
          </div>
        );
      })}
    </>
  );
}
