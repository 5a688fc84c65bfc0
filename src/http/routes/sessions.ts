import { isId } from "#domain/ids";
import { surfaceOf } from "#http/door";
import { encodeSession } from "#http/encode";
import { ok } from "#http/reply";
import type { Routes } from "./route.ts";

export function sessionRoutes({ app, door, deps: { hub, store, policy } }: Routes): void {
  app.get(
    "/api/sessions",
    door.known(async (_ask, actor) => ok((await store.sessions(policy.reader(actor))).map(encodeSession))),
  );

  app.post(
    "/api/sessions/:id/stop",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      if (!isId("ses", id)) throw await door.notFound(actor, `session ${id.slice(0, 64)}`);
      return ok({ stopped: await hub.stop(actor, surfaceOf(actor, ask.env.incoming), id) });
    }),
  );
}
