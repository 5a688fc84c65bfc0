import type { ThreadWire } from "#protocol/wire";
import type { Colour } from "#web/parts/icon.tsx";
import type { Model } from "./model.ts";

/** The light of the open thread's session, else of the reader's own. Green is connected and joined; no link is red. */
export function ircColour({ lights, me }: Pick<Model, "lights" | "me">, thread: Pick<ThreadWire, "default_session"> | undefined): Colour {
  const session = thread?.default_session ?? me?.id;
  const light = lights.find((one) => one.session === session && one.name === "irc");
  if (light?.state === "connected") return "green";
  return light?.state === "connecting" ? "yellow" : "red";
}
