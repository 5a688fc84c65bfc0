import { ParleyError } from "#domain/errors";
import type { Auth } from "#http/door/auth";
import { LateAbort, type AbortSource } from "./late-abort.ts";

export interface OpenCall {
  /** Whose ids are told apart: a bearer, or an older transport's session. */
  readonly scope: string;
  readonly id: string | number;
  readonly bearer: string;
  /** Ends when the client's connection is gone. */
  readonly client: AbortSource;
}

/** Calls under way. Each ends early when its client leaves or cancels, when its token ends, and when the hub stops. */
export interface OpenCalls extends Disposable {
  run<T>(call: OpenCall, work: (ending: AbortSource) => Promise<T>): Promise<T>;
  /** Two clients of one bearer may use the same ids: only a call that is meant beyond doubt is ended, and it ends as if its time were over. */
  cancel(scope: string, id: string | number): void;
  /** People or tokens changed. */
  recheck(): Promise<void>;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
}

interface StoppableCall {
  readonly call: OpenCall;
  readonly stop: LateAbort;
}

export function createOpenCalls(auth: Pick<Auth, "identify">, revoked: string): OpenCalls {
  const held = new Set<StoppableCall>();
  const whenIdle: (() => void)[] = [];
  let isOver = false;

  return {
    run: async (call, work) => {
      let unlink = (): void => {};
      const stop = new LateAbort(() => {
        const { signal: gone } = call.client;
        const leave = (): void => stop.abort();
        if (gone.aborted) return leave();
        gone.addEventListener("abort", leave, { once: true });
        unlink = () => gone.removeEventListener("abort", leave);
      });
      const entry: StoppableCall = { call, stop };
      if (isOver) stop.abort();
      held.add(entry);
      try {
        return await work(stop);
      } finally {
        held.delete(entry);
        unlink();
        if (held.size === 0) for (const go of whenIdle.splice(0)) go();
      }
    },
    cancel: (scope, id) => {
      const [meant, ...others] = [...held].filter(({ call }) => call.scope === scope && call.id === id);
      if (others.length === 0) meant?.stop.abort();
    },
    recheck: async () => {
      const bearers = new Set([...held].map(({ call }) => call.bearer));
      for (const bearer of bearers) {
        if ((await auth.identify(bearer)) !== undefined) continue;
        for (const { call, stop } of held) if (call.bearer === bearer) stop.abort(new ParleyError("BadToken", revoked));
      }
    },
    idle: () =>
      new Promise((resolve) => {
        if (held.size === 0) resolve();
        else whenIdle.push(resolve);
      }),
    [Symbol.dispose]: () => {
      isOver = true;
      for (const { stop } of held) stop.abort();
    },
  };
}
