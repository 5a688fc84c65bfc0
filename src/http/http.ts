import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import { say } from "#lib/words/words";
import { createAuth } from "./door/auth.ts";
import { badRequest } from "./door/bad-input.ts";
import { fieldTexts } from "./door/field-texts.ts";
import { usualBounds, type HttpDeps } from "./deps.ts";
import { createDirectRoutes } from "./door/direct-routes.ts";
import { createDoor, type DoorEnv } from "./door/door.ts";
import { createHeldAnswers } from "./door/held-answers.ts";
import { foreign, namesOf } from "./door/host.ts";
import { forAgentsEyes } from "./door/agent-view.ts";
import { busAgentRoutes } from "./routes/bus/agents.ts";
import { busEventRoutes } from "./routes/bus/events.ts";
import { busHubRoutes } from "./routes/bus/hub.ts";
import { busMessageRoutes } from "./routes/bus/messages.ts";
import { busRefusedRoutes } from "./routes/bus/refused.ts";
import { busThreadRoutes } from "./routes/bus/threads.ts";
import { busUploadRoutes } from "./routes/bus/uploads.ts";
import { busWaitRoutes } from "./routes/bus/wait.ts";
import { eventRoutes } from "./routes/page/events.ts";
import { fileRoutes } from "./routes/page/files.ts";
import { listenForHooks } from "./door/hook-server.ts";
import { hookRoutes } from "./routes/hook.ts";
import { hubRoutes } from "./routes/page/hub.ts";
import { invitationRoutes } from "./routes/page/invitations.ts";
import { loginRoutes } from "./routes/page/login.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { messageRoutes } from "./routes/page/messages.ts";
import { pageRoutes } from "./routes/page/assets.ts";
import { configurationRoutes } from "./routes/page/configuration.ts";
import { peopleRoutes } from "./routes/page/people.ts";
import { personalRoutes } from "./routes/page/personal.ts";
import { pushRoutes } from "./routes/page/push.ts";
import { routingRoutes } from "./routes/page/routing.ts";
import { statisticsRoutes } from "./routes/page/statistics.ts";
import { questionRoutes } from "./routes/page/questions.ts";
import { runRoutes } from "./routes/page/runs.ts";
import type { Lasting, Routes } from "./routes/route.ts";
import { sessionRoutes } from "./routes/page/sessions.ts";
import { startRoutes } from "./routes/page/start.ts";
import { taskRoutes } from "./routes/page/tasks.ts";
import { threadFileRoutes } from "./routes/page/thread-files.ts";
import { threadRoutes } from "./routes/page/threads.ts";
import { secretRoutes } from "./routes/page/secret.ts";
import { createBodyTimeout } from "./door/body-timeout.ts";
import { serveApp } from "./door/serve-app.ts";
import { closeServer, listenOn, makeServer, socketsOf } from "./door/server.ts";
import { createStreams } from "./stream/streams.ts";
import { httpTexts } from "./texts.ts";

export interface OpenPort {
  readonly port: number;
  /** Ends the pages' streams: they come back at once and get a fresh snapshot. */
  renew(): void;
  close(): Promise<void>;
}

export interface Http {
  readonly app: Hono<DoorEnv>;
  /** Takes the port, or throws PortInUse. Whoever comes before `opened` waits for it. */
  listen(opened?: Promise<void>): Promise<OpenPort>;
  /** The same for hooks alone, on loopback. */
  listenForHooks(port: number): Promise<{ readonly port: number; close(): Promise<void> }>;
}

const groups: readonly ((routes: Routes) => void)[] = [
  messageRoutes,
  threadRoutes,
  threadFileRoutes,
  eventRoutes,
  sessionRoutes,
  startRoutes,
  taskRoutes,
  hookRoutes,
  questionRoutes,
  runRoutes,
  loginRoutes,
  peopleRoutes,
  personalRoutes,
  pushRoutes,
  configurationRoutes,
  statisticsRoutes,
  routingRoutes,
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
  secretRoutes,
  pageRoutes,
];

