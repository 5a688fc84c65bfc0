import { readJson } from "#http/door/body";
import { ParleyError } from "#domain/errors";
import { created, ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { pushAnswerBody, pushBody, pushEndBody } from "#protocol/push";

/** Anybody can send it: a secret is short. */
const answerBytes = 1_024;

export function pushRoutes({ app, door, auth, deps: { hub } }: Routes): void {
  app.get(
    "/api/push",
    door.known(async () => ok({ key: hub.push.key() ?? null })),
  );

  app.post(
    "/api/push",
    door.known(async (ask, actor) => {
      await hub.push.subscribe(actor, await readJson(ask.env.incoming, pushBody));
      return created({ ok: true });
    }),
  );

  // A notification has no token: the page keeps that for itself, and its worker never sees it.
  app.post(
    "/api/push/answer",
    door.anybody(async ({ env: { incoming } }) => {
      const { secret, choice } = await readJson(incoming, pushAnswerBody, answerBytes);
      try {
        const { id, state } = await hub.push.answer(secret, choice);
        return ok({ id, state });
      } catch (cause) {
        if (!(cause instanceof ParleyError) || cause.code !== "LinkUnknown") throw cause;
        throw await auth.turnAway(incoming, cause.code, cause.message);
      }
    }),
  );

  app.delete(
    "/api/push",
    door.known(async (ask, actor) => {
      const { endpoint } = await readJson(ask.env.incoming, pushEndBody);
      return ok({ ended: await hub.push.unsubscribe(actor, endpoint) });
    }),
  );
}
