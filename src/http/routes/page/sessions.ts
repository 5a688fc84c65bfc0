import { isId, type SessionId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { readJson } from "#http/door/body";
import { surfaceOf, type DoorRequest } from "#http/door/door";
import { encodeConversation, encodeFacts, encodeScreen, screenVersion } from "#http/encode/encode-desk";
import { encodeSessionNow } from "#http/encode/encode";
import { created, ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { newSessionBody, pressBody, restartBody } from "#protocol/requests";
import { defined } from "#lib/defined";

const maxWaitSeconds = 25;

export function sessionRoutes({ app, door, deps: { hub, store, policy, clis } }: Routes): void {
  const idOf = async (ask: DoorRequest, actor: Actor): Promise<SessionId> => {
    const id = ask.req.param("id") ?? "";
    if (!isId("ses", id)) throw await door.notFound(actor, `session ${id.slice(0, 64)}`, "NoSuchSession");
    return id;
  };

  app.get(
    "/api/sessions",
    door.known(async (_ask, actor) => {
      const [sessions, drafts] = await Promise.all([store.sessions(policy.reader(actor)), hub.feed.drafts(actor)]);
      return ok(sessions.map((session) => encodeSessionNow(session, drafts)));
    }),
  );

  app.post(
    "/api/sessions",
    door.known(async (ask, actor) => {
      const { name, cli_type: cli, work_dir: directory, worktree, thread } = await readJson(ask.env.incoming, newSessionBody);
      if (thread !== undefined && (!isId("thr", thread) || (await store.thread(policy.reader(actor), thread)) === undefined))
        throw await door.notFound(actor, `thread ${thread.slice(0, 64)}`);
      const session = await hub.createSession(actor, { ...defined({ thread }), direct: false }, { name, cli, worktree, ...defined({ directory }) });
      return created(encodeSessionNow(session, []));
    }),
  );

  app.get(
    "/api/clis",
    door.known(async (_ask, actor) => {
      await hub.desk.mayCreate(actor);
      return ok(await clis());
    }),
  );

  app.get(
    "/api/sessions/:id",
    door.known(async (ask, actor) => {
      const id = await idOf(ask, actor);
      const session = (await store.sessions(policy.reader(actor))).find((one) => one.id === id);
      if (session === undefined) throw await door.notFound(actor, `session ${id}`, "NoSuchSession");
      const [facts, drafts] = await Promise.all([hub.desk.facts(id), hub.feed.drafts(actor)]);
      return ok({ ...encodeSessionNow(session, drafts), ...(facts !== undefined && { facts: encodeFacts(facts) }) });
    }),
  );

  app.delete(
    "/api/sessions/:id",
    door.known(async (ask, actor) => {
      await hub.desk.end(actor, surfaceOf(actor), await idOf(ask, actor));
      return ok({ ended: true });
    }),
  );

  app.get(
    "/api/sessions/:id/screen",
    door.known(async (ask, actor) => {
      const id = await idOf(ask, actor);
      const [after, seconds] = [ask.req.query("after"), Number(ask.req.query("wait") ?? 0)];
      if (after === undefined || !(seconds > 0)) return ok(encodeScreen(await hub.desk.screen(actor, id)));
      const gone = new AbortController();
      ask.env.outgoing.once("close", () => gone.abort());
      const wait = { ms: Math.min(seconds, maxWaitSeconds) * 1_000, signal: gone.signal };
      return ok(encodeScreen(await hub.desk.screenAfter(actor, id, (screen) => screenVersion(screen) !== after, wait)));
    }),
  );

  app.post(
    "/api/sessions/:id/restart",
    door.known(async (ask, actor) => {
      const id = await idOf(ask, actor);
      const { conversation } = await readJson(ask.env.incoming, restartBody);
      await hub.desk.restart(actor, surfaceOf(actor), id, conversation);
      return ok({ restarted: true });
    }),
  );

  app.post(
    "/api/sessions/:id/keys",
    door.known(async (ask, actor) => {
      const id = await idOf(ask, actor);
      const { keys } = await readJson(ask.env.incoming, pressBody);
      await hub.desk.press(actor, surfaceOf(actor), id, keys);
      return ok({ ok: true });
    }),
  );

  app.get(
    "/api/sessions/:id/conversations",
    door.known(async (ask, actor) => ok((await hub.desk.conversations(actor, await idOf(ask, actor))).map(encodeConversation))),
  );

  app.post(
    "/api/sessions/:id/stop",
    door.known(async (ask, actor) => {
      const id = await idOf(ask, actor);
      return ok({ ...(await hub.stop(actor, surfaceOf(actor), id, { all: ask.req.query("all") === "true" })) });
    }),
  );
}
