import type { Hono } from "hono";
import type { Auth } from "#http/door/auth";
import type { HttpDeps } from "#http/deps";
import type { DirectRoutes } from "#http/door/direct-routes";
import type { Door, DoorEnv } from "#http/door/door";
import type { BodyTimeout } from "#http/door/body-timeout";
import type { Streams } from "#http/stream/streams";

export interface Lasting extends AsyncDisposable {
  /** Ends whatever belongs to somebody who may no longer come in. */
  recheck(): Promise<void>;
}

/** What a group of routes is built from. */
export interface Routes {
  readonly app: Hono<DoorEnv>;
  readonly door: Door;
  /** For the addresses that are called all day. */
  readonly direct: DirectRoutes;
  readonly auth: Auth;
  readonly streams: Streams;
  readonly bodyTimeout: BodyTimeout;
  readonly deps: HttpDeps;
  /** The address for links that people open; known once the door listens. */
  readonly base: () => string;
  /** For what outlives a request: told when people change, and ended with the door. */
  readonly lasts: (one: Lasting) => void;
}
