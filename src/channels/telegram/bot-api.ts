import type { Agent } from "node:http";
import { Api, GrammyError, HttpError, type RawApi } from "grammy";
import { isBeforeSending, whyInWords } from "#channels/kit/error-reason";
import { platformAgent } from "#channels/kit/platform-agent";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import type { Secret } from "#lib/redact/secret";

/** A call that the Bot API turned down, in its own words. */
export interface Denial {
  readonly code: number;
  readonly description: string;
  readonly retryAfterMs?: number;
  /** The new number of a group. */
  readonly movedTo?: number;
}

/** What became of a call. `not-sent`: it certainly did not happen. `unknown`: it went out, and no answer that can be read came back. */
export type CallOutcome<T> =
  | { readonly how: "ok"; readonly result: T }
  | { readonly how: "denied"; readonly denial: Denial }
  | { readonly how: "not-sent" | "unknown"; readonly reason: string };

export interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** What the library calls an AbortSignal: the one of a package older than Node's own. */
export type CallSignal = NonNullable<Parameters<RawApi["getMe"]>[0]>;

/**
 * Calls to the Bot API. No error of the library gets out of here: those hold the address, and the address holds the token.
 */
export interface BotApi extends Disposable {
  readonly agent: Agent;
  call<T>(make: (raw: RawApi, signal: CallSignal) => Promise<T>, limits: CallLimits): Promise<CallOutcome<T>>;
  /** Where a file is handed over; only ever for `download`. */
  fileUrl(path: string): string;
}

export interface BotApiSettings {
  readonly token: Secret;
  readonly api_root: string;
  readonly proxy?: string | undefined;
}

export function createBotApi({ token, api_root: given, proxy }: BotApiSettings, clock: Clock): BotApi {
  const root = given.replace(/\/+$/, "");
  const agent = platformAgent(root, proxy);
  const { raw } = new Api(token.reveal(), { apiRoot: root, baseFetchConfig: { agent } });
  return {
    agent,
    call: async (make, { signal, timeoutMs }) => {
      if (signal.aborted) return { how: "not-sent", reason: "It was called off before it was sent." };
      const late = new AbortController();
      const cancel = clock.after(timeoutMs, () => late.abort());
      try {
        return { how: "ok", result: await make(raw, AbortSignal.any([signal, late.signal]) as unknown as CallSignal) };
      } catch (error) {
        if (late.signal.aborted) return { how: "unknown", reason: "Telegram did not answer in time." };
        if (signal.aborted) return { how: "unknown", reason: "It was called off while the answer was awaited." };
        return failed(error);
      } finally {
        cancel();
      }
    },
    fileUrl: (path) => `${root}/file/bot${token.reveal()}/${path.split("/").map(encodeURIComponent).join("/")}`,
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function failed(error: unknown): CallOutcome<never> {
  if (error instanceof GrammyError) {
    const { error_code: code, description, parameters } = error;
    const { retry_after: seconds, migrate_to_chat_id: movedTo } = parameters;
    return {
      how: "denied",
      denial: {
        code,
        description: description.slice(0, 300),
        ...(seconds === undefined ? {} : { retryAfterMs: seconds * 1000 }),
        ...defined({ movedTo }),
      },
    };
  }
  const inner: unknown = error instanceof HttpError ? error.error : error;
  if (isUnreadable(inner)) return { how: "unknown", reason: unreadable };
  return { how: isBeforeSending(inner) ? "not-sent" : "unknown", reason: whyInWords(inner) };
}

/** Of a page of some proxy or another server. */
export const unreadable = "What came back is no answer of Telegram's Bot API.";

/** The answer is no JSON, or JSON in which the library finds nothing. */
function isUnreadable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "type" in error && error.type === "invalid-json");
}
