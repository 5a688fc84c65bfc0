import type { ComponentChildren } from "preact";

/** One heading of the right side and what stands below it. */
export function Block({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="block" aria-label={title}>
      <div class="block-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}
