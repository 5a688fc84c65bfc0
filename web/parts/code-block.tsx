import { useCopying } from "./copying.ts";
import { Glyph, Icon } from "./icon.tsx";
import { Plain } from "./plain-text.tsx";

export function CodeBlock({ text, copy, copied }: { readonly text: string; readonly copy: string; readonly copied: string }) {
  const { isCopied, copy: onCopy } = useCopying(text);
  return (
    <div class="code">
      <pre>
        <code>
          <Plain text={text} />
        </code>
      </pre>
      <button type="button" class="button quiet small icon" aria-label={isCopied ? copied : copy} title={isCopied ? copied : copy} onClick={onCopy}>
        {isCopied ? <Glyph name="done" tone="ok" /> : <Icon name="copy" small />}
      </button>
    </div>
  );
}
