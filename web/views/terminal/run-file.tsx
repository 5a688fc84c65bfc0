import type { RunLineWire } from "#protocol/runs";
import { Chip } from "#web/parts/artifact.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { RunDetail } from "#web/state/terminal/terminal.ts";
import { terminalWords } from "#web/words/terminal.ts";

interface RunFileProps {
  readonly run: RunLineWire;
  readonly index: number;
  readonly artifact: RunDetail["artifacts"][number];
}

/** A file that a run made. Its path is the workspace's; its name is what it is kept under. Text opens beside the conversation it was made in. */
export function RunFile({ run, index, artifact }: RunFileProps) {
  const { page } = useSignedIn();
  const { path, mime, description, bytes } = artifact;
  const name = path.split("/").at(-1) ?? path;
  const { thread, id } = run;
  return (
    <>
      <Chip name={name} mime={mime} title={description === "" ? path : `${description} (${path})`} bytes={bytes} link={() => page.api.runFileLink(id, index)} />
      {thread !== null && /^text\/|^application\/json/.test(mime) && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            page.files.shown.value = { thread, name, path, isMarkdown: mime === "text/markdown", of: { run: id, index } };
          }}
        >
          {terminalWords[page.language.value].openText}
        </button>
      )}
    </>
  );
}
