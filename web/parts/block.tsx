import type { ComponentChildren, Ref } from "preact";

interface BlockProps {
  readonly title: string;
  /** For a block that can be gone to. */
  readonly place?: Ref<HTMLElement>;
  readonly children: ComponentChildren;
}

/** One heading of the right side and what stands below it. */
export function Block({ title, place, children }: BlockProps) {
  return (
    <section ref={place ?? null} class="block" aria-label={title} tabIndex={place === undefined ? undefined : -1}>
      <div class="block-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}
