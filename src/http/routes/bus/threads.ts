import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { readJson } from "#http/door/body";
import { senderOf } from "#http/door/sender-claims";
import { decodeSettings, linesQuery } from "#http/door/decode-bus";
import type { DoorRequest } from "#http/door/door";
import { encodeAdmin, encodeAgent, encodeDecided, encodeDetailed, encodeSettings, encodeSync, encodeTranscript, leaderName } from "#http/encode/encode-bus";
import { gather } from "#http/encode/lookups";
import { isGiven } from "#http/door/is-given";
import { created, ok, type HttpReply } from "#http/door/reply";
import { sendPieces } from "#http/door/send-pieces";
import { linkToNext, statedLines } from "#http/encode/message-page";
import { busThreadBody, closeBody, decisionBody, renameBody, settingsBody, stateBody } from "#protocol/bus-requests";
import type { Routes } from "#http/routes/route";
import { seenThread } from "#http/routes/page/threads";

/** Threads as programs of the bus use them over REST. What one may do there is the bus's to decide. */
export function busThreadRoutes(routes: Routes): void {
  const { app, door, deps } = routes;
  const { bus } = deps.hub;

  const inThread = (work: (ask: DoorRequest, actor: Actor, id: ThreadId) => Promise<HttpReply | undefined>) =>
    door.known(async (ask, actor) => work(ask, actor, (await seenThread(routes, actor, ask.req.param("id") ?? "")).id));

  /** What changes the thread: done by the agent whose token came along, where one did. */
  const changing = (work: (ask: DoorRequest, actor: Actor, id: ThreadId) => Promise<HttpReply | undefined>) =>
    door.known(async (ask, bearer) => {
      const actor = await senderOf(deps, bearer, ask.env.incoming, {});
      return work(ask, actor, (await seenThread(routes, actor, ask.req.param("id") ?? "")).id);
    });

  app.post(
    "/api/threads",
    door.known(async (ask, bearer) => {
      const { incoming } = ask.env;
      const { topic, template, metadata, system_prompt: systemPrompt, creator_agent_id: creator } = await readJson(incoming, busThreadBody);
      const actor = await senderOf(deps, bearer, incoming, { named: ["creator_agent_id", creator] });
      const wanted = { ...(isGiven(systemPrompt) && { systemPrompt }), ...(isGiven(template) && { template }), ...(isGiven(metadata) && { metadata }) };
      // Two people may each open a thread under the same words; agents that name a topic mean the thread that has it.
      if (actor.kind !== "agent" && Object.keys(wanted).length === 0) {
        const thread = await deps.hub.openThread(actor, topic);
        const made = await bus.thread(actor, thread.id);
        return created({ ...encodeDetailed(made.thread, made.details), ...encodeSync(await bus.syncContext(actor, thread.id)) });
      }
      const made = await bus.createThread(actor, { topic, ...wanted });
      const body = { ...encodeDetailed(made.thread, made.details), ...encodeSync(made.sync) };
      return made.created ? created(body) : ok(body);
    }),
  );

  app.get(
    "/api/threads/:id",
    inThread(async (_ask, actor, id) => {
      const { thread, details } = await bus.thread(actor, id);
      return ok(encodeDetailed(thread, details));
    }),
  );

  app.delete(
    "/api/threads/:id",
    changing(async (_ask, actor, id) => ok({ ok: await bus.remove(actor, id), thread_id: id, deleted: id })),
  );

  app.post(
    "/api/threads/:id/state",
    changing(async (ask, actor, id) => {
      const { state } = await readJson(ask.env.incoming, stateBody);
      await bus.setStatus(actor, id, state);
      return ok({ ok: true, thread_id: id, status: state });
    }),
  );

  app.post(
    "/api/threads/:id/close",
    changing(async (ask, actor, id) => {
      const { summary } = await readJson(ask.env.incoming, closeBody);
      const closed = await bus.close(actor, id, summary ?? undefined);
      return ok({ ok: true, thread_id: id, status: "closed", already_closed: !closed, closed_sessions_count: 0 });
    }),
  );

  for (const [path, status] of [
    ["archive", "archived"],
    ["unarchive", "discuss"],
  ] as const) {
    app.post(
      `/api/threads/:id/${path}`,
      changing(async (_ask, actor, id) => {
        await bus.setStatus(actor, id, status);
        return ok({ ok: true, thread_id: id, status });
      }),
    );
  }

  app.post(
    "/api/threads/:id/rename",
    changing(async (ask, actor, id) => {
      const { topic } = await readJson(ask.env.incoming, renameBody);
      await bus.rename(actor, id, topic);
      const { thread, details } = await bus.thread(actor, id);
      return ok({ ok: true, thread_id: id, topic: thread.topic, thread: encodeDetailed(thread, details) });
    }),
  );

  app.get(
    "/api/threads/:id/settings",
    inThread(async (_ask, actor, id) => ok(encodeSettings(id, await bus.settings(actor, id)))),
  );

  app.post(
    "/api/threads/:id/settings",
    changing(async (ask, actor, id) => {
      const patch = decodeSettings(await readJson(ask.env.incoming, settingsBody));
      return ok({ ok: true, ...encodeSettings(id, await bus.settings(actor, id, patch)) });
    }),
  );

  const adminOf = async (actor: Actor, id: ThreadId): Promise<object> => {
    const { thread, details } = await bus.thread(actor, id);
    const admin = details.admin ?? thread.createdBy.id;
    const row = (await bus.agents(actor)).find(({ agent }) => agent.id === admin);
    return encodeAdmin(thread, admin, row);
  };

  app.get(
    "/api/threads/:id/admin",
    inThread(async (_ask, actor, id) => ok(await adminOf(actor, id))),
  );

  app.post(
    "/api/threads/:id/admin/decision",
    changing(async (ask, actor, id) => {
      const { action, candidate_admin_id: candidate, source_message_id: source } = await readJson(ask.env.incoming, decisionBody);
      const decision = { action, ...(isGiven(candidate) && { candidate }), ...(isGiven(source) && { source }) };
      const decided = await bus.decideAdmin(actor, id, decision);
      const nameOfAdmin = async (who: string): Promise<string> => {
        const { thread } = await bus.thread(actor, id);
        return leaderName(
          thread,
          who,
          (await bus.agents(actor)).find(({ agent }) => agent.id === who),
        );
      };
      const about = decided.action === "takeover" ? decided.before : decided.admin;
      return ok({
        ...encodeDecided(id, decided, await nameOfAdmin(about)),
        ...(isGiven(source) && { source_message_id: source }),
        ...(await adminOf(actor, id)),
      });
    }),
  );

  app.get(
    "/api/threads/:id/agents",
    inThread(async (_ask, actor, id) => {
      const [members, waits] = await Promise.all([bus.members(actor, id), bus.waits(actor, id)]);
      const waiting = new Set(waits.map((wait) => wait.agent));
      return ok(members.map((row) => ({ ...encodeAgent(row), is_waiting: waiting.has(row.agent.id) })));
    }),
  );

  app.post(
    "/api/threads/:id/sync-context",
    changing(async (_ask, actor, id) => ok(encodeSync(await bus.syncContext(actor, id)))),
  );

  app.get(
    "/api/threads/:id/transcript",
    door.known(async (ask, actor) => {
      const thread = await seenThread(routes, actor, ask.req.param("id") ?? "");
      const found = await statedLines(deps, actor, thread, linesQuery(ask.req.query(), { most: 2000, usual: 400 }));
      const { lines } = found;
      const known = await gather(
        deps,
        actor,
        lines.map((message) => ({ kind: "message", message })),
      );
      return ok(encodeTranscript(lines, known.artifact), linkToNext(ask.req.path, ask.req.query(), found));
    }),
  );

  app.get(
    "/api/threads/:id/export",
    inThread(async (ask, actor, id) => {
      const headers = { "Content-Type": "text/markdown; charset=utf-8", "Content-Disposition": `attachment; filename="${id}.md"` };
      await sendPieces(ask.env.outgoing, headers, bus.exported(actor, id));
      return undefined;
    }),
  );
}
