import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { say } from "#lib/words";
import { createAuth } from "./auth.ts";
import { BadInput } from "./body.ts";
import { usualBounds, type HttpDeps } from "./deps.ts";
import { createDoor, type DoorEnv } from "./door.ts";
import { foreign, namesOf } from "./host.ts";
import { forAgentsEyes } from "./eyes.ts";
import { busAgentRoutes } from "./routes/bus-agents.ts";
import { busEventRoutes } from "./routes/bus-events.ts";
import { busHubRoutes } from "./routes/bus-hub.ts";
import { busMessageRoutes } from "./routes/bus-messages.ts";
import { busRefusedRoutes } from "./routes/bus-refused.ts";
import { busThreadRoutes } from "./routes/bus-threads.ts";
import { busUploadRoutes } from "./routes/bus-uploads.ts";
import { busWaitRoutes } from "./routes/bus-wait.ts";
import { eventRoutes } from "./routes/events.ts";
import { fileRoutes } from "./routes/files.ts";
import { hubRoutes } from "./routes/hub.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { loginRoutes } from "./routes/login.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { messageRoutes } from "./routes/messages.ts";
import { pageRoutes } from "./routes/page.ts";
import { peopleRoutes } from "./routes/people.ts";
import { questionRoutes } from "./routes/questions.ts";
import { runRoutes } from "./routes/runs.ts";
import type { Lasting, Routes } from "./routes/route.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { threadFileRoutes } from "./routes/thread-files.ts";
import { threadRoutes } from "./routes/threads.ts";
import { closeServer, createPatience, listenOn, makeServer, socketsOf } from "./server.ts";
import { createStreams } from "./streams.ts";

export interface Http {
  readonly app: Hono<DoorEnv>;
  /** Takes the port, or throws PortInUse. Whoever comes before `opened` waits for it. */
  listen(opened?: Promise<void>): Promise<{ readonly port: number; close(): Promise<void> }>;
}

const groups: readonly ((routes: Routes) => void)[] = [
  messageRoutes,
  threadRoutes,
  threadFileRoutes,
  eventRoutes,
  sessionRoutes,
  questionRoutes,
  runRoutes,
  loginRoutes,
  peopleRoutes,
  invitationRoutes,
  busThreadRoutes,
  busWaitRoutes,
  busMessageRoutes,
  busAgentRoutes,
  busHubRoutes,
  busEventRoutes,
  busUploadRoutes,
  busRefusedRoutes,
  hubRoutes,
  mcpRoutes,
  fileRoutes,
  pageRoutes,
];

export function createHttp(given: HttpDeps): Http {
  const deps: HttpDeps = { ...given, store: forAgentsEyes(given.store) };
  const { log, clock, language } = deps;
  let names = namesOf(deps.port, deps.publicUrl);
  const auth = createAuth(deps);
  const door = createDoor(deps, auth);
  const streams = createStreams(deps, auth);
  // Its RegExpRouter takes no name beside a parameter (/api/agents/runs, /api/agents/:id), so all of it runs on the TrieRouter. Measured, that
  // costs a request 0.1 to 0.6 µs: less than it is worth to bend the addresses.
  const app = new Hono<DoorEnv>();
  const lasting: Lasting[] = [];
  const requestMs = deps.bounds?.requestMs ?? usualBounds.requestMs;
  const patience = createPatience(requestMs);
  const straight = new Map<string, (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>>();
  const parts = { app, door, auth, streams, patience, deps, base: () => names.base };
  for (const add of groups)
    add({ ...parts, lasts: (one) => void lasting.push(one), straight: (method, path, serve) => void straight.set(`${method} ${path}`, serve) });
  const route = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: "localhost" });

  /** Names first, before anything is read or routed. */
  const enter = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { host = "", origin = "" } = incoming.headers;
    const code = foreign(incoming, names);
    if (code === "ForeignHost") throw await auth.turnAway(incoming, code, say(language, "foreignHost", { host: host.slice(0, 100) }));
    if (code === "ForeignOrigin") throw await auth.turnAway(incoming, code, say(language, "foreignOrigin", { origin: origin.slice(0, 100) }));
    if (incoming.url?.startsWith("/") !== true) throw new BadInput("BadRequest", "the address must start with a slash");
    await (straight.get(`${incoming.method} ${incoming.url}`) ?? route)(incoming, outgoing);
  };

  return {
    app,
    listen: async (opened = Promise.resolve()) => {
      const server = makeServer(requestMs, (incoming, outgoing) => {
        patience.watch(incoming);
        opened.then(() => enter(incoming, outgoing)).catch((cause: unknown) => door.fail(cause, incoming, outgoing));
      });
      const sockets = socketsOf(server);
      const port = await listenOn(server, deps.host, deps.port);
      names = namesOf(port, deps.publicUrl);
      const unwatch = deps.hub.access.onChange(() => {
        Promise.all([streams, ...lasting].map((one) => one.recheck())).catch((cause: unknown) =>
          log.error({ cause }, "not everybody whose token was revoked could be sent away"),
        );
      });
      return {
        port,
        close: async () => {
          unwatch();
          streams[Symbol.dispose]();
          await Promise.all(lasting.map((one) => one[Symbol.asyncDispose]()));
          await closeServer(server, sockets, clock);
        },
      };
    },
  };
}
