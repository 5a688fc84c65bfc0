import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";

/** For those who may see the configuration: paths of the hub's machine are nobody else's business. */
export function startRoutes({ app, door, deps: { hub, start } }: Routes): void {
  app.get(
    "/api/start",
    door.known(async (_ask, actor) => {
      await hub.configuration.maySee(actor);
      return ok(start);
    }),
  );
}
