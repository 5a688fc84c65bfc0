import type { ChannelId, ChannelLinkState } from "#domain/channel";
import type { LinkStatus } from "#domain/status";
import type { Clock } from "#lib/time/clock";

/** The connection state of each channel. Not stored: it is found out again at each start. */
export interface Links {
  set(id: ChannelId, platform: string, state: ChannelLinkState, reason?: string): void;
  all(): readonly LinkStatus[];
  isUp(id: ChannelId): boolean;
  /** When its state last changed; 0 before it had one. */
  since(id: ChannelId): number;
  /** Resolves when that one is connected, or when the signal aborts: the caller looks at the signal. */
  whenUp(id: ChannelId, signal: AbortSignal): Promise<void>;
}

export function createLinks(clock: Clock, changed: (link: LinkStatus) => void): Links {
  const links = new Map<ChannelId, LinkStatus>();
  const waiting = new Map<ChannelId, Set<() => void>>();
  const carries = (state: ChannelLinkState | undefined): boolean => state === "connected" || state === "impaired";
  const isUp = (id: ChannelId): boolean => carries(links.get(id)?.state);
  return {
    set: (id, platform, state, reason = "") => {
      const before = links.get(id);
      if (before?.state === state && before.reason === reason) return;
      const link = { id, platform, state, reason, since: before?.state === state ? before.since : clock.now() };
      links.set(id, link);
      changed(link);
      if (carries(state)) for (const go of waiting.get(id) ?? []) go();
    },
    all: () => [...links.values()],
    isUp,
    since: (id) => links.get(id)?.since ?? 0,
    whenUp: (id, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || isUp(id)) return resolve();
        const mine = waiting.get(id) ?? new Set();
        waiting.set(id, mine);
        const go = (): void => {
          mine.delete(go);
          signal.removeEventListener("abort", go);
          resolve();
        };
        mine.add(go);
        signal.addEventListener("abort", go, { once: true });
      }),
  };
}
