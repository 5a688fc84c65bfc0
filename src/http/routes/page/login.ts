import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { bearerOf, remoteOf } from "#http/door/auth";
import { readJson } from "#http/door/body";
import { encodeMe } from "#http/encode/encode";
import { ok } from "#http/door/reply";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import { deviceName } from "#http/door/device-name";
import { createLoginTries } from "#http/door/login-limit";
import { limits, loginBody } from "#protocol/requests";
import type { Routes } from "#http/routes/route";
import { httpTexts } from "#http/texts";

const linkBody = z.object({ name: z.string().trim().min(1).max(limits.nameChars).optional() });
/** Anybody can send it: a link is short. */
const loginBytes = 4_096;
const linkCodes: readonly string[] = ["LinkUsed", "LinkExpired", "LinkUnknown", "NotAllowed"];

export function loginRoutes({ app, door, auth, deps: { hub, clock, language, namedHome, publicUrl }, base }: Routes): void {
  const tries = createLoginTries(clock);
  const tooMany = (incoming: IncomingMessage, retryMs: number): Promise<ParleyError> =>
    auth.turnAway(incoming, "TooManyTries", say(language, httpTexts.tooManyTries, { span: formatDuration(language, retryMs) }), {
      retry_after: Math.ceil(retryMs / 1000),
    });

  app.post(
    "/api/login",
    door.anybody(async (ask) => {
      const { incoming } = ask.env;
      const { secret, name } = await readJson(incoming, loginBody, loginBytes);
      try {
        return ok(await hub.access.login(secret, name, deviceName(incoming.headers["user-agent"] ?? "")));
      } catch (cause) {
        // Who tried is known only here: a link's secret names nobody until it is good.
        if (!(cause instanceof ParleyError)) throw cause;
        const isWrong = linkCodes.includes(cause.code);
        const wait = tries[isWrong ? "wrong" : "unused"](remoteOf(incoming), secret);
        if (wait !== undefined) throw await tooMany(incoming, wait);
        throw isWrong ? await auth.turnAway(incoming, cause.code, cause.message, cause.data) : cause;
      }
    }),
  );

  // For a signed-out page. The path is given only to a browser on this machine, and never by a hub that a proxy may stand in front of.
  app.get(
    "/api/login",
    door.anybody(async (ask) => ok({ home: publicUrl === undefined && isLoopback(remoteOf(ask.env.incoming)) ? (namedHome ?? null) : null })),
  );

  app.post(
    "/api/logout",
    door.known(async (ask, actor) => {
      if (actor.kind === "operator") throw new ParleyError("BadRequest", say(language, httpTexts.operatorStays));
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

function isLoopback(remote: string): boolean {
  return remote === "::1" || /^(?:::ffff:)?127\./.test(remote);
}
