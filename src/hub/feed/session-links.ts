import type { LinkState } from "#domain/channel";
import type { Holder } from "#domain/command";
import { isId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Store } from "#domain/store";

/** How a link of one session stands. No server, channel or name: whoever sees the session may see the light. */
export interface SessionLink {
  readonly holder: Holder;
  readonly name: string;
  readonly state: LinkState;
}

export interface SessionLinks {
  set(light: SessionLink): void;
  all(): readonly SessionLink[];
  /** The session is over: its lights are out. */
  forget(holder: Holder): void;
}

/** Not kept: after a restart nothing is connected. */
export function createSessionLinks(changed: (light: SessionLink) => void): SessionLinks {
  const lights = new Map<string, SessionLink>();
  const set = (light: SessionLink): void => {
    const key = `${light.holder} ${light.name}`;
    if (lights.get(key)?.state === light.state) return;
    lights.set(key, light);
    changed(light);
  };
  return {
    set,
    all: () => [...lights.values()],
    forget: (holder) => {
      for (const [key, light] of lights) {
        if (light.holder !== holder) continue;
        set({ ...light, state: "closed" });
        lights.delete(key);
      }
    },
  };
}

/** One's own, and those of the sessions whose thread one sees. */
export async function seesSessionLink(store: Pick<Store, "session" | "thread">, reader: Reader, { holder }: SessionLink): Promise<boolean> {
  if (reader.who === holder) return true;
  const session = isId("ses", holder) ? await store.session(holder) : undefined;
  return session !== undefined && (await store.thread(reader, session.thread)) !== undefined;
}
