import type { SecretLink, SecretValue } from "#domain/agent";
import type { Clock } from "#lib/time/clock";
import { hashOf, newSecret } from "./token-secrets.ts";

const livesMs = 15 * 60_000;

interface Open {
  readonly session: string;
  readonly take: (secret: SecretValue) => Promise<boolean>;
  readonly until: number;
}

/** Links under which somebody types one secret for a session's terminal. They are in memory alone, and so is what is typed. */
export interface SecretLinks {
  open(session: string, take: Open["take"]): SecretLink;
  /** The session that waits, by the link's own secret; undefined when it waits no more. */
  sessionOf(link: string): string | undefined;
  /** The link is void afterwards. False when nobody waits for it any more. */
  use(link: string, typed: string): Promise<boolean>;
}

export function createSecretLinks(clock: Clock, address: () => string): SecretLinks {
  const links = new Map<string, Open>();
  const found = (link: string): Open | undefined => {
    const open = links.get(hashOf(link));
    return open === undefined || open.until < clock.monotonic() ? undefined : open;
  };
  return {
    open: (session, take) => {
      const link = newSecret();
      const hash = hashOf(link);
      links.set(hash, { session, take, until: clock.monotonic() + livesMs });
      return { url: `${address()}/secret/${link}`, [Symbol.dispose]: () => void links.delete(hash) };
    },
    sessionOf: (link) => found(link)?.session,
    use: async (link, typed) => {
      const open = found(link);
      // Void before it is used: two clicks type once.
      links.delete(hashOf(link));
      return open === undefined ? false : open.take({ reveal: () => typed });
    },
  };
}
