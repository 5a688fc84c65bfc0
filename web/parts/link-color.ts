import type { Link } from "#web/state/stream/model.ts";
import type { Colour } from "./icon.tsx";

/** A link that comes back by itself within this time is not worth a yellow light. */
const graceMs = 2_000;

export function colourOf(link: Link, now: number): Colour {
  if (link.state === "connected") return "green";
  if (link.state === "degraded") return "yellow";
  if (link.state !== "connecting") return "red";
  return link.was === "connected" && now - Date.parse(link.since) < graceMs ? "green" : "yellow";
}
