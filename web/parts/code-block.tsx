import { useEffect, useState } from "preact/hooks";
import { Glyph, Icon } from "./icon.tsx";
import { Plain } from "./plain.tsx";

const copiedForMs = 2_000;

export function CodeBlock({ text, copy, copied }: { readonly text: string; readonly copy: string; readonly copied: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const onCopy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
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
