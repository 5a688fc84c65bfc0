import { useMemo, useState } from "preact/hooks";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { useHere } from "#web/state/here.ts";
import { partsOf, piecesOf } from "#web/state/text-pieces.ts";
import { documentWords } from "#web/words/documents.ts";
import { langOf } from "#web/words/format.ts";

const pieceChars = 30_000;

/** A long text is drawn piece by piece, as it is asked for. */
export function TextParts({ text, isMarkdown }: { readonly text: string; readonly isMarkdown: boolean }) {
  const { page } = useHere();
  const own = documentWords[page.model.value.language];
  const pieces = useMemo(() => piecesOf(text, pieceChars), [text]);
  const [count, setCount] = useState(1);
  if (text.trim() === "") return <p class="dim sm">{own.empty}</p>;
  return (
    <>
      {pieces.slice(0, count).map((piece, at) => (
        <div key={at} class="piece">
          {isMarkdown ? <Pages piece={piece} /> : <PlainPiece text={piece} />}
        </div>
      ))}
      {count < pieces.length && (
        <button type="button" class="button small" onClick={() => setCount(count + 1)}>
          {own.more(count, pieces.length)}
        </button>
      )}
    </>
  );
}

function Pages({ piece }: { readonly piece: string }) {
  const { page } = useHere();
  const own = documentWords[page.model.value.language];
  const parts = useMemo(() => partsOf(piece), [piece]);
  return (
    <>
      {parts.map((part, at) => (
        <div key={at}>
          {part.page !== null && <p class="page-mark">{own.page(part.page)}</p>}
          <Markdown text={part.text} />
        </div>
      ))}
    </>
  );
}

function PlainPiece({ text }: { readonly text: string }) {
  return (
    <pre class="plain-piece" lang={langOf(text)}>
      <Plain text={text} />
    </pre>
  );
}
