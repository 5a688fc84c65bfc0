import "#web/style/page-view.css";
import type { ComponentChildren } from "preact";

/** A destination with one column: its heading, and sections below each other. */
export function PageView({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class="page-view scroll" id="main" aria-label={title} tabIndex={-1}>
      <div class="page-view-in">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
