import type { Receipt, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { CallOutcome, Denial } from "./discord-api.ts";
import type { GatewayEnd } from "./gateway-connection.ts";

export interface SentOptions<T> {
  readonly receipt: (result: T) => Receipt;
  /** A refusal that means that what was wanted is so already, and the message it is about. */
  readonly done?: { readonly code: number; readonly receipt: Receipt };
}

/** What a call about one message came to. */
export function sentFrom<T>(outcome: CallOutcome<T>, { receipt, done }: SentOptions<T>): Sent {
  if (outcome.how === "ok") return { ok: true, receipt: receipt(outcome.result) };
  if (outcome.how !== "denied") return { ok: false, why: outcome.how === "unknown" ? "unknown" : "later", reason: outcome.reason };
  const { status, code, retryAfterMs, isGlobal } = outcome.denial;
  if (done?.code === code) return { ok: true, receipt: done.receipt };
  if (status === 429)
    return {
      ok: false,
      why: "later",
      reason: "Discord asks us to slow down.",
      afterMs: retryAfterMs ?? 1_000,
      scope: isGlobal === true ? "channel" : "address",
    };
  // Its own gateway answers so too, after the request was passed on.
  if (status >= 500) return { ok: false, why: "unknown", reason: `Discord had a problem of its own (${status}).` };
  if (status === 401) return { ok: false, why: "later", reason: wrongToken };
  return { ok: false, why: "refused", reason: inWords(outcome.denial) };
}

export const wrongToken =
  "Discord does not accept the bot's token. Reset it in the developer portal (Bot, Reset Token) and put the new one into the configuration.";
export const missingIntent =
  "Discord does not let the bot read messages. Turn on Message Content Intent in the developer portal (Bot, Privileged Gateway Intents).";

const known: ReadonlyMap<number, string> = new Map([
  [10_003, "The channel is gone, or the bot is not in it any more."],
  [10_004, "The bot is not in that server any more."],
  [10_008, "The message is gone."],
  [40_005, "The file is larger than Discord takes here."],
  [50_001, "The bot may not see that channel. Give it View Channel there."],
  [50_005, "That message was written by somebody else."],
  [50_007, "The person does not take direct messages from the bot: they share no server with it, or have turned them off."],
  [50_013, "The bot may not write in that channel. Give it Send Messages, Attach Files and Add Reactions there."],
  [50_083, "The thread is archived."],
  [50_278, "The person does not take direct messages from the bot: they share no server with it."],
]);

function inWords({ status, code, message }: Denial): string {
  if (status === 413) return "The file is larger than Discord takes here.";
  return known.get(code) ?? `Discord refused it: ${message === "" ? `HTTP ${status}` : message}`;
}

/** Why a connection cannot be made. Those that need a person show red at once. */
export function faultOf(outcome: Exclude<CallOutcome<unknown>, { how: "ok" }>): ParleyError {
  if (outcome.how !== "denied") return new ParleyError("Timeout", outcome.reason);
  const { status } = outcome.denial;
  if (status === 401) return new ParleyError("BadToken", wrongToken);
  if (status === 403) return new ParleyError("NotAllowed", "Discord does not let this bot connect. Look at the application in the developer portal.");
  if (status === 404) return new ParleyError("BadConfig", "There is no Discord API at that address. Check api_root.");
  if (status === 429) return new ParleyError("Timeout", "Discord asks us to slow down.");
  return new ParleyError("Timeout", `Discord did not answer as expected (${status}).`);
}

/** Why the gateway's connection ended. */
export function endInWords({ code, reason }: GatewayEnd): ParleyError {
  switch (code) {
    case 4_004:
      return new ParleyError("BadToken", wrongToken);
    case 4_013:
    case 4_014:
      return new ParleyError("NotAllowed", missingIntent);
    case 4_010:
    case 4_011:
      return new ParleyError("NotSupported", "Discord wants this bot to be split over several connections: it is in too many servers for one.");
    case 4_012:
      return new ParleyError("NotSupported", "Discord does not serve this version of its gateway any more. Update Parley.");
    case undefined:
      return new ParleyError("Timeout", libraryWords.get(reason) ?? (reason === "" ? "The connection to Discord ended." : reason));
    default:
      return new ParleyError(
        "Timeout",
        reason === "" || code < 4_000 ? `The connection to Discord was cut (${code}).` : `Discord closed the connection (${code}).`,
      );
  }
}

/** What the library says, in our words. */
const libraryWords: ReadonlyMap<string, string> = new Map([
  ["Told to reconnect by Discord", "Discord asked us to reconnect."],
  ["Zombie connection", "Discord stopped answering on an open connection."],
  ["Invalid session", "Discord does not know the session any more. A new one is begun."],
]);
