import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import type { Auth } from "#http/auth";
import type { HttpDeps } from "#http/deps";
import type { Door, DoorEnv } from "#http/door";
import type { Patience } from "#http/server";
import type { Streams } from "#http/streams";

export interface Lasting extends AsyncDisposable {
  /** Ends whatever belongs to somebody who may no longer come in. */
  recheck(): Promise<void>;
}

/** What a group of routes is built from. */
export interface Routes {
  readonly app: Hono<DoorEnv>;
  readonly door: Door;
  /** For the one address that agents call all day: asked for by exactly this method and path, it is served before any matching. */
  readonly straight: (method: string, path: string, serve: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) => void;
  readonly auth: Auth;
  readonly streams: Streams;
  readonly patience: Patience;
  readonly deps: HttpDeps;
  /** The address for links that people open; known once the door listens. */
  readonly base: () => string;
  /** For what outlives a request: told when people change, and ended with the door. */
  readonly lasts: (one: Lasting) => void;
}
