import type { Connect } from "#channels/kit/supervisor";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import type { CallOutcome, DiscordApi } from "./discord-api.ts";
import { runGateway, type GatewayTiming } from "./gateway-connection.ts";
import { openRelay } from "./gateway-relay.ts";
import { endInWords, faultOf, missingIntent } from "./outcome.ts";
import type { Bot, Receiving } from "./receiving.ts";
import type { Remembered } from "./remembered.ts";
import { applicationWire, gatewayWire, openedWire } from "./wire.ts";

export interface ConnectOptions {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly timing: GatewayTiming & { readonly callMs: number };
  readonly remembered: Remembered;
  readonly receiving: Receiving;
  /** The gateway is reached through a proxy. */
  readonly isProxied: boolean;
}

/** The application may read what is said in servers: granted, or for small bots. */
export const readsMessages = (1 << 18) | (1 << 19);

/** Attempts at the address that a session is resumed at, before the general one is tried. */
const mostAtResumeUrl = 2;

/** One connection: says who the bot is, then goes on with the session or begins one, until it is lost. */
export function connectDiscord({ api, clock, timing, remembered, receiving, isProxied }: ConnectOptions): Connect {
  let bot: Bot | undefined;
  /** Discord has closed the connection because of missing permissions: it is asked for them before the next try, whose number is limited. */
  let lacksIntent = false;
  let failedAtResumeUrl = 0;

  const answered = async <T>(outcome: Promise<CallOutcome<T>>): Promise<T> => {
    const answer = await outcome;
    if (answer.how === "ok") return answer.result;
    throw faultOf(answer);
  };

  const whoAmI = async (signal: AbortSignal): Promise<Bot> => {
    if (bot !== undefined && !lacksIntent) return bot;
    const limits = { signal, timeoutMs: timing.callMs };
    const {
      id,
      flags,
      bot: user,
    } = await answered(api.call(async (rest, by) => applicationWire.parse(await rest.applications.getCurrent({ signal: by })), limits));
    if (lacksIntent && (flags & readsMessages) === 0) throw new ParleyError("NotAllowed", missingIntent);
    const own = user?.id ?? (await answered(api.call(async (rest, by) => openedWire.parse(await rest.users.getCurrent({ signal: by })), limits))).id;
    return { application: id, user: own };
  };

  const gatewayUrl = async (signal: AbortSignal): Promise<string> => {
    const { session } = remembered;
    if (session !== undefined && failedAtResumeUrl < mostAtResumeUrl) return checked(session.resumeUrl);
    const limits = { signal, timeoutMs: timing.callMs };
    const { url, session_start_limit: starts } = await answered(
      api.call(async (rest, by) => gatewayWire.parse(await rest.gateway.getBot({ signal: by })), limits),
    );
    // Past its limit Discord takes the token away.
    if (session === undefined && starts.remaining < 1)
      throw new ParleyError("Timeout", `Discord lets this bot begin no more sessions for ${Math.ceil(starts.reset_after / 60_000)} minutes.`);
    return checked(url);
  };

  return async (light, signal) => {
    bot = await whoAmI(signal);
    receiving.knows(bot);
    const target = await gatewayUrl(signal);
    await using relay = isProxied ? await openRelay(target, api.agentFor(target), timing.handshakeMs) : undefined;
    let wasUp = false;
    const end = await runGateway({
      url: relay?.url ?? target,
      token: api.token.reveal(),
      clock,
      timing,
      signal,
      session: () => {
        const { session, window } = remembered;
        return session === undefined ? null : { session, sequence: window.upTo };
      },
      begun: (session, sequence) => remembered.begin(session, sequence),
      dispatched: (payload) => receiving.take(payload),
      up: () => {
        wasUp = true;
        lacksIntent = false;
        receiving.up();
        light.up();
      },
    });
    failedAtResumeUrl = wasUp || remembered.session === undefined ? 0 : failedAtResumeUrl + 1;
    if (end.isSessionLost) remembered.forget();
    lacksIntent = end.code === 4_014;
    if (end.code === 4_004) bot = undefined;
    if (!wasUp && relay?.reason !== undefined) throw new ParleyError("Timeout", relay.reason);
    throw endInWords(end);
  };
}

/** What is no address would be thrown inside the library, where nothing catches it. */
function checked(url: string): string {
  if (/^wss?:$/.test(URL.parse(url)?.protocol ?? "")) return url;
  throw new ParleyError("Timeout", "Discord named an address for its gateway that is none.");
}
