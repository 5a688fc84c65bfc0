import type { PersonSettings } from "#domain/person-settings";
import type { Token } from "#domain/access";
import { isId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { readJson } from "#http/door/body";
import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { defined } from "#lib/defined";
import { personalBody, type OwnTokenWire, type PersonalWire } from "#protocol/personal";

/** What belongs to whoever asks. */
export function personalRoutes({ app, door, deps: { hub } }: Routes): void {
  app.get(
    "/api/me/settings",
    door.known(async (_ask, actor) => ok(encodeSettings(await hub.personal.settings(actor)))),
  );

  app.put(
    "/api/me/settings",
    door.known(async (ask, actor) => {
      const settings = decodeSettings(await readJson(ask.env.incoming, personalBody));
      return ok(encodeSettings(await hub.personal.change(actor, settings)));
    }),
  );

  app.get(
    "/api/me/tokens",
    door.known(async (_ask, actor) => ok((await hub.access.ownTokens(actor)).map((token) => encodeOwn(token, actor)))),
  );

  app.delete(
    "/api/me/tokens/:id",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      if (!isId("tok", id) || !(await hub.access.revokeOwnToken(actor, id))) throw await door.notFound(actor, `token ${id.slice(0, 64)} of yours in force`);
      return ok({ revoked: true });
    }),
  );
}

function encodeOwn({ id, label, login, at, expiresAt }: Token, actor: Actor): OwnTokenWire {
  return {
    id,
    label,
    login: login ?? false,
    created_at: new Date(at).toISOString(),
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    current: "tokenId" in actor && actor.tokenId === id,
  };
}

function encodeSettings({ language, notices, answerInNotices, quiet, muted }: PersonSettings): PersonalWire {
  return {
    ...defined({ language, notices, answer_in_notices: answerInNotices }),
    ...(quiet && { quiet: { from: quiet.from, to: quiet.to, time_zone: quiet.timeZone } }),
    ...(muted && { muted: [...muted] }),
  };
}

function decodeSettings({ language, notices, answer_in_notices: answerInNotices, quiet, muted }: PersonalWire): PersonSettings {
  return { ...defined({ language, notices, answerInNotices, muted }), ...(quiet && { quiet: { from: quiet.from, to: quiet.to, timeZone: quiet.time_zone } }) };
}
