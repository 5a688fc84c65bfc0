import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { readJson } from "#http/body";
import { agree, agreeOnSender } from "#http/claims";
import { decodeSettings, linesQuery } from "#http/decode-bus";
import type { Ask } from "#http/door";
import { encodeAdmin, encodeAgent, encodeDetailed, encodeSettings, encodeSync, encodeTranscript } from "#http/encode-bus";
import { gather } from "#http/gather";
import { isGiven } from "#http/given";
import { created, ok, type Answer } from "#http/reply";
import { sendPieces } from "#http/send-pieces";
import { statedLines } from "#http/stated-lines";
import { busThreadBody, closeBody, decisionBody, renameBody, settingsBody, stateBody } from "#protocol/bus-requests";
import type { Routes } from "./route.ts";
import { seenThread } from "./threads.ts";

/** Threads as programs of the bus use them over REST. What one may do there is the bus's to decide. */
export function busThreadRoutes(routes: Routes): void {
  const { app, door, deps } = routes;
  const { bus } = deps.hub;

  const inThread = (work: (ask: Ask, actor: Actor, id: ThreadId) => Promise<Answer | undefined>) =>
    door.known(async (ask, actor) => work(ask, actor, (await seenThread(routes, actor, ask.req.param("id") ?? "")).id));

  app.post(
    "/api/threads",
    door.known(async (ask, actor) => {
      const { incoming } = ask.env;
      const { topic, template, metadata, system_prompt: systemPrompt, creator_agent_id: creator } = await readJson(incoming, busThreadBody);
      await agree(deps, actor, "creator_agent_id", creator);
      await agreeOnSender(deps, actor, incoming, {});
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
    inThread(async (_ask, actor, id) => ok({ ok: await bus.remove(actor, id), thread_id: id })),
  );

  app.post(
    "/api/threads/:id/state",
    inThread(async (ask, actor, id) => {
      const { state } = await readJson(ask.env.incoming, stateBody);
      await bus.setStatus(actor, id, state);
      return ok({ ok: true, thread_id: id, status: state });
    }),
  );

  app.post(
    "/api/threads/:id/close",
    inThread(async (ask, actor, id) => {
      const { summary } = await readJson(ask.env.incoming, closeBody);
      const closed = await bus.close(actor, id, summary ?? undefined);
      return ok({ ok: true, thread_id: id, status: "closed", already_closed: !closed });
    }),
  );

  for (const [path, status] of [
    ["archive", "archived"],
    ["unarchive", "discuss"],
  ] as const) {
    app.post(
      `/api/threads/:id/${path}`,
      inThread(async (_ask, actor, id) => {
        await bus.setStatus(actor, id, status);
        return ok({ ok: true, thread_id: id, status });
      }),
    );
  }

  app.post(
    "/api/threads/:id/rename",
    inThread(async (ask, actor, id) => {
      const { topic } = await readJson(ask.env.incoming, renameBody);
      await bus.rename(actor, id, topic);
      return ok({ ok: true, thread_id: id, topic });
    }),
  );

  app.get(
    "/api/threads/:id/settings",
    inThread(async (_ask, actor, id) => ok(encodeSettings(id, await bus.settings(actor, id)))),
  );

  app.post(
    "/api/threads/:id/settings",
    inThread(async (ask, actor, id) => {
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
    inThread(async (ask, actor, id) => {
      const { action, candidate_admin_id: candidate, source_message_id: source } = await readJson(ask.env.incoming, decisionBody);
      const decision = { action, ...(isGiven(candidate) && { candidate }), ...(isGiven(source) && { source }) };
      const { alreadyDecided } = await bus.decideAdmin(actor, id, decision);
      return ok({ ok: true, action, already_decided: alreadyDecided, ...(await adminOf(actor, id)) });
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
    inThread(async (_ask, actor, id) => ok(encodeSync(await bus.syncContext(actor, id)))),
  );

  app.get(
    "/api/threads/:id/transcript",
    inThread(async (ask, actor, id) => {
      const lines = await statedLines(deps, actor, id, linesQuery(ask.req.query(), { most: 2000, usual: 400 }));
      const known = await gather(
        deps,
        actor,
        lines.map((message) => ({ kind: "message", message })),
      );
      return ok(encodeTranscript(lines, known.artifact));
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
