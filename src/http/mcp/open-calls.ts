import { ParleyError } from "#domain/errors";
import type { Auth } from "#http/auth";

export interface OpenCall {
  /** Whose ids are told apart: a bearer, or an older transport's session. */
  readonly scope: string;
  readonly id: string | number;
  readonly bearer: string;
  /** Aborts when the client's connection is gone. */
  readonly gone: AbortSignal;
}

/** Calls under way. Each ends early when its client leaves or cancels, when its token ends, and when the hub stops. */
export interface OpenCalls extends Disposable {
  run<T>(call: OpenCall, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Two clients of one bearer may use the same ids: only a call that is meant beyond doubt is ended, and it ends as if its time were over. */
  cancel(scope: string, id: string | number): void;
  /** People or tokens changed. */
  recheck(): Promise<void>;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
}

interface Held extends OpenCall {
  readonly stop: AbortController;
}

export function createOpenCalls(auth: Pick<Auth, "identify">, revoked: string): OpenCalls {
  const held = new Set<Held>();
  const whenIdle: (() => void)[] = [];
  let isOver = false;

  return {
    run: async (call, work) => {
      const stop = new AbortController();
      const entry: Held = { ...call, stop };
      const leave = (): void => stop.abort();
      if (isOver || call.gone.aborted) stop.abort();
      call.gone.addEventListener("abort", leave, { once: true });
      held.add(entry);
      try {
        return await work(stop.signal);
      } finally {
        held.delete(entry);
        call.gone.removeEventListener("abort", leave);
        if (held.size === 0) for (const go of whenIdle.splice(0)) go();
      }
    },
    cancel: (scope, id) => {
      const [meant, ...others] = [...held].filter((one) => one.scope === scope && one.id === id);
      if (others.length === 0) meant?.stop.abort();
    },
    recheck: async () => {
      const bearers = new Set([...held].map((one) => one.bearer));
      for (const bearer of bearers) {
        if ((await auth.identify(bearer)) !== undefined) continue;
        for (const one of held) if (one.bearer === bearer) one.stop.abort(new ParleyError("BadToken", revoked));
      }
    },
    idle: () =>
      new Promise((resolve) => {
        if (held.size === 0) resolve();
        else whenIdle.push(resolve);
      }),
    [Symbol.dispose]: () => {
      isOver = true;
      for (const one of held) one.stop.abort();
    },
  };
}
