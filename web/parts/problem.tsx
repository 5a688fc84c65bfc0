import { Glyph } from "./icon.tsx";
import { Plain } from "./plain-text.tsx";

/** What went wrong, where it was tried. */
export function Problem({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <p class="problem" role="alert">
      <Glyph name="error" />
      <span>
        <Plain text={text} />
      </span>
    </p>
  );
}
