import "#web/style/sections.css";
import type { ComponentChildren } from "preact";
import { type ViewName, viewHref } from "#web/state/address.ts";
import { Icon } from "./icon.tsx";

export interface Section {
  /** As the address names it. */
  readonly id: string;
  readonly name: string;
}

interface SectionsProps {
  readonly view: ViewName;
  readonly title: string;
  readonly list: readonly Section[];
  /** The one that is open; null where only one column fits shows the list. */
  readonly part: string | null;
  readonly back: string;
  readonly children: (id: string) => ComponentChildren;
}

/** A destination with several sections: their list at the side, the open one beside it. On a phone, one or the other. */
export function Sections({ view, title, list, part, back, children }: SectionsProps) {
  const open = list.find(({ id }) => id === part) ?? list[0];
  return (
    <main class={`sections${part === null ? "" : " in-section"}`} id="main" aria-label={title} tabIndex={-1}>
      <nav class="side left section-list" aria-label={title}>
        <h1>{title}</h1>
        {list.map(({ id, name }) => (
          <a key={id} class="section-link" href={viewHref(view, id)} aria-current={id === open?.id ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <div class="section-body scroll">
        <div class="section-in">
          <a class="button quiet small section-back" href={viewHref(view)}>
            <Icon name="back" small />
            {back}
          </a>
          {open !== undefined && <h1 class="section-title">{open.name}</h1>}
          {open !== undefined && children(open.id)}
        </div>
      </div>
    </main>
  );
}
