import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import type { DeliveryWork } from "#web/state/delivery-api.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { deliveryWords } from "#web/words/deliveries.ts";
import { size } from "#web/words/format.ts";

interface Row {
  readonly key: string;
  readonly name: string;
  readonly depth: number;
  readonly bytes?: number;
}

/** Files below their folders, as the hub lists them: in the order of their paths. */
export function FileTree({ files, unlisted }: Pick<DeliveryWork, "files" | "unlisted">) {
  const { page } = useSignedIn();
  const own = deliveryWords[page.language.value];
  if (files.length === 0) return <p class="sm dim">{own.noFiles}</p>;
  return (
    <ul class="file-tree" aria-label={own.files}>
      {rowsOf(files).map(({ key, name, depth, bytes }) => (
        <li key={key} style={{ paddingInlineStart: `${depth * 14}px` }}>
          {bytes !== undefined && <Icon name="file" small />}
          <span class="clip grow">
            <Plain text={name} />
          </span>
          {bytes !== undefined && <span class="dim sm">{size(bytes)}</span>}
        </li>
      ))}
      {unlisted > 0 && <li class="dim sm">{own.unlisted(unlisted)}</li>}
    </ul>
  );
}

function rowsOf(files: DeliveryWork["files"]): readonly Row[] {
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const { path, bytes } of files) {
    const parts = path.split("/");
    for (let depth = 0; depth < parts.length - 1; depth++) {
      const key = `${parts.slice(0, depth + 1).join("/")}/`;
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push({ key, name: `${parts[depth] ?? ""}/`, depth });
    }
    rows.push({ key: path, name: parts.at(-1) ?? path, depth: parts.length - 1, bytes });
  }
  return rows;
}
