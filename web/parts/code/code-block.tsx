import { useState } from "preact/hooks";
import { useCopying } from "#web/parts/copying.ts";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { ColouredCode } from "./coloured-code.tsx";
import { diffLines } from "./diff.ts";
import { DiffView } from "./diff-view.tsx";

/** A block longer than this is folded to its first lines. */
const foldLines = 40;
const firstLines = 24;

interface CodeBlockProps {
  readonly language: string;
  readonly text: string;
  /** While it is being written it has no colours: half a text would change them with every word. */
  readonly growing: boolean;
  /** Shown without a fold from the beginning. */
  readonly isWhole: boolean;
}

/** Code with a button that copies it, coloured where the language is known; a diff as a diff; a long one folded. */
export function CodeBlock({ language, text, growing, isWhole }: CodeBlockProps) {
  const { words } = useSignedIn();
  const { isCopied, copy } = useCopying(text);
  const [isUnfolded, unfold] = useState(false);
  const lines = text.split("\n");
  const isFolded = !growing && !isWhole && !isUnfolded && lines.length > foldLines;
  const shown = isFolded ? lines.slice(0, firstLines).join("\n") : text;
  const all = growing || !/^(?:diff|patch|)$/i.test(language) ? undefined : diffLines(text);
  const changed = isFolded ? all?.slice(0, firstLines) : all;
  const label = isCopied ? words.copied : words.copyCode;
  return (
    <div class="code">
      {changed === undefined ? (
        <pre>
          <code>{growing || language === "" ? <Plain text={shown} /> : <ColouredCode language={language} text={shown} />}</code>
        </pre>
      ) : (
        <DiffView lines={changed} />
      )}
      {isFolded && (
        <button type="button" class="button quiet small unfold" onClick={() => unfold(true)}>
          {words.allLines(lines.length)}
        </button>
      )}
      <button type="button" class="button quiet small icon copy" aria-label={label} title={label} onClick={copy}>
        {isCopied ? <Glyph name="done" tone="ok" /> : <Icon name="copy" small />}
      </button>
    </div>
  );
}
