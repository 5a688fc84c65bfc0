import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { ParleyError } from "#domain/errors";
import { createAuth } from "./auth.ts";
import { usualBounds, type HttpDeps } from "./deps.ts";
import { createDoor, type DoorEnv } from "./door.ts";
import { foreign, namesOf } from "./host.ts";
import { eventRoutes } from "./routes/events.ts";
import { fileRoutes } from "./routes/files.ts";
import { hubRoutes } from "./routes/hub.ts";
import { loginRoutes } from "./routes/login.ts";
import { messageRoutes } from "./routes/messages.ts";
import { pageRoutes } from "./routes/page.ts";
import { peopleRoutes } from "./routes/people.ts";
import { questionRoutes } from "./routes/questions.ts";
import type { Routes } from "./routes/route.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { threadRoutes } from "./routes/threads.ts";
import { closeServer, listenOn, makeServer } from "./server.ts";
import { createStreams } from "./streams.ts";

export interface Http {
  readonly app: Hono<DoorEnv>;
  /** Throws PortInUse. */
  listen(): Promise<{ readonly port: number; close(): Promise<void> }>;
}

const groups: readonly ((routes: Routes) => void)[] = [
  messageRoutes,
  threadRoutes,
  eventRoutes,
  sessionRoutes,
  questionRoutes,
  loginRoutes,
  peopleRoutes,
  hubRoutes,
  fileRoutes,
  pageRoutes,
];

export function createHttp(deps: HttpDeps): Http {
  const { log, clock } = deps;
  let names = namesOf(deps.port, deps.publicUrl);
  const auth = createAuth(deps);
  const door = createDoor(deps, auth);
  const streams = createStreams(deps, auth);
  const app = new Hono<DoorEnv>();
  for (const add of groups) add({ app, door, auth, streams, deps, base: () => names.base });
  app.notFound(
    door.anybody(async () => {
      throw new ParleyError("NotFound", "There is nothing at this address.");
    }),
  );

  const route = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: "localhost" });

  /** Names first, before anything is read or routed. */
  const enter = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const code = foreign(incoming, names);
    if (code !== undefined) throw await auth.turnAway(incoming, code, foreignWords[code]);
    if (incoming.url?.startsWith("/") !== true) throw new ParleyError("BadRequest", "The address of a request must start with a slash.");
    await route(incoming, outgoing);
  };

  return {
    app,
    listen: async () => {
      const server = makeServer(deps.bounds?.requestMs ?? usualBounds.requestMs, (incoming, outgoing) => {
        enter(incoming, outgoing).catch((cause: unknown) => door.fail(cause, incoming, outgoing));
      });
      const port = await listenOn(server, deps.host, deps.port);
      names = namesOf(port, deps.publicUrl);
      const closing = new AbortController();
      const watching = streams.watchPeople(closing.signal).catch((cause: unknown) => log.error({ cause }, "streams are not told of revoked tokens"));
      return {
        port,
        close: async () => {
          closing.abort();
          streams[Symbol.dispose]();
          await Promise.all([closeServer(server, clock), watching]);
        },
      };
    },
  };
}

const foreignWords = {
  ForeignHost:
    "This hub was called by a name that is not its own, which is how other web sites try to reach it. Use http://127.0.0.1, http://localhost, or the server.public_url of its configuration.",
  ForeignOrigin: "This call came from a page that is not the hub's own, and only its own page may call it from a browser.",
} as const;
