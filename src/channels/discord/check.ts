import type { ChannelCheck } from "#channels/kit/channel-check";
import type { Clock } from "#lib/time/clock";
import { readsMessages } from "./connect.ts";
import { createDiscordApi } from "./discord-api.ts";
import type { DiscordSettings } from "./index.ts";
import { faultOf, missingIntent } from "./outcome.ts";
import { applicationWire } from "./wire.ts";

const timeoutMs = 10_000;

/** Whether the token works, and whether the bot may read messages. Opens no session, so it does not disturb a hub that runs. */
export async function checkDiscord(settings: DiscordSettings, clock: Clock): Promise<ChannelCheck> {
  using api = createDiscordApi(settings, clock);
  const found = await api.call(async (rest, signal) => applicationWire.parse(await rest.applications.getCurrent({ signal })), {
    signal: new AbortController().signal,
    timeoutMs,
  });
  if (found.how !== "ok") {
    const fault = faultOf(found);
    if (fault.code !== "Timeout") return { state: "error", says: fault.message, mend: "" };
    return { state: "warning", says: `Discord cannot be reached. ${fault.message}`, mend: "Check the network, api_root and proxy; the hub keeps trying." };
  }
  const { id, name, flags } = found.result;
  if ((flags & readsMessages) === 0) return { state: "error", says: missingIntent, mend: `https://discord.com/developers/applications/${id}/bot` };
  return { state: "ok", says: `${name} works, and may read messages`, mend: "" };
}
