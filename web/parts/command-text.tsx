import { Plain } from "./plain.tsx";

/** What was or will be run, whole. Each word, and each part of a path, is a piece of its own: one that fits into a line is not broken. */
export function CommandText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=[/ ])/).map((piece, at) => (
        <span key={at}>
          <Plain text={piece} exact />
        </span>
      ))}
    </>
  );
}
