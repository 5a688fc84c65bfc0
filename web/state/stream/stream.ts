import type { StreamEventName } from "#protocol/wire";
import { type Refusal, refusalOf } from "#web/state/hub/api.ts";
import { waitBefore } from "./backoff.ts";
import { type ServerEvent, eventReader } from "./sse.ts";
import type { StreamEvent } from "./step.ts";

export type ConnectionState =
  | { readonly state: "connecting" }
  | { readonly state: "live" }
  | { readonly state: "lost"; readonly since: number; readonly nextAt: number };

interface StreamPorts {
  readonly token: string;
  readonly thread: string | null;
  /** How far the named thread is known, to go on from there; null for a fresh start. Asked before every try. */
  readonly knownRev: () => number | null;
  /** Everything that one piece of the stream brought. */
  readonly received: (events: readonly StreamEvent[]) => void;
  readonly connection: (state: ConnectionState) => void;
  /** The token is not good any more; the stream has ended. */
  readonly shut: (why: Refusal) => void;
}

export interface Stream {
  tryNow(): void;
  /** Another one takes over: what is told only once still comes through, and it does not reconnect. */
  retire(): void;
  close(): void;
}

/** A stream that says nothing for this long, not even a comment, is dead. */
const silenceMs = 60_000;
/** A browser has six connections to one hub: a successor may wait for this one. */
const retiredMs = 10_000;
const names: ReadonlySet<string> = new Set<StreamEventName>([
  "snapshot",
  "entry",
  "thread",
  "thread_gone",
  "session",
  "session_gone",
  "question",
  "link",
  "light",
  "run",
  "agents",
  "typing",
  "draft",
  "notice",
]);

/** Reads /api/events and reconnects until it is closed. */
export function openStream(ports: StreamPorts): Stream {
  const over = new AbortController();
  let hurry: () => void = () => {};
  let isRetired = false;
  const isOver = (): boolean => over.signal.aborted || isRetired;
  void keepReading();
  return {
    tryNow: () => hurry(),
    retire: () => {
      isRetired = true;
      hurry();
      setTimeout(() => over.abort(), retiredMs);
    },
    close: () => over.abort(),
  };

  async function keepReading(): Promise<void> {
    let failed = 0;
    let lostAt: number | null = null;
    ports.connection({ state: "connecting" });
    while (!isOver()) {
      try {
        await readOnce(() => {
          failed = 0;
          lostAt = null;
          ports.connection({ state: "live" });
        });
      } catch (error) {
        if (isOver()) return;
        if (isShut(error)) return ports.shut(error);
      }
      if (isOver()) return;
      failed += 1;
      lostAt ??= Date.now();
      const waitMs = waitBefore(failed, Math.random());
      ports.connection({ state: "lost", since: lostAt, nextAt: Date.now() + waitMs });
      await new Promise<void>((resolve) => {
        hurry = sooner(waitMs, over.signal, resolve);
      });
    }
  }

  async function readOnce(opened: () => void): Promise<void> {
    const quiet = new AbortController();
    let timer = setTimeout(() => quiet.abort(), silenceMs);
    try {
      const known = ports.knownRev();
      const response = await fetch(`/api/events${ports.thread === null ? "" : `?thread=${encodeURIComponent(ports.thread)}`}`, {
        headers: {
          accept: "text/event-stream",
          authorization: `Bearer ${ports.token}`,
          ...(ports.thread !== null && known !== null ? { "last-event-id": `${ports.thread}:${known}` } : {}),
        },
        cache: "no-store",
        signal: AbortSignal.any([over.signal, quiet.signal]),
      });
      if (!response.ok || response.body === null) throw refusalOf(response.status, await response.text());
      opened();
      const read = eventReader();
      for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
        const { done, value } = await reader.read();
        if (done || over.signal.aborted) return;
        clearTimeout(timer);
        timer = setTimeout(() => quiet.abort(), silenceMs);
        const events = read(value).filter(({ name }) => (isRetired ? name === "notice" : names.has(name)));
        if (events.length > 0) ports.received(events.map(decoded));
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Calls `done` after that time, when the signal ends, or when what it returns is called: once. */
function sooner(ms: number, signal: AbortSignal, done: () => void): () => void {
  const now = (): void => {
    clearTimeout(timer);
    done();
  };
  const timer = setTimeout(now, ms);
  signal.addEventListener("abort", now, { once: true });
  return now;
}

/** The hub's own words: the protocol is checked where they are made. */
function decoded(event: ServerEvent): StreamEvent {
  const data: unknown = JSON.parse(event.data);
  return { name: event.name, data } as StreamEvent;
}

function isShut(error: unknown): error is Refusal {
  return error instanceof Error && "status" in error && (error.status === 401 || error.status === 403);
}
