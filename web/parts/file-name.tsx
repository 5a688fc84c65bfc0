import { nameAndEnding } from "#web/words/format.ts";
import { Plain } from "./plain-text.tsx";

/** A file's name; where there is no room for all of it, its ending stays. */
export function FileName({ name }: { readonly name: string }) {
  const [stem, ending] = nameAndEnding(name);
  return (
    <span class="file-name isolate">
      <span class="clip">
        <Plain text={stem} />
      </span>
      <span>{ending}</span>
    </span>
  );
}
