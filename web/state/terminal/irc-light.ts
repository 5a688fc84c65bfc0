import type { ThreadWire } from "#protocol/wire";
import type { Colour } from "#web/parts/icon.tsx";
import type { Model } from "#web/state/stream/model.ts";

/**
 * The light of the open thread's session, otherwise of the reader's own. Green is connected and joined. Undefined, and not
 * shown, where IRC is neither set up nor was used.
 */
export function ircColour(
  { lights, linksSetUp, me }: Pick<Model, "lights" | "linksSetUp" | "me">,
  thread: Pick<ThreadWire, "default_session"> | undefined,
): Colour | undefined {
  const session = thread?.default_session ?? me?.id;
  const light = lights.find((one) => one.session === session && one.name === "irc");
  if (light === undefined) return linksSetUp.includes("irc") ? "red" : undefined;
  if (light.state === "connected") return "green";
  return light.state === "connecting" ? "yellow" : "red";
}
