import { useState } from "preact/hooks";
import type { ArtifactWire } from "#protocol/wire";
import { sentenceOf } from "#web/state/sentence.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { size } from "#web/words/format.ts";
import { FileName } from "./file-name.tsx";
import { Icon } from "./icon.tsx";
import { Problem } from "./problem.tsx";
import { save } from "./save-file.ts";
import { spelled } from "./hidden-characters.ts";

/** A file that a message carries. */
export function Artifact({ artifact }: { readonly artifact: ArtifactWire }) {
  const { page } = useSignedIn();
  const { id, name, mime, description, bytes } = artifact;
  return <Chip name={name} mime={mime} title={description} bytes={bytes} link={() => page.api.fileLink(id)} />;
}

interface ChipProps {
  readonly name: string;
  readonly mime: string;
  readonly title: string;
  readonly bytes: number | undefined;
  readonly link: () => Promise<string>;
}

/** A file that was made. The link to it is signed for a minute, so it is asked for when it is needed. */
export function Chip({ name, mime, title, bytes, link }: ChipProps) {
  const { words } = useSignedIn();
  const [problem, setProblem] = useState("");
  const onClick = (): void => {
    setProblem("");
    link().then(
      (url) => save(url, name),
      (error: unknown) => setProblem(sentenceOf(error, words)),
    );
  };
  return (
    <>
      <button type="button" class="artifact" title={spelled(title)} onClick={onClick}>
        <Icon name={iconOf(mime)} />
        <span class="sr">{words.download}</span>
        <FileName name={name} />
        {bytes !== undefined && <span class="meta">{size(bytes)}</span>}
        <Icon name="save" small />
      </button>
      <Problem text={problem} />
    </>
  );
}

function iconOf(mime: string): "file" | "pack" | "picture" {
  if (mime.startsWith("image/")) return "picture";
  return /zip|tar|gzip|compressed|zstd|7z/.test(mime) ? "pack" : "file";
}
