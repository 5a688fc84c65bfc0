import type { ServerResponse } from "node:http";
import type { Auth } from "#http/door/auth";
import type { HttpDeps } from "#http/deps";
import { eventForAgent } from "#http/door/agent-view";
import { createAgentFrames } from "./agent-frames.ts";
import { createFramer, type Framer } from "./frames.ts";
import { Stream, type Viewer } from "./stream.ts";

export interface Streams extends Disposable {
  /** Resolves once the stream is live. */
  open(outgoing: ServerResponse, viewer: Viewer): Promise<void>;
  /** Ends the streams of those who may no longer look, without waiting for their own next look. */
  recheck(): Promise<unknown>;
}

export function createStreams(deps: HttpDeps, auth: Auth): Streams {
  const agents = createAgentFrames(deps);
  const forPeople = createFramer(deps, agents);
  const framer: Framer = (event, actor) => {
    if (actor.kind !== "agent") return forPeople(event, actor);
    const seen = eventForAgent(deps.store, event);
    return seen instanceof Promise ? seen.then((one) => forPeople(one, actor)) : forPeople(seen, actor);
  };
  const streams = new Set<Stream>();
  return {
    open: async (outgoing, viewer) => {
      // Left while it was let in: nothing would ever close what is opened now.
      if (outgoing.destroyed) return;
      const stream = new Stream({ ...deps, auth, framer, agents }, viewer, outgoing, () => streams.delete(stream));
      streams.add(stream);
      await stream.begin();
      // The token may have ended while the stream was being made.
      await stream.recheck();
    },
    recheck: () => Promise.all([...streams].map((stream) => stream.recheck())),
    [Symbol.dispose]: () => {
      for (const stream of streams) stream[Symbol.dispose]();
    },
  };
}
