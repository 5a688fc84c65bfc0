import { useEffect, useState } from "preact/hooks";
import type { ArtifactWire } from "#protocol/wire";
import { sentenceOf } from "#web/state/sentence.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { size } from "#web/words/format.ts";
import { Dialog } from "./dialog.tsx";
import { FileName } from "./file-name.tsx";
import { Icon } from "./icon.tsx";
import { Problem } from "./problem.tsx";
import { save } from "./save-file.ts";
import { spelled } from "./hidden-characters.ts";

/** What every browser draws. Not SVG: it is shown by its name, and only ever downloaded. */
const pictures: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const mostPictureBytes = 8_000_000;

/** A file that a message carries. */
export function Artifact({ artifact }: { readonly artifact: ArtifactWire }) {
  const { page } = useSignedIn();
  const { id, name, mime, description, bytes } = artifact;
  const link = (): Promise<string> => page.api.fileLink(id);
  const chip = <Chip name={name} mime={mime} title={description} bytes={bytes} link={link} />;
  if (!pictures.has(mime) || bytes > mostPictureBytes) return chip;
  return (
    <div class="picture">
      <Picture name={name} alt={description === "" ? name : description} link={link} />
      {chip}
    </div>
  );
}

/** Small in the conversation, large when it is clicked. The chip below it has the original. */
function Picture({ name, alt, link }: { readonly name: string; readonly alt: string; readonly link: () => Promise<string> }) {
  const { words } = useSignedIn();
  const [url, setUrl] = useState<string | null>(null);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    // Without it there is still the chip.
    link().then(setUrl, () => undefined);
  }, []);
  if (url === null) return null;
  return (
    <>
      <button type="button" class="picture-button" aria-label={`${words.openPicture}: ${spelled(name)}`} onClick={() => setLarge(true)}>
        <img src={url} alt={spelled(alt)} loading="lazy" onError={() => setUrl(null)} />
      </button>
      {isLarge && (
        <Dialog label={spelled(name)} look="large-picture" onClose={() => setLarge(false)}>
          <img src={url} alt={spelled(alt)} />
        </Dialog>
      )}
    </>
  );
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
