import type { VNode } from "preact";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { useLater } from "./use-lazy.ts";
import { Problem } from "./problem.tsx";

/** A part of the page that only some need. */
export function Fetched<Part>({ load, children }: { readonly load: () => Promise<Part>; readonly children: (part: Part) => VNode }) {
  const { words } = useSignedIn();
  const later = useLater(true, load);
  return later === "coming" ? null : later === "lost" ? <Problem text={words.hubGone} /> : children(later.part);
}
