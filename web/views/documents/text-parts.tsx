import { useMemo, useState } from "preact/hooks";
import { pieceBudget } from "#web/parts/long-text.tsx";
import { Markdown } from "#web/parts/markdown/view.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { pagesOf } from "#web/state/documents/document-pages.ts";
import { piecesOf, plainPiecesOf } from "#web/state/text-pieces.ts";
import { documentWords } from "#web/words/documents.ts";
import { langOf } from "#web/words/format.ts";

/** A long text is drawn piece by piece, as it is asked for. */
export function TextParts({ text, isMarkdown }: { readonly text: string; readonly isMarkdown: boolean }) {
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const pieces = useMemo(() => (isMarkdown ? piecesOf(text, pieceBudget) : plainPiecesOf(text, pieceBudget)), [text, isMarkdown]);
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
  const { page } = useSignedIn();
  const own = documentWords[page.language.value];
  const parts = useMemo(() => pagesOf(piece), [piece]);
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
