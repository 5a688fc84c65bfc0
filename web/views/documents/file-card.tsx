import type { ComponentChildren } from "preact";
import "#web/style/run-body.css";
import "#web/style/documents.css";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { nameAndEnding } from "#web/words/format.ts";

interface FileCardProps {
  readonly name: string;
  readonly isPicture?: boolean;
  /** One line: how it stands. */
  readonly says: string;
  readonly children?: ComponentChildren;
}

/** A file and how it stands; below, what there is to say of it and to do with it. */
export function FileCard({ name, isPicture = false, says, children }: FileCardProps) {
  const [stem, ending] = nameAndEnding(name);
  return (
    <section class="paper" aria-label={name}>
      <div class="paper-head">
        <Icon name={isPicture ? "picture" : "file"} />
        <span class="file-name isolate">
          <span class="clip">
            <Plain text={stem} />
          </span>
          <span>{ending}</span>
        </span>
        <span class="says" role="status">
          <Plain text={says} />
        </span>
      </div>
      {children}
    </section>
  );
}
