import type { WebSocket } from "ws";
import { whyInWords } from "#channels/kit/error-reason";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import { answerWire } from "./frame.ts";

/** A call that the implementation turned down, in its own words. */
export interface Denial {
  readonly retcode: number;
  readonly words: string;
}

/** What became of a call. `not-sent`: it certainly did not happen. `unknown`: it went out, and no answer that can be read came back. */
export type CallOutcome =
  | { readonly how: "ok"; readonly data: unknown }
  | { readonly how: "denied"; readonly denial: Denial }
  | { readonly how: "not-sent" | "unknown"; readonly reason: string };

export interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export type Frame = Readonly<Record<string, unknown>>;

/**
 * Calls and events over one open WebSocket. Answers find their call by `echo`. Calls that wait when the socket closes end as unknown.
 */
export class CallSocket {
  /** Settles when the socket is closed; rejects with the reason where there is one. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #pending = new Map<string, (outcome: CallOutcome) => void>();
  #event: ((frame: Frame) => void) | undefined;
  readonly #early: Frame[] = [];
  #calls = 0;
  #heardAt: number;
  #fault: ParleyError | undefined;

  /** Before the socket is open, so that no frame is missed. */
  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    this.#heardAt = clock.monotonic();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.closed = promise;
    // The one who connects looks at it; nobody else has to.
    promise.catch(() => undefined);
    socket.on("message", (data: Buffer, isBinary: boolean) => this.#heard(data, isBinary));
    socket.on("pong", () => (this.#heardAt = this.#clock.monotonic()));
    socket.on("error", (error) => (this.#fault ??= new ParleyError("Timeout", whyInWords(error))));
    socket.on("close", () => {
      for (const settle of this.#pending.values()) settle({ how: "unknown", reason: "The connection was lost before the answer came." });
      if (this.#fault === undefined) resolve();
      else reject(this.#fault);
    });
  }

  /** How long nothing at all has come. */
  get silentMs(): number {
    return this.#clock.monotonic() - this.#heardAt;
  }

  /** Everything that is no answer to a call, from the first frame on. `take` never waits. */
  onEvent(take: (frame: Frame) => void): void {
    this.#event = take;
    for (const frame of this.#early.splice(0)) take(frame);
  }

  call(action: string, params: Readonly<Record<string, unknown>>, { signal, timeoutMs }: CallLimits): Promise<CallOutcome> {
    if (signal.aborted) return Promise.resolve({ how: "not-sent", reason: "It was called off before it was sent." });
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve({ how: "not-sent", reason: "The connection is closed." });
    const echo = `parley-${++this.#calls}`;
    const { promise, resolve } = Promise.withResolvers<CallOutcome>();
    const aborted = (): void => settle({ how: "unknown", reason: "It was called off while the answer was awaited." });
    const cancel = this.#clock.after(timeoutMs, () => settle({ how: "unknown", reason: "The OneBot implementation did not answer in time." }));
    const settle = (outcome: CallOutcome): void => {
      cancel();
      signal.removeEventListener("abort", aborted);
      this.#pending.delete(echo);
      resolve(outcome);
    };
    this.#pending.set(echo, settle);
    signal.addEventListener("abort", aborted, { once: true });
    // A failure to write closes the socket, which ends the call as unknown.
    this.#socket.send(JSON.stringify({ action, params, echo }), () => undefined);
    return promise;
  }

  /** Ends the connection at once, with the reason why. */
  drop(fault?: ParleyError): void {
    this.#fault ??= fault;
    this.#socket.terminate();
  }

  #heard(data: Buffer, isBinary: boolean): void {
    this.#heardAt = this.#clock.monotonic();
    const frame = isBinary ? undefined : parsed(data.toString("utf8"));
    if (frame === undefined) return this.drop(new ParleyError("Timeout", "The OneBot implementation sent something that is not JSON."));
    if (!("retcode" in frame)) return this.#event === undefined ? void this.#early.push(frame) : this.#event(frame);
    const settle = typeof frame["echo"] === "string" ? this.#pending.get(frame["echo"]) : undefined;
    // An answer that came too late, or one that belongs to no call: NapCat turns a wrong token down after the handshake, with 1403.
    if (settle === undefined) {
      if (frame["retcode"] === 1403 || frame["retcode"] === 1401) this.drop(wrongToken());
      return;
    }
    settle(outcomeOf(frame));
  }
}

export function wrongToken(): ParleyError {
  return new ParleyError("BadToken", "The OneBot implementation does not accept the access token. Set the same access_token on both sides.");
}

function outcomeOf(frame: Frame): CallOutcome {
  const answer = answerWire.safeParse(frame);
  if (!answer.success) return { how: "unknown", reason: "The OneBot implementation gave an answer that cannot be read." };
  const { retcode, data, message, wording, msg } = answer.data;
  if (retcode === 0) return { how: "ok", data };
  // Queued there; nobody says what becomes of it.
  if (retcode === 1)
    return answer.data.status === "failed" ? denied() : { how: "unknown", reason: "The OneBot implementation queued it and does not report the result." };
  return denied();

  function denied(): CallOutcome {
    return { how: "denied", denial: { retcode, words: firstLine(wording || message || msg || "") } };
  }
}

/** LLOneBot answers with a stack trace below the words. */
function firstLine(words: string): string {
  return (words.trimStart().split("\n", 1)[0] ?? "").replace(/^Error: /, "").slice(0, 300);
}

function parsed(text: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Frame) : undefined;
  } catch {
    return undefined;
  }
}
