import type { HttpInstance } from "@larksuiteoapi/node-sdk";
import { z } from "zod";
import { exchange, ExchangeFault, type Line, type Reply } from "./exchange.ts";
import type { Form } from "./form.ts";

/** A call that Feishu turned down, in its own words. */
export interface Denial {
  readonly status: number;
  readonly code: number;
  readonly description: string;
  /** When a limit is over. */
  readonly resetMs?: number;
}

const tokenMs = 10_000;

/** Rides along with a request through the vendor's client to our own transport. */
export interface Sending {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly isStream: boolean;
  readonly form: Form | undefined;
  isSent: boolean;
}

/** The app's id or secret is wrong, or the app is gone. */
export class TokenDenied extends Error {
  override readonly name = "TokenDenied";
  readonly denial: Denial;

  constructor(denial: Denial) {
    super("Feishu gave no token.");
    this.denial = denial;
  }
}

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  readonly sending?: Sending;
}

/** The transport that the vendor's client is given. `post` is what it fetches tokens with. */
export function httpOver(line: Line): HttpInstance {
  const request = async ({ method = "GET", url = "", headers = {}, params = {}, data, sending }: Asked): Promise<Reply> => {
    if (sending === undefined) throw new ExchangeFault("Nobody asked for this call.", false);
    const { signal, timeoutMs, isStream, form } = sending;
    if (signal.aborted) throw new ExchangeFault("It was called off before it was sent.", false);
    sending.isSent = true;
    const body = form ?? (method === "GET" || method === "DELETE" ? undefined : data);
    return exchange(line, { method, url, query: params, headers, body, signal, timeoutMs, isStream });
  };
  const post = async (url: string, data?: unknown): Promise<unknown> => {
    try {
      const { signal } = new AbortController();
      const reply = await exchange(line, { method: "POST", url, query: {}, headers: {}, body: data, signal, timeoutMs: tokenMs });
      const denial = denialOf(reply);
      if (denial !== undefined && denial.status < 500) throw new TokenDenied(denial);
      if (denial !== undefined) throw new ExchangeFault("Feishu gave no token.", false);
      return reply.body;
    } catch (error) {
      // Whatever happened to it, the call that needed the token was not made.
      throw error instanceof ExchangeFault ? new ExchangeFault(error.message, false) : error;
    }
  };
  const none = (): Promise<never> => Promise.reject(new ExchangeFault("Nobody asked for this call.", false));
  return { request, post, get: none, delete: none, head: none, options: none, put: none, patch: none } as unknown as HttpInstance;
}

const answered = z.object({ code: z.number(), msg: z.string().default("") });

export function denialOf({ status, headers, body }: Reply): Denial | undefined {
  const { code, msg } = answered.safeParse(body).data ?? { code: status === 200 ? 0 : status, msg: "" };
  if (code === 0 && status < 400) return undefined;
  const reset = Number(headers["x-ogw-ratelimit-reset"]);
  return { status, code, description: msg.slice(0, 300), ...(reset > 0 ? { resetMs: Math.ceil(reset * 1000) } : {}) };
}