export function createHttp(given: HttpDeps): Http {
  const deps: HttpDeps = { ...given, store: forAgentsEyes(given.store) };
  const { log, clock, language } = deps;
  let names = namesOf(deps.port, deps.publicUrl);
  const bounds = { ...usualBounds, ...deps.bounds };
  const held = createHeldAnswers(deps, bounds);
  const auth = held.guard(createAuth(deps));
  const door = createDoor(deps, auth);
  const streams = createStreams(deps, auth);
  // hono's RegExpRouter cannot match a name beside a parameter (/api/agents/runs, /api/agents/:id), so all of it runs on the TrieRouter.
  // The addresses for which that would matter are in `direct`.
  const app = new Hono<DoorEnv>();
  const lasting: Lasting[] = [];
  const { requestMs } = bounds;
  const bodyTimeout = createBodyTimeout(requestMs);
  const direct = createDirectRoutes();
  const parts = { app, door, direct, auth, streams, bodyTimeout, deps, base: () => names.base };
  for (const add of groups) add({ ...parts, lasts: (one) => void lasting.push(one) });
  const routed = serveApp(app);

  /** Names first, before anything is read or routed. */
  const enter = (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const code = foreign(incoming, names);
    if (code !== undefined) return refuseForeign(incoming, code);
    if (incoming.url?.startsWith("/") !== true) return Promise.reject(badRequest(fieldTexts.addressNoSlash));
    const found = direct.match(incoming.method ?? "", incoming.url);
    return found === undefined ? routed(incoming, outgoing) : found.serve(incoming, outgoing, found.param);
  };

  const refuseForeign = async (incoming: IncomingMessage, code: "ForeignHost" | "ForeignOrigin"): Promise<never> => {
    const { host = "", origin = "" } = incoming.headers;
    const sentence =
      code === "ForeignHost"
        ? say(language, httpTexts.foreignHost, { host: host.slice(0, 100) })
        : say(language, httpTexts.foreignOrigin, { origin: origin.slice(0, 100) });
    throw await auth.turnAway(incoming, code, sentence);
  };

  return {
    app,
    listenForHooks: (port) => listenForHooks({ deps, door, auth, bodyTimeout, requestMs }, port),
    listen: async (opened = Promise.resolve()) => {
      let isOpen = false;
      void opened.then(
        () => (isOpen = true),
        () => {},
      );
      const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
        bodyTimeout.watch(incoming);
        const before = held.begin(incoming, outgoing);
        const served = isOpen && before === undefined ? enter(incoming, outgoing) : Promise.all([opened, before]).then(() => enter(incoming, outgoing));
        served.then(
          () => held.answered(incoming, outgoing),
          (cause: unknown) => door.fail(cause, incoming, outgoing),
        );
      };
      // By the next tick a body that came in one packet with its head has been read too: nothing has to wait for it.
      const server = makeServer(requestMs, (incoming, outgoing) => process.nextTick(serve, incoming, outgoing));
      const sockets = socketsOf(server);
      const watching = held.watch(sockets);
      const port = await listenOn(server, deps.host, deps.port);
      names = namesOf(port, deps.publicUrl);
      const unwatch = deps.hub.access.onChange(() => {
        Promise.all([streams, ...lasting].map((one) => one.recheck())).catch((cause: unknown) =>
          log.error({ cause }, "not everybody whose token was revoked could be sent away"),
        );
      });
      return {
        port,
        renew: () => streams[Symbol.dispose](),
        close: async () => {
          unwatch();
          watching[Symbol.dispose]();
          streams[Symbol.dispose]();
          await Promise.all(lasting.map((one) => one[Symbol.asyncDispose]()));
          await closeServer(server, sockets, clock);
        },
      };
    },
  };
}
