import { pieces } from "./hidden-characters.ts";

export type FaceKind = "person" | "me" | "agent" | "outside";

/** Circle: a person. Square: an agent. Dashed circle: somebody outside. The name always stands beside it. */
export function Face({ kind, name, small = false }: { readonly kind: FaceKind; readonly name: string; readonly small?: boolean }) {
  return (
    <span class={`face${kind === "person" ? "" : ` ${kind}`}${small ? " small" : ""}`} aria-hidden="true">
      {initials(name, kind === "agent" ? 2 : 1)}
    </span>
  );
}

function initials(name: string, count: number): string {
  const visible = pieces(name)
    .filter((piece) => typeof piece === "string")
    .join("")
    .trim();
  const letters = Array.from(visible.slice(0, 16)).filter((char) => /[\p{L}\p{N}#]/u.test(char));
  // Two Han characters do not fit where two Latin letters do.
  const fitting = /\p{Script=Han}/u.test(letters[0] ?? "") ? 1 : count;
  const short = letters.slice(0, fitting).join("");
  return short === "" ? "?" : count === 2 ? short.toUpperCase() : short;
}
