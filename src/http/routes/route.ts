import type { Hono } from "hono";
import type { Auth } from "#http/auth";
import type { HttpDeps } from "#http/deps";
import type { Door, DoorEnv } from "#http/door";
import type { Streams } from "#http/streams";

/** What a group of routes is built from. */
export interface Routes {
  readonly app: Hono<DoorEnv>;
  readonly door: Door;
  readonly auth: Auth;
  readonly streams: Streams;
  readonly deps: HttpDeps;
  /** The address for links that people open; known once the door listens. */
  readonly base: () => string;
}
