import { useCopying } from "./copying.ts";
import { Glyph, Icon } from "./icon.tsx";

/** Its width stays the same when the word changes. */
export function CopyButton({ text, label, copied }: { readonly text: string; readonly label: string; readonly copied: string }) {
  const { isCopied, copy } = useCopying(text);
  return (
    <button type="button" class="button quiet small copy" onClick={copy}>
      {isCopied ? <Glyph name="done" tone="ok" /> : <Icon name="copy" small />}
      <span class={isCopied ? "unseen" : ""} aria-hidden={isCopied}>
        {label}
      </span>
      {isCopied && <span role="status">{copied}</span>}
    </button>
  );
}
