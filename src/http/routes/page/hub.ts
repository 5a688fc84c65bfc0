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

  app.get(
    "/api/audit/check",
    door.known(async (_ask, actor) => {
      const verdict = await hub.access.checkAudit(actor);
      return ok(verdict.ok ? verdict : { ok: false, records: verdict.records, problem: verdict.problem, broken_at: verdict.brokenAt, reason: verdict.reason });
    }),
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
