import type { Channel, ChannelId } from "#domain/channel";
import type { Account } from "#domain/people";
import { ParleyError } from "#domain/errors";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import { channelsOf } from "./catalog.ts";

const patienceMs = 20_000;

/** What goes wrong is in the outcome. */
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => quiet };

/**
 * Connects a channel once and posts one line to the account, for `parley setup`. What arrives meanwhile is not acknowledged, so that the
 * platform hands it to the hub later. Why it failed, or undefined.
 */
export async function postTestMessage(
  channel: { readonly id: ChannelId; readonly platform: string; readonly settings: Readonly<Record<string, unknown>> },
  account: Account,
  { words, clock }: { readonly words: string; readonly clock: Clock },
): Promise<string | undefined> {
  const [loaded] = await channelsOf({ channels: [channel] }, { clock, language: "en", log: quiet });
  if (loaded === undefined) return "This version cannot connect to it.";
  await using opened = loaded.channel;
  return await postOnce(opened, account, words);
}

async function postOnce(channel: Channel, account: Account, words: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  const connected = Promise.withResolvers<string | undefined>();
  signal.addEventListener("abort", () => connected.resolve("There was no connection in time."));
  const memory = { get: async () => undefined, set: async () => {} };
  await channel.start(
    {
      received: () => Promise.reject(new ParleyError("ShuttingDown", "This connection only sends a test message.")),
      link: (state, reason) => {
        if (state === "connected" || state === "impaired") connected.resolve(undefined);
        else if (state === "error") connected.resolve(reason ?? "The connection failed.");
      },
    },
    { commands: [], memory, signal },
  );
  const failed = await connected.promise;
  if (failed !== undefined) return failed;
  const to = await channel.direct?.(account, signal);
  if (to === undefined) return "This account cannot be written to. It may have to write to the bot first.";
  for (const piece of channel.render([{ kind: "text", markdown: words }], to)) {
    const sent = await channel.post(to, piece, { key: `setup-${Date.now()}`, signal });
    if (!sent.ok) return sent.reason;
  }
  return undefined;
}
