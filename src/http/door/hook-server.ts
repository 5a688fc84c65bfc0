import { say } from "#lib/words/words";
import type { HttpDeps } from "#http/deps";
import { httpTexts } from "#http/texts";
import type { Auth } from "./auth.ts";
import type { Door } from "./door.ts";
import { foreign, namesOf } from "./host.ts";
import { refused } from "./reply.ts";
import { hookAnswers } from "#http/routes/hook";
import type { BodyTimeout } from "./body-timeout.ts";
import { closeServer, listenOn, makeServer, socketsOf } from "./server.ts";

const loopback = "127.0.0.1";

/** A second port, on loopback, that serves hooks and nothing else. Throws PortInUse. */
export async function listenForHooks(
  parts: { readonly deps: HttpDeps; readonly door: Door; readonly auth: Auth; readonly bodyTimeout: BodyTimeout; readonly requestMs: number },
  port: number,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { deps, door, auth, bodyTimeout } = parts;
  const { language, clock } = deps;
  const names = namesOf(port, undefined);
  const answer = hookAnswers(deps);
  const server = makeServer(parts.requestMs, (incoming, outgoing) => {
    bodyTimeout.watch(incoming);
    door
      .serve(incoming, outgoing, async () => {
        const { host = "", origin = "" } = incoming.headers;
        const code = foreign(incoming, names);
        if (code === "ForeignHost") throw await auth.turnAway(incoming, code, say(language, httpTexts.foreignHost, { host: host.slice(0, 100) }));
        if (code === "ForeignOrigin") throw await auth.turnAway(incoming, code, say(language, httpTexts.foreignOrigin, { origin: origin.slice(0, 100) }));
        return (await answer(incoming, outgoing)) ?? { ...refused("NotFound", "This port serves hooks only."), status: 404 };
      })
      .catch((cause: unknown) => door.fail(cause, incoming, outgoing));
  });
  const sockets = socketsOf(server);
  return { port: await listenOn(server, loopback, port), close: () => closeServer(server, sockets, clock) };
}
