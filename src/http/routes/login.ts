import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { bearerOf, remoteOf } from "#http/auth";
import { readJson } from "#http/body";
import { encodeMe } from "#http/encode";
import { ok } from "#http/reply";
import { span } from "#lib/span";
import { say } from "#lib/words";
import { createTries } from "#http/tries";
import { limits, loginBody } from "#protocol/requests";
import type { Routes } from "./route.ts";

const linkBody = z.object({ name: z.string().trim().min(1).max(limits.nameChars).optional() });
const linkCodes: readonly string[] = ["LinkUsed", "LinkExpired", "LinkUnknown", "NotAllowed"];

export function loginRoutes({ app, door, auth, deps: { hub, clock, language }, base }: Routes): void {
  const tries = createTries(clock);

  app.post(
    "/api/login",
    door.anybody(async (ask) => {
      const { incoming } = ask.env;
      const retryMs = tries(remoteOf(incoming));
      if (retryMs !== undefined) {
        throw await auth.turnAway(incoming, "TooManyTries", say(language, "tooManyTries", { span: span(language, retryMs) }), { retryMs });
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
      if (actor.kind === "operator") throw new ParleyError("BadRequest", say(language, "operatorStays"));
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
