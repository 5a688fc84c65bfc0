import type { Connect } from "#channels/kit/supervisor";
import { ParleyError, type ErrorCode } from "#domain/errors";
import { pause, type Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { sayFault, type IrcFault, type IrcFaultCode } from "#wire/irc/fault";
import { openIrc } from "#wire/irc/open-irc";
import type { IrcLink, IrcMessage, IrcSighting, IrcSpec, IrcState } from "#wire/irc/spec";

export interface ConnectOptions {
  readonly spec: () => Promise<IrcSpec>;
  readonly clock: Clock;
  readonly language: TextLanguage;
  readonly rejoin: RejoinTiming;
  /** Logged in: it can be written to. Called with undefined when it is over. */
  readonly current: (link: IrcLink | undefined) => void;
  readonly heard: (message: IrcMessage, link: IrcLink) => void;
  readonly saw: (sighting: IrcSighting, link: IrcLink) => void;
}

export interface RejoinTiming {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** One connection: logs in, joins, and stays in the channels until the link ends. */
export function connectIrc({ spec: makeSpec, clock, language, rejoin, current, heard, saw }: ConnectOptions): Connect {
  return async (light, signal) => {
    const spec = await makeSpec();
    const over = Promise.withResolvers<IrcFault | undefined>();
    const life = new AbortController();
    let isUp = false;
    let told: string | undefined;
    const changed = (state: IrcState): void => {
      if (state.kind === "error") over.resolve(state.fault);
      else if (state.kind === "closed") over.resolve(undefined);
      else if (state.kind !== "connecting") {
        const reason = reasonOf(link, language);
        if (isUp && reason === told) return;
        if (!isUp) current(link);
        isUp = true;
        told = reason;
        if (reason !== undefined && link.faults().some(({ code }) => channelNeedsSomebody.has(code))) light.impaired(reason);
        else light.up(reason);
      }
    };
    const link = openIrc(spec, {
      clock,
      signal,
      sink: { changed, heard: (message) => heard(message, link), saw: (sighting) => saw(sighting, link) },
    });
    const joining = stayJoined(link, spec, { clock, timing: rejoin, signal: AbortSignal.any([signal, life.signal]) });
    const fault = await over.promise;
    current(undefined);
    life.abort();
    await joining;
    await link.quit();
    if (fault !== undefined) throw new ParleyError(needsSomebody[fault.code] ?? "Timeout", sayFault(language, fault));
  };
}

/** The sentences about channels that are not joined and about the nick; undefined when all is as it was asked for. */
function reasonOf(link: IrcLink, language: TextLanguage): string | undefined {
  const faults = link.faults();
  return faults.length === 0 ? undefined : faults.map((one) => sayFault(language, one)).join(" ");
}

/** Errors that waiting does not fix. */
const needsSomebody: Readonly<Partial<Record<IrcFaultCode, ErrorCode>>> = {
  ServerPasswordRejected: "BadToken",
  SaslFailed: "BadToken",
  NickServFailed: "BadToken",
  BannedFromServer: "NotAllowed",
  Killed: "NotAllowed",
  NickInUse: "NotAllowed",
  TlsFailed: "BadConfig",
  BadNick: "BadConfig",
  BadChannel: "BadConfig",
  BadSetting: "BadConfig",
};

/** The same of one channel: everything else works meanwhile. */
const channelNeedsSomebody: ReadonlySet<IrcFaultCode> = new Set(["BannedFromChannel", "BadChannelKey"]);

/** Tries channels again that refused us or that we were taken out of: bans and keys change on the other side. */
async function stayJoined(
  link: IrcLink,
  { channels }: IrcSpec,
  { clock, timing, signal }: { readonly clock: Clock; readonly timing: RejoinTiming; readonly signal: AbortSignal },
): Promise<void> {
  await link.settled(signal);
  let ms = timing.firstMs;
  while (!signal.aborted) {
    await pause(clock, ms, signal);
    const missing = channels.filter(({ name }) => !link.joined(name));
    ms = missing.length === 0 ? timing.firstMs : Math.min(timing.maxMs, ms * 2);
    for (const channel of missing) if (!signal.aborted) await link.join(channel);
  }
}
