import type { ChannelId, LinkState } from "#domain/channel";
import type { LinkStatus } from "#domain/status";
import type { Clock } from "#lib/clock";

/** How each channel stands. Not kept: the next start finds out anew. */
export interface Links {
  set(id: ChannelId, platform: string, state: LinkState, reason?: string): void;
  all(): readonly LinkStatus[];
}

export function createLinks(clock: Clock, changed: (link: LinkStatus) => void): Links {
  const links = new Map<ChannelId, LinkStatus>();
  return {
    set: (id, platform, state, reason = "") => {
      const before = links.get(id);
      if (before?.state === state && before.reason === reason) return;
      const link = { id, platform, state, reason, since: before?.state === state ? before.since : clock.now() };
      links.set(id, link);
      changed(link);
    },
    all: () => [...links.values()],
  };
}
