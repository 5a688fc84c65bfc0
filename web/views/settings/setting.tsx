import "#web/style/page-view.css";
import type { ComponentChildren } from "preact";

export function Setting({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="setting">
      <span>{name}</span>
      {children}
    </div>
  );
}
