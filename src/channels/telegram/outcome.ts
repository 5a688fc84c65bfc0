import type { Receipt, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { CallOutcome, Denial } from "./bot-api.ts";

export interface SentOptions<T> {
  readonly receipt: (result: T) => Receipt;
  /** A refusal that means that what was wanted is so already, and the message it is about. */
  readonly done?: { readonly says: RegExp; readonly receipt: Receipt };
  /** How far a limit goes. */
  readonly scope: () => "address" | "channel";
}

/** What a call about one message came to. */
export function sentFrom<T>(outcome: CallOutcome<T>, { receipt, done, scope }: SentOptions<T>): Sent {
  if (outcome.how === "ok") return { ok: true, receipt: receipt(outcome.result) };
  if (outcome.how !== "denied") return { ok: false, why: outcome.how === "unknown" ? "unknown" : "later", reason: outcome.reason };
  const { code, description, retryAfterMs } = outcome.denial;
  if (done?.says.test(description) === true) return { ok: true, receipt: done.receipt };
  if (code === 429) return { ok: false, why: "later", reason: "Telegram asks us to slow down.", afterMs: retryAfterMs ?? 1_000, scope: scope() };
  // Its own gateway answers so too, after the request was passed on.
  if (code >= 500) return { ok: false, why: "unknown", reason: `Telegram had a problem of its own (${code}).` };
  if (code === 401) return { ok: false, why: "later", reason: wrongToken };
  return { ok: false, why: "refused", reason: inWords(outcome.denial) };
}

const wrongToken = "Telegram does not accept the bot's token. Ask BotFather for the current one and put it into the configuration.";

const known: readonly (readonly [RegExp, string])[] = [
  [/blocked by the user/, "The person has blocked the bot."],
  [/can't initiate conversation/, "The person has never written to the bot, so it may not write to them."],
  [/user is deactivated/, "The person's account is deleted."],
  [/chat not found|group chat was deactivated|bot was kicked|bot is not a member/, "The bot is not in that chat any more."],
  [/not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED/, "The bot is not allowed to write in that chat."],
  [/thread not found|TOPIC_(CLOSED|DELETED)/, "The topic is closed or gone."],
  [/can't parse entities/, "Telegram could not read the markup."],
];

function inWords({ description }: Denial): string {
  const found = known.find(([pattern]) => pattern.test(description))?.[1];
  return found ?? `Telegram refused it: ${description}`;
}

/** Why a connection cannot be made or goes on no longer. Those that need a person show red at once. */
export function faultOf(outcome: Exclude<CallOutcome<unknown>, { how: "ok" }>): ParleyError {
  if (outcome.how !== "denied") return new ParleyError("Timeout", outcome.reason);
  const { code, description } = outcome.denial;
  // A token of the wrong form is not even an address at Telegram.
  if (code === 401 || code === 404) return new ParleyError("BadToken", wrongToken);
  if (code === 409 && /webhook/.test(description))
    return new ParleyError("NotAllowed", "A webhook is set for this bot, by another program that uses its token. Stop that program, or make a second bot.");
  if (code === 409)
    return new ParleyError("NotAllowed", "Another program reads this bot's messages with the same token. Stop it, or make a bot for each of the two.");
  if (code === 429) return new ParleyError("Timeout", "Telegram asks us to slow down.");
  return new ParleyError("Timeout", `Telegram did not answer as expected (${code}).`);
}
