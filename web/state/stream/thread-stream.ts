import { type ConnectionState, type Stream, openStream } from "./stream.ts";
import type { Refusal } from "#web/state/hub/api.ts";
import type { StreamEvent } from "./step.ts";

interface ThreadStreamPorts {
  readonly token: string;
  readonly knownRev: (thread: string) => number | null;
  readonly received: (thread: string | null, events: readonly StreamEvent[]) => void;
  readonly connection: (state: ConnectionState) => void;
  readonly shut: (why: Refusal) => void;
}

/** The page's one stream, of one thread at a time. */
export interface ThreadStream {
  open(thread: string | null): void;
  tryNow(): void;
  close(): void;
}

export function openThreadStream({ token, knownRev, received, connection, shut }: ThreadStreamPorts): ThreadStream {
  let current: Stream | undefined;
  let opened = 0;
  /** The last one that told something. It goes on with what is told only once until its successor does. */
  let live: Stream | undefined;
  return {
    open: (thread) => {
      if (current !== live) current?.close();
      live?.retire();
      const mine = ++opened;
      current = openStream({
        token,
        thread,
        knownRev: () => (thread === null ? null : knownRev(thread)),
        received: (events) => {
          if (mine === opened && live !== current) {
            live?.close();
            live = current;
          }
          received(thread, events);
        },
        connection: (state) => {
          if (mine === opened) connection(state);
        },
        shut,
      });
    },
    tryNow: () => current?.tryNow(),
    close: () => {
      current?.close();
      live?.close();
    },
  };
}
