import type { ChannelCheck } from "#channels/kit/channel-check";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import { sayFault } from "#wire/irc/fault";
import { openIrc } from "#wire/irc/open-irc";
import type { IrcSettings } from "./index.ts";
import { ircSpecOf } from "./spec-of.ts";

const timings = { connectMs: 8_000, registerMs: 10_000, quitMs: 500 };

/** Whether one can log in. Joins nothing, and takes another nick if the hub has this one, so it does not disturb a hub that runs. */
export async function checkIrc(settings: IrcSettings, clock: Clock): Promise<ChannelCheck> {
  const where = settings.server ?? "";
  try {
    const spec = await ircSpecOf({ ...settings, channels: [] }, timings);
    const over = new AbortController();
    await using link = openIrc(spec, { clock, signal: over.signal, sink: { changed: () => undefined, heard: () => undefined } });
    const state = await link.settled(over.signal);
    if (state.kind === "error")
      return { state: "error", says: sayFault("en", state.fault), mend: "The hub keeps trying. Correct the settings below bots.irc if they are wrong." };
    const login = spec.nickServPassword === undefined ? "without a login to services" : `logged in as ${spec.account ?? spec.nick}`;
    return { state: "ok", says: `${where} works, ${login}`, mend: "" };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { state: "error", says: error.message, mend: "" };
  }
}
