import "#web/style/run-body.css";
import { Plain } from "#web/parts/plain-text.tsx";

/** What was run, to the letter. Each word, and each part of a path, is a piece of its own: one that fits into a line is not broken. */
export function WholeLine({ line }: { readonly line: string }) {
  return (
    <code class="whole isolate">
      {line.split(/(?<=[/ ])/).map((piece, at) => (
        <span key={at}>
          <Plain text={piece} exact />
        </span>
      ))}
    </code>
  );
}
