import { Client } from "@larksuiteoapi/node-sdk";
import { Readable } from "node:stream";
import type { z } from "zod";
import { platformAgent } from "#channels/kit/platform-agent";
import { defined } from "#lib/defined";
import type { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import { exchange, ExchangeFault, type Reply } from "./exchange.ts";
import type { Form } from "./form.ts";
import { silentLogger } from "./silent-logger.ts";
import { tokenCache } from "./token-cache.ts";
import { denialOf, httpOver, TokenDenied, type Denial, type Sending } from "./vendor-http.ts";

/** What became of a call. `not-sent`: it certainly did not happen. `unknown`: it went out, and no answer that can be read came back. */
export type CallOutcome<T> =
  | { readonly how: "ok"; readonly result: T }
  | { readonly how: "denied"; readonly denial: Denial }
  | { readonly how: "not-sent" | "unknown"; readonly reason: string };

export interface ApiCall<T> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the domain, without a slash in front. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly form?: Form;
  /** What is read of the whole answer. */
  readonly answer: z.ZodType<T>;
}

export interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface FeishuApi extends Disposable {
  readonly domain: string;
  call<T>(call: ApiCall<T>, limits: CallLimits): Promise<CallOutcome<T>>;
  /** A file's content. */
  open(path: string, query: Readonly<Record<string, string>>, limits: CallLimits): Promise<CallOutcome<ReadableStream<Uint8Array>>>;
  /** What the long connection asks for its address with. */
  discover(body: unknown, limits: CallLimits): Promise<CallOutcome<unknown>>;
}

export interface FeishuApiSettings {
  readonly app_id: string;
  readonly app_secret: Secret;
  readonly domain: string;
  readonly proxy?: string | undefined;
}

/** The token has expired or was withdrawn; the next call asks for another. */
const badToken = new Set([99991661, 99991663, 99991664, 99991668, 99991671]);

/** Calls through the vendor's client, which keeps the token, over connections of our own. No error of the library gets out of here. */
export function createFeishuApi({ app_id: appId, app_secret: secret, domain: given, proxy }: FeishuApiSettings, clock: Clock): FeishuApi {
  const domain = given.replace(/\/+$/, "");
  const line = { agent: platformAgent(domain, proxy), clock };
  const tokens = tokenCache(clock);
  const client = new Client({ appId, appSecret: secret.reveal(), domain, httpInstance: httpOver(line), cache: tokens, logger: silentLogger });

  const made = async (call: Omit<ApiCall<unknown>, "answer">, limits: CallLimits, isStream: boolean): Promise<CallOutcome<Reply>> => {
    const { signal, timeoutMs } = limits;
    if (signal.aborted) return { how: "not-sent", reason: "It was called off before it was sent." };
    const sending: Sending = { signal, timeoutMs, isStream, form: call.form, isSent: false };
    const request = { method: call.method, url: call.path, params: call.query ?? {}, ...defined({ data: call.body }), sending };
    const called = client.request<Reply>(request);
    // The token is fetched without our signal: whoever calls it off does not wait for that.
    const off = Promise.withResolvers<never>();
    const stop = (): void => off.reject(new ExchangeFault("It was called off.", sending.isSent));
    signal.addEventListener("abort", stop, { once: true });
    try {
      const reply = await Promise.race([called, off.promise]);
      return { how: "ok", result: reply };
    } catch (error) {
      if (error instanceof TokenDenied) return { how: "denied", denial: error.denial };
      const isSent = error instanceof ExchangeFault ? error.isSent : sending.isSent;
      const reason = error instanceof ExchangeFault ? error.message : "The connection to Feishu failed.";
      return { how: isSent ? "unknown" : "not-sent", reason };
    } finally {
      signal.removeEventListener("abort", stop);
      called.catch(() => undefined);
    }
  };

  const judged = (reply: Reply): CallOutcome<Reply> => {
    const denial = denialOf(reply);
    if (denial === undefined) return { how: "ok", result: reply };
    if (badToken.has(denial.code)) tokens.forget();
    if (denial.status >= 500) return { how: "unknown", reason: `Feishu had a problem of its own (${denial.status}).` };
    return { how: "denied", denial };
  };

  return {
    domain,
    call: async ({ answer, ...call }, limits) => {
      const outcome = await made(call, limits, false);
      const reply = outcome.how === "ok" ? judged(outcome.result) : outcome;
      if (reply.how !== "ok") return reply;
      const read = answer.safeParse(reply.result.body);
      return read.success ? { how: "ok", result: read.data } : { how: "unknown", reason: "Feishu's answer could not be read." };
    },
    open: async (path, query, limits) => {
      const outcome = await made({ method: "GET", path, query }, limits, true);
      if (outcome.how !== "ok") return outcome;
      const { body, status } = outcome.result;
      if (!(body instanceof Readable)) return deniedOr(judged(outcome.result));
      if (status === 200) return { how: "ok", result: Readable.toWeb(body) as ReadableStream<Uint8Array> };
      body.destroy();
      return status >= 500 ? { how: "unknown", reason: `HTTP ${status}` } : { how: "denied", denial: { status, code: status, description: "" } };
    },
    discover: async (body, { signal, timeoutMs }) => {
      try {
        const url = `${domain}/callback/ws/endpoint`;
        const reply = await exchange(line, { method: "POST", url, query: {}, headers: { locale: "zh" }, body, signal, timeoutMs });
        const outcome = judged(reply);
        return outcome.how === "ok" ? { how: "ok", result: reply.body } : outcome;
      } catch (error) {
        return { how: "not-sent", reason: error instanceof ExchangeFault ? error.message : "The connection to Feishu failed." };
      }
    },
    [Symbol.dispose]: () => line.agent.destroy(),
  };
}

function deniedOr(outcome: CallOutcome<Reply>): CallOutcome<never> {
  return outcome.how === "ok" ? { how: "unknown", reason: "Feishu's answer could not be read." } : outcome;
}
