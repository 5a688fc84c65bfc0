import { pieces } from "./hidden-characters.ts";

/** Text from anywhere. Characters that would hide or turn something are shown as boxes. */
export function Plain({ text, exact = false }: { readonly text: string; readonly exact?: boolean }) {
  return (
    <>
      {pieces(text, exact).map((piece, at) =>
        typeof piece === "string" ? (
          piece
        ) : (
          <span key={at} class="strange">
            {piece.box}
          </span>
        ),
      )}
    </>
  );
}
