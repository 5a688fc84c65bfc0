import { useState } from "preact/hooks";
import type { ArtifactWire } from "#protocol/wire";
import { sentenceOf } from "#web/state/sentence.ts";
import { useHere } from "#web/state/here.ts";
import { nameAndEnding, size } from "#web/words/format.ts";
import { Icon } from "./icon.tsx";
import { Plain } from "./plain.tsx";
import { Problem } from "./problem.tsx";
import { save } from "./save.ts";
import { spelled } from "./strange.ts";

/** A file that was made. The link to it is signed for a minute, so it is asked for when it is needed. */
export function Artifact({ artifact }: { readonly artifact: ArtifactWire }) {
  const { page, words } = useHere();
  const [problem, setProblem] = useState("");
  const [name, ending] = nameAndEnding(artifact.name);
  const bytes = size(artifact.bytes);
  const onClick = (): void => {
    setProblem("");
    page.api.fileLink(artifact.id).then(
      (url) => save(url, artifact.name),
      (error: unknown) => setProblem(sentenceOf(error, words)),
    );
  };
  return (
    <>
      <button type="button" class="artifact" title={spelled(artifact.description)} onClick={onClick}>
        <Icon name={iconOf(artifact.mime)} />
        <span class="sr">{words.download}</span>
        <span class="file-name">
          <span class="clip">
            <Plain text={name} />
          </span>
          <span>{ending}</span>
        </span>
        <span class="meta">{bytes}</span>
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
