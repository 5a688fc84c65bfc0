import type { VNode } from "preact";
import { useHere } from "#web/state/here.ts";
import { useLater } from "./later.ts";
import { Problem } from "./problem.tsx";

/** A part of the page that only some need. */
export function Fetched<Part>({ load, children }: { readonly load: () => Promise<Part>; readonly children: (part: Part) => VNode }) {
  const { words } = useHere();
  const later = useLater(true, load);
  return later === "coming" ? null : later === "lost" ? <Problem text={words.hubGone} /> : children(later.part);
}
