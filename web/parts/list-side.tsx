import type { ComponentChildren, Ref } from "preact";
import { useMatches } from "./media-query.ts";

interface ListSideProps {
  readonly name: string;
  readonly side?: Ref<HTMLElement> | undefined;
  readonly children: ComponentChildren;
}

/** The list on the left. Where one column fits, it is what the page shows, with a heading of its own. */
export function ListSide({ name, side = null, children }: ListSideProps) {
  const isPage = useMatches("(max-width: 719px)");
  const Tag = isPage ? "main" : "aside";
  return (
    <Tag class="side left" aria-label={name} ref={side} tabIndex={-1}>
      {isPage && <h1 class="sr">{name}</h1>}
      {children}
    </Tag>
  );
}
