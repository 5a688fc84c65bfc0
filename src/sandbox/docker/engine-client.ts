import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { SandboxGone } from "#domain/sandbox";
import { defined } from "#lib/defined";
import { redactText } from "#lib/redact/redact";
import { keepHead } from "#lib/text/truncate";
import type { EngineAddress } from "./engine-address.ts";
import { Agent, request } from "#lib/node-http";

// Docker's API over its socket: about ten calls, which need no library.

/** The engine understood the request and refused it. */
export class EngineRefused extends Error {
  override readonly name = "EngineRefused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface EngineCall {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface EngineClient extends Disposable {
  /** The whole answer as JSON; undefined for an empty one. Throws EngineRefused or SandboxGone. */
  call(what: EngineCall): Promise<unknown>;
  /** An answer that goes on for as long as somebody speaks. */
  stream(what: EngineCall): Promise<IncomingMessage>;
}

/** No answer of ours takes longer; streams may. */
const answerWithinMs = 120_000;

export function createEngineClient(address: EngineAddress): EngineClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const send = ({ method = "GET", path, query, body, signal }: EngineCall, own: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
      const outgoing = request(
        {
          ...address,
          method,
          path: `${path}${search}`,
          // A stream keeps its connection until it ends, so it gets one of its own.
          agent: own ? new Agent({ keepAlive: false }) : agent,
          headers: {
            Host: "docker",
            ...(payload !== undefined && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(payload) }),
          },
          ...defined({ signal }),
        },
        resolve,
      );
      outgoing.on("error", (cause) => {
        if (signal?.aborted === true) return reject(signal.reason instanceof Error ? signal.reason : cause);
        const code = "code" in cause ? String(cause.code) : cause.message;
        reject(new SandboxGone(`the container engine does not answer (${code})`, { cause }));
      });
      outgoing.end(payload);
    });

  const checked = async (what: EngineCall, own: boolean): Promise<IncomingMessage> => {
    const incoming = await send(what, own);
    const status = incoming.statusCode ?? 0;
    if (status < 400) return incoming;
    throw new EngineRefused(status, messageIn(await text(incoming)));
  };

  return {
    call: async (what) => {
      const timeout = AbortSignal.timeout(answerWithinMs);
      const signal = what.signal === undefined ? timeout : AbortSignal.any([what.signal, timeout]);
      try {
        const body = await text(await checked({ ...what, signal }, false));
        return body.trim() === "" ? undefined : (JSON.parse(body) as unknown);
      } catch (cause) {
        if (timeout.aborted && what.signal?.aborted !== true) throw new SandboxGone("the container engine does not answer (timeout)", { cause });
        if (cause instanceof EngineRefused || cause instanceof SandboxGone || what.signal?.aborted === true) throw cause;
        throw new SandboxGone("the container engine stopped in the middle of an answer", { cause });
      }
    },
    stream: (what) => checked(what, true),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function messageIn(body: string): string {
  let message = body;
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null && "message" in parsed) message = String(parsed.message);
  } catch {
    // Words instead of JSON: shown as they are.
  }
  return keepHead(redactText(message.replaceAll(/\s+/g, " ").trim()), 500).text;
}
