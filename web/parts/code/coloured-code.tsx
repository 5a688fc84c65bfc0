import { useEffect, useMemo, useState } from "preact/hooks";
import { Plain } from "#web/parts/plain-text.tsx";
import { useLater } from "#web/parts/use-lazy.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { codeSlices } from "./code-slices.ts";
import type * as Highlighter from "./highlight.ts";

interface ColouredProps {
  readonly language: string;
  readonly text: string;
}

/** Plain until what colours it is here; then it is coloured slice by slice, one per frame, so that long code never holds up the page. */
export function ColouredCode({ language, text }: ColouredProps) {
  const later = useLater(true, () => import("./highlight.ts"));
  const slices = useMemo(() => codeSlices(text), [text]);
  if (typeof later !== "object" || !later.part.knowsLanguage(language)) return <Plain text={text} />;
  return (
    <>
      {slices.map((slice, at) => (
        <ColouredSlice key={at} language={language} text={slice} highlighter={later.part} />
      ))}
    </>
  );
}

function ColouredSlice({ language, text, highlighter }: ColouredProps & { readonly highlighter: typeof Highlighter }) {
  const { frames } = useSignedIn();
  const [coloured, set] = useState<{ readonly text: string; readonly pieces: readonly Highlighter.CodePiece[] }>();
  useEffect(() => frames.next(() => set({ text, pieces: highlighter.codePieces(language, text) })), [language, text]);
  if (coloured?.text !== text) return <Plain text={text} />;
  return (
    <>
      {coloured.pieces.map((piece, at) =>
        piece.kind === null ? (
          <Plain key={at} text={piece.text} />
        ) : (
          <span key={at} class={`hl-${piece.kind}`}>
            <Plain text={piece.text} />
          </span>
        ),
      )}
    </>
  );
}
