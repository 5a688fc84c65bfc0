import { connect as connectSocket, type Socket } from "node:net";
import type { Connect, LinkLight } from "#channels/kit/supervisor";
import { ParleyError } from "#domain/errors";
import { pause, type Clock } from "#lib/time/clock";
import { defined } from "#lib/defined";
import { lines, parseFrame, serverFrame, type CallWire, type ClientFrame, type ReplyWire, type ServerFrame } from "./protocol.ts";

/** What became of a call. `unknown`: it went out and no answer came back. */
export type CallOutcome =
  | { readonly how: "answered"; readonly reply: ReplyWire }
  | { readonly how: "not-sent"; readonly reason: string }
  | { readonly how: "unknown"; readonly reason: string };

export type Call = (call: CallWire, signal: AbortSignal) => Promise<CallOutcome>;

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly clock: Clock;
  readonly callTimeoutMs: number;
  readonly pingMs: number;
  /** The session that the last welcome named, to be known again by. */
  readonly session: () => string | undefined;
  readonly welcomed: (session: string) => Promise<void>;
  /** Handed a way to call as long as the link is up, and undefined when it is over. */
  readonly ready: (call: Call | undefined) => void;
  readonly event: (event: { readonly id: number }) => void;
}

/** One connection: log in, answer calls, pass events on, notice when nobody is there any more. */
export function connectChat(options: ConnectOptions): Connect {
  return async (light, signal) => {
    const link = new ChatLink(options, light);
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    try {
      await link.logIn(either);
      await Promise.race([link.over, link.watch(either)]);
    } finally {
      over.abort();
      options.ready(undefined);
      link[Symbol.dispose]();
    }
  };
}

class ChatLink implements Disposable {
  readonly over: Promise<void>;
  readonly #options: ConnectOptions;
  readonly #light: LinkLight;
  readonly #socket: Socket;
  readonly #pending = new Map<number, (outcome: CallOutcome) => void>();
  readonly #welcome = Promise.withResolvers<void>();
  readonly #fail: (error: Error) => void;
  #lastId = 0;

  constructor(options: ConnectOptions, light: LinkLight) {
    this.#options = options;
    this.#light = light;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.over = promise;
    this.#fail = reject;
    // Both are looked at only while somebody waits for them.
    promise.catch(() => undefined);
    this.#welcome.promise.catch(() => undefined);
    const cut = lines();
    this.#socket = connectSocket(options.port, options.host);
    this.#socket.on("data", (bytes) => {
      try {
        for (const line of cut(bytes)) this.#frame(parseFrame(serverFrame, line));
      } catch (error) {
        this.#lost(error instanceof Error ? error : new Error(String(error)));
      }
    });
    this.#socket.on("error", (error) => this.#lost(error));
    this.#socket.on("close", () => {
      this.#forgetCalls("The connection was cut before the answer came.");
      this.#welcome.reject(new ParleyError("Timeout", "The chat server closed the connection before it answered."));
      resolve();
    });
  }

  async logIn(signal: AbortSignal): Promise<void> {
    this.#write({ t: "hello", token: this.#options.token, ...defined({ session: this.#options.session() }) });
    const answered = new AbortController();
    const late = pause(this.#options.clock, this.#options.callTimeoutMs, AbortSignal.any([signal, answered.signal])).then(() => {
      throw new ParleyError("Timeout", "The chat server did not answer the login in time.");
    });
    try {
      await Promise.race([this.#welcome.promise, late]);
    } finally {
      answered.abort();
    }
  }

  async call(call: CallWire, signal: AbortSignal): Promise<CallOutcome> {
    if (signal.aborted) return { how: "not-sent", reason: "It was called off before it was sent." };
    if (this.#socket.destroyed || !this.#socket.writable) return { how: "not-sent", reason: "The connection to the chat was gone before it was sent." };
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<CallOutcome>();
    this.#pending.set(id, resolve);
    // An upload may take longer than a line of text.
    const limitMs = this.#options.callTimeoutMs + ("base64" in call ? call.base64.length / 64 : 0);
    const cancel = this.#options.clock.after(limitMs, () => resolve({ how: "unknown", reason: "The chat did not answer in time." }));
    const aborted = (): void => resolve({ how: "unknown", reason: "It was called off while the answer was awaited." });
    signal.addEventListener("abort", aborted, { once: true });
    this.#write({ t: "call", id, call });
    const outcome = await promise;
    cancel();
    signal.removeEventListener("abort", aborted);
    this.#pending.delete(id);
    return outcome;
  }

  /** A peer that died without a word leaves the socket open for hours: asked now and then, it must answer. */
  async watch(signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await pause(this.#options.clock, this.#options.pingMs, signal);
      if (isOver()) return;
      const outcome = await this.call({ method: "ping" }, signal);
      if (outcome.how !== "answered" && !isOver()) throw new ParleyError("Timeout", "The chat server has stopped answering.");
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
    this.#forgetCalls("The connection was closed before the answer came.");
  }

  #frame(frame: ServerFrame | undefined): void {
    switch (frame?.t) {
      case "welcome":
        // At once: an event in the same packet must find the way to be acknowledged.
        this.#options.ready((call, by) => this.call(call, by));
        this.#light.up();
        // Losing it costs a resumption, nothing else.
        this.#options.welcomed(frame.session).catch(() => undefined);
        return this.#welcome.resolve();
      case "refused":
        return this.#lost(new ParleyError("BadToken", "The chat server does not accept the token. Put the right one into the config."));
      case "reply":
        return this.#pending.get(frame.id)?.({ how: "answered", reply: frame.reply });
      case "event":
        return this.#options.event(frame.event);
      case "account":
        if (frame.online) return this.#light.up();
        return this.#light.red("The chat says that the account is off line. Log it in again at the chat.");
      case undefined:
        return this.#lost(new ParleyError("NotText", "The chat server sent something that is no frame of its protocol."));
    }
  }

  #lost(error: Error): void {
    this.#welcome.reject(error);
    this.#fail(error);
    this.#socket.destroy();
  }

  #forgetCalls(reason: string): void {
    for (const resolve of this.#pending.values()) resolve({ how: "unknown", reason });
    this.#pending.clear();
  }

  #write(frame: ClientFrame): void {
    this.#socket.write(`${JSON.stringify(frame)}\n`);
  }
}
