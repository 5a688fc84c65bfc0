import { isId } from "#domain/ids";
import { auditQuery } from "#http/door/decode";
import { encodeStatus } from "#http/encode/encode";
import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";

export function hubRoutes({ app, door, deps: { hub, version } }: Routes): void {
  app.get(
    "/health",
    door.anybody(async () => ok({ status: "ok", version })),
  );

  app.get(
    "/api/status",
    door.known(async (_ask, actor) => ok(encodeStatus(await hub.status(actor)))),
  );

  app.get(
    "/api/audit",
    door.known(async (ask, actor) => ok(await hub.access.audit(actor, auditQuery(ask.req.query())))),
  );

  app.post(
    "/api/deliveries/:id/again",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      if (!isId("out", id) || !(await hub.sendAgain(actor, id))) throw await door.notFound(actor, `delivery ${id.slice(0, 64)} that could be sent again`);
      return ok({ ok: true });
    }),
  );
}
