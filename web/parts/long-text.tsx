import type { ComponentChildren, TargetedMouseEvent, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Plain } from "./plain-text.tsx";
import { useOnePerFrame } from "./use-one-per-frame.ts";

/** What one task of the browser draws (state/drawing-cost.ts): well below 100 ms, whatever the text is. */
export const pieceBudget = 24_000;
/** Enough to find the first piece, which costs at most one and a half budgets. */
const beginningChars = 2 * pieceBudget;

const uncutChars = 4_000;

interface LongTextProps {
  readonly text: string;
  readonly isMarkdown?: boolean;
  /** How many pieces are drawn before anybody asks for the rest. */
  readonly atFirst?: number;
  readonly draw: Draw<VNode>;
}

/** `isWhole`: somebody asked for all of the text, so that nothing of it is folded any more. */
type Draw<Drawn> = (piece: string, how: { readonly isLast: boolean; readonly isWhole: boolean }) => Drawn;

/** A text of any length: its beginning, and on request the rest, one piece per frame, so that the page stays responsive. */
export function LongText({ text, isMarkdown = false, atFirst = 1, draw }: LongTextProps) {
  const { words, markdown } = useSignedIn();
  const cut = isMarkdown ? markdown.value?.piecesOf : markdown.value?.plainPiecesOf;
  const [isAll, showAll] = useState(false);
  const known = isAll || atFirst > 1 ? text : text.slice(0, beginningChars);
  const pieces = useMemo(() => cut?.(known, pieceBudget) ?? [shortened(text)], [known, cut]);
  const count = useOnePerFrame(isAll ? pieces.length : Math.min(atFirst, pieces.length));
  if (pieces.length === 1) return draw(pieces[0] ?? "", { isLast: true, isWhole: false });
  const onClick = (event: TargetedMouseEvent<HTMLButtonElement>): void => {
    showAll(true);
    // The button goes, and the focus would go with it.
    event.currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
  };
  return (
    <>
      {pieces.slice(0, count).map((piece, at) => (
        <Piece key={at} piece={piece} isLast={at === pieces.length - 1} isWhole={isAll} draw={draw} />
      ))}
      {!isAll && pieces.length > atFirst && (
        <button type="button" class="button small show-all" onClick={onClick}>
          {words.allOfIt}
        </button>
      )}
    </>
  );
}

/** Until the chunk that cuts texts is here. */
function shortened(text: string): string {
  return text.length <= uncutChars ? text : `${text.slice(0, uncutChars)}…`;
}

/** The same for text that is shown as it was written. */
export function LongPlainText({ text }: { readonly text: string }) {
  return <LongText text={text} draw={(piece) => <Plain text={piece} />} />;
}

interface PieceProps {
  readonly piece: string;
  readonly isLast: boolean;
  readonly isWhole: boolean;
  readonly draw: Draw<ComponentChildren>;
}

/** Drawn again only when its own text changes; the last one always, since it may still be growing. */
function Piece({ piece, isLast, isWhole, draw }: PieceProps) {
  return useMemo(() => <div class="piece">{draw(piece, { isLast, isWhole })}</div>, [piece, isWhole, isLast ? draw : null]);
}
