import { type Signal, signal } from "@preact/signals";
import { type Api, Refusal, type Posted } from "#web/state/hub/api.ts";
import { waitBefore } from "#web/state/stream/backoff.ts";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { type Unsent, readUnsent } from "./unsent.ts";

const prefix = "parley.unsent.";

export interface Outbox {
  /** In the order they were written. */
  readonly unsent: Signal<readonly Unsent[]>;
  add(one: Unsent): void;
  retry(key: string): void;
  drop(key: string): void;
  /** Sends what waits, one after another. Safe to call at any time. */
  flush(): void;
  close(): void;
}

interface OutboxPorts {
  readonly api: Api;
  readonly storage: BrowserStorage;
  readonly sent: (one: Unsent, said: Posted) => void;
  readonly shut: (why: Refusal) => void;
}

/** Keeps what was written until the hub has it. The key of each is made once and goes with every try. */
export function openOutbox({ api, storage, sent, shut }: OutboxPorts): Outbox {
  const unsent = signal<readonly Unsent[]>(restore(storage));
  let isSending = false;
  let isOver = false;
  let failed = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const put = (one: Unsent): void => {
    storage.set(prefix + one.key, JSON.stringify(one));
    unsent.value = [...unsent.value.filter((other) => other.key !== one.key), one].sort((a, b) => a.at - b.at);
  };
  const drop = (key: string): void => {
    storage.set(prefix + key, null);
    unsent.value = unsent.value.filter((one) => one.key !== key);
  };

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    timer = undefined;
    try {
      for (let one = next(); one !== undefined && !isOver; one = next()) {
        const said = await api.say(one);
        failed = 0;
        if (isOver) return;
        sent(one, said);
        drop(one.key);
      }
    } catch (error) {
      if (!isOver) failedWith(error);
    } finally {
      isSending = false;
    }
    if (!isOver && timer === undefined && next() !== undefined) void send();
  }

  function failedWith(error: unknown): void {
    const one = next();
    if (error instanceof Refusal && error.status === 401) return shut(error);
    if (error instanceof Refusal && !error.passes) {
      if (one !== undefined) put({ ...one, problem: error.message });
      return;
    }
    failed += 1;
    timer = setTimeout(
      () => {
        timer = undefined;
        void send();
      },
      waitBefore(failed, Math.random()),
    );
  }

  function next(): Unsent | undefined {
    return unsent.value.find((one) => one.problem === undefined);
  }

  return {
    unsent,
    drop,
    add(one) {
      put(one);
      void send();
    },
    retry(key) {
      const one = unsent.value.find((other) => other.key === key);
      if (one === undefined) return;
      const { problem: _, ...again } = one;
      put(again);
      void send();
    },
    flush: () => void send(),
    close() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function restore(storage: BrowserStorage): readonly Unsent[] {
  return storage
    .names(prefix)
    .map((name) => readUnsent(storage.get(name) ?? ""))
    .filter((one) => one !== undefined)
    .sort((a, b) => a.at - b.at);
}
