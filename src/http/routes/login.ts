import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { bearerOf, remoteOf } from "#http/auth";
import { readJson } from "#http/body";
import { encodeMe } from "#http/encode";
import { ok } from "#http/reply";
import { createTries } from "#http/tries";
import { limits, loginBody } from "#protocol/requests";
import type { Routes } from "./route.ts";

const linkBody = z.object({ name: z.string().trim().min(1).max(limits.nameChars).optional() });
const linkCodes: readonly string[] = ["LinkUsed", "LinkExpired", "LinkUnknown"];

export function loginRoutes({ app, door, auth, deps: { hub, clock }, base }: Routes): void {
  const tries = createTries(clock);

  app.post(
    "/api/login",
    door.anybody(async (ask) => {
      const { incoming } = ask.env;
      const retryMs = tries(remoteOf(incoming));
      if (retryMs !== undefined) {
        throw await auth.turnAway(incoming, "TooManyTries", `Too many tries from here. Wait ${Math.ceil(retryMs / 1000)} seconds and try again.`, { retryMs });
      }
      const { secret, name } = await readJson(incoming, loginBody);
      try {
        return ok(await hub.access.login(secret, name));
      } catch (cause) {
        // Who tried is known only here: a link's secret names nobody until it is good.
        if (cause instanceof ParleyError && linkCodes.includes(cause.code)) throw await auth.turnAway(incoming, cause.code, cause.message, cause.data);
        throw cause;
      }
    }),
  );

  app.post(
    "/api/logout",
    door.known(async (ask, actor) => {
      if (actor.kind === "operator") throw new ParleyError("BadRequest", "The operator's token ends when the hub stops; there is nothing to log out of.");
      await hub.access.logout(actor, bearerOf(ask.env.incoming) ?? "");
      return ok({ ok: true });
    }),
  );

  app.get(
    "/api/me",
    door.known(async (_ask, actor) => ok(encodeMe(actor))),
  );

  app.post(
    "/api/login-links",
    door.known(async (ask, actor) => {
      const { name } = await readJson(ask.env.incoming, linkBody);
      const { secret } = await hub.access.loginLink(actor, name);
      return ok({ url: `${base()}/#login=${secret}` });
    }),
  );

  app.post(
    "/api/claim-links",
    door.known(async (_ask, actor) => {
      const { secret } = await hub.access.claimLink(actor);
      return ok({ url: `${base()}/#claim=${secret}` });
    }),
  );
}
