import { type ReadonlySignal, signal } from "@preact/signals";

/** What became of a click on Invite before the hub's own list tells of it. */
export type Tried = { readonly kind: "asking" } | { readonly kind: "refused"; readonly error: unknown };

export interface Invites {
  /** By thread and agent; see `tryOf`. */
  readonly tried: ReadonlySignal<ReadonlyMap<string, Tried>>;
  tryOf(agent: string, thread: string): Tried | undefined;
  invite(agent: string, thread: string): void;
}

interface InvitesPorts {
  readonly invite: (agent: string, thread: string) => Promise<void>;
  /** Asks what runs in the thread now. */
  readonly look: (thread: string) => Promise<void>;
}

export function openInvites({ invite, look }: InvitesPorts): Invites {
  const tried = signal<ReadonlyMap<string, Tried>>(new Map());
  const keyOf = (agent: string, thread: string): string => `${thread} ${agent}`;
  const put = (key: string, one: Tried | null): void => {
    const next = new Map(tried.value);
    if (one === null) next.delete(key);
    else next.set(key, one);
    tried.value = next;
  };
  const ask = async (agent: string, thread: string): Promise<void> => {
    const key = keyOf(agent, thread);
    put(key, { kind: "asking" });
    try {
      await invite(agent, thread);
      await look(thread);
      put(key, null);
    } catch (error) {
      put(key, { kind: "refused", error });
    }
  };
  return {
    tried,
    tryOf: (agent, thread) => tried.value.get(keyOf(agent, thread)),
    invite(agent, thread) {
      if (tried.value.get(keyOf(agent, thread))?.kind !== "asking") void ask(agent, thread);
    },
  };
}
