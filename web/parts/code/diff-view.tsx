import { useMemo } from "preact/hooks";
import { Plain } from "#web/parts/plain-text.tsx";
import { useOnePerFrame } from "#web/parts/use-one-per-frame.ts";
import type { DiffLine } from "./diff.ts";

/** What is drawn in one task. */
const linesPerFrame = 150;

/** A diff with the numbers of its lines, wrapped instead of scrolled. A long one is drawn gradually. */
export function DiffView({ lines }: { readonly lines: readonly DiffLine[] }) {
  const groups = Math.ceil(lines.length / linesPerFrame);
  const count = useOnePerFrame(groups, 1);
  return (
    <div class="diff">
      {Array.from({ length: count }, (_, at) => (
        <DiffLines key={at} lines={lines} from={at * linesPerFrame} />
      ))}
    </div>
  );
}

function DiffLines({ lines, from }: { readonly lines: readonly DiffLine[]; readonly from: number }) {
  const drawn = () => (
    <>
      {lines.slice(from, from + linesPerFrame).map((line, at) =>
        line.kind === "head" ? (
          <div key={at} class="head-line">
            <Plain text={line.text} exact /> <b class="added">+{line.added}</b> <b class="removed">−{line.removed}</b>
          </div>
        ) : line.kind === "file" || line.kind === "hunk" ? (
          <div key={at} class={line.kind}>
            <Plain text={line.text} exact />
          </div>
        ) : (
          <div key={at} class={line.kind}>
            <i>{line.old}</i>
            <i>{line.new}</i>
            <i>{line.kind === "add" ? "+" : line.kind === "del" ? "−" : ""}</i>
            <code>
              <Plain text={line.text} exact />
            </code>
          </div>
        ),
      )}
    </>
  );
  return useMemo(drawn, [lines, from]);
}
