import { boundedName } from "#channels/kit/clean-text";
import type { Ack, Inbound } from "#domain/channel";
import { pause, type Clock } from "#lib/time/clock";
import type { DiscordApi } from "./discord-api.ts";

export interface InteractionsOptions {
  readonly api: DiscordApi;
  readonly clock: Clock;
  /** The application's own id. */
  readonly application: () => string;
  /** Discord gives up on an interaction after three seconds. */
  readonly deferMs: number;
  readonly callMs: number;
  readonly signal: AbortSignal;
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly event: Inbound;
}

export type AnswerInteraction = (interaction: Interaction, stored: Promise<Ack>) => Promise<void>;

/** Seen only by the one who pressed or chose. */
const ephemeral = 64;
const toastChars = 2_000;

/** Tells Discord in time that a press or a command arrived, and its sender what came of it. */
export function createInteractions({ api, clock, application, deferMs, callMs, signal }: InteractionsOptions): AnswerInteraction {
  const limits = { signal, timeoutMs: callMs };
  const quiet = { flags: ephemeral, allowed_mentions: { parse: [] } };

  const press: AnswerInteraction = async ({ id, token }, stored) => {
    const ack = await Promise.race([stored, pause(clock, deferMs, signal).then(() => undefined)]);
    const { toast } = ack ?? {};
    if (toast !== undefined) {
      await api.call((rest, by) => rest.interactions.reply(id, token, { content: boundedName(toast, toastChars), ...quiet }, { signal: by }), limits);
      return;
    }
    await api.call((rest, by) => rest.interactions.deferMessageUpdate(id, token, {}, { signal: by }), limits);
    const { toast: late } = ack ?? (await stored);
    if (late === undefined) return;
    await api.call(
      (rest, by) => rest.interactions.followUp(application(), token, { content: boundedName(late, toastChars), ...quiet }, { signal: by }),
      limits,
    );
  };

  /** What a command says is posted by the hub like any other message; the notice that it arrived goes away. */
  const command: AnswerInteraction = async ({ id, token }, stored) => {
    await api.call((rest, by) => rest.interactions.defer(id, token, { flags: ephemeral }, { signal: by }), limits);
    const { toast } = await stored;
    await api.call(async (rest, by) => {
      if (toast === undefined) await rest.interactions.deleteReply(application(), token, "@original", { signal: by });
      else await rest.interactions.editReply(application(), token, { content: boundedName(toast, toastChars) }, "@original", { signal: by });
    }, limits);
  };

  return (interaction, stored) => (interaction.event.what.kind === "pressed" ? press : command)(interaction, stored);
}
