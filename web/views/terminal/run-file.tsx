import { useHere } from "#web/state/here.ts";
import { Chip } from "#web/parts/artifact.tsx";
import type { RunDetail } from "#web/state/terminal.ts";

/** A file that a run made. Its path is the workspace's; its name is what it is kept under. */
export function RunFile({ run, index, artifact }: { readonly run: string; readonly index: number; readonly artifact: RunDetail["artifacts"][number] }) {
  const { page } = useHere();
  const { path, mime, description, bytes } = artifact;
  const name = path.split("/").at(-1) ?? path;
  return (
    <Chip name={name} mime={mime} title={description === "" ? path : `${description} (${path})`} bytes={bytes} link={() => page.api.runFileLink(run, index)} />
  );
}
