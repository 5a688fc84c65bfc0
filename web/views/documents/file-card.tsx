import type { ComponentChildren } from "preact";
import "#web/style/run-body.css";
import "#web/style/documents.css";
import { FileName } from "#web/parts/file-name.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";

interface FileCardProps {
  readonly name: string;
  readonly isPicture?: boolean;
  /** One line: how it stands. */
  readonly says: string;
  readonly children?: ComponentChildren;
}

/** A file and how it stands; below, what there is to say of it and to do with it. */
export function FileCard({ name, isPicture = false, says, children }: FileCardProps) {
  return (
    <section class="paper" aria-label={name}>
      <div class="paper-head">
        <Icon name={isPicture ? "picture" : "file"} />
        <FileName name={name} />
        <span class="says" role="status">
          <Plain text={says} />
        </span>
      </div>
      {children}
    </section>
  );
}
