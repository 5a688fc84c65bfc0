import { useRef } from "preact/hooks";
import { LongText } from "#web/parts/long-text.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import type { MarkdownProps } from "#web/state/markdown.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { langOf } from "#web/words/format.ts";

/** How much of an answer is shown while it is being written: more than later, because somebody is watching it. */
const piecesWhileGrowing = 12;

/** A message's Markdown as nodes; nothing of it is ever read as HTML. Of a long one the beginning, and the rest on request. */
export function Markdown({ text, growing = false, after }: MarkdownProps) {
  const wasGrowing = useRef(growing);
  return (
    <LongText
      text={text}
      isMarkdown
      atFirst={wasGrowing.current ? piecesWhileGrowing : 1}
      draw={(piece, { isLast, isWhole }) => <MarkdownPiece text={piece} growing={growing && isLast} isWhole={isWhole} after={isLast ? after : undefined} />}
    />
  );
}

/** As it was written until the reader has been loaded. */
function MarkdownPiece(props: MarkdownProps) {
  const reader = useSignedIn().markdown.value;
  if (reader !== null) return <reader.ReadMarkdown {...props} />;
  return (
    <div class="text" lang={langOf(props.text)}>
      <p class="as-written">
        <Plain text={props.text} />
        {props.after}
      </p>
    </div>
  );
}
