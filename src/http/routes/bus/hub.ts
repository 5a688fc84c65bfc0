import { readJson } from "#http/door/body";
import { searchQuery } from "#http/door/decode-bus";
import { encodeFound, encodeTemplate } from "#http/encode/encode-bus";
import { created, ok, safeHeaders } from "#http/door/reply";
import { templateBody } from "#protocol/bus-requests";
import type { Routes } from "#http/routes/route";
import { seenThread } from "#http/routes/page/threads";

/** Beside the messages, which are what most searches are for. */
const topicsFound = 20;

/** What belongs to no single thread: templates, searching, numbers. */
export function busHubRoutes(routes: Routes): void {
  const { app, door, deps } = routes;
  const { bus } = deps.hub;

  app.get(
    "/api/templates",
    door.known(async () => ok((await bus.templates()).map(encodeTemplate))),
  );

  app.post(
    "/api/templates",
    door.known(async (ask, actor) => {
      const { id, name, description, system_prompt: systemPrompt, default_metadata: metadata } = await readJson(ask.env.incoming, templateBody);
      return created(encodeTemplate(await bus.addTemplate(actor, { id, name, description, systemPrompt, metadata })));
    }),
  );

  app.get(
    "/api/templates/:id",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      const found = (await bus.templates()).find((template) => template.id === id);
      if (found === undefined) throw await door.notFound(actor, `template ${id.slice(0, 64)}`);
      return ok(encodeTemplate(found));
    }),
  );

  app.delete(
    "/api/templates/:id",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      if (!(await bus.dropTemplate(actor, id))) throw await door.notFound(actor, `template ${id.slice(0, 64)}`);
      ask.env.outgoing.writeHead(204, safeHeaders).end();
      return undefined;
    }),
  );

  app.get(
    "/api/search",
    door.known(async (ask, actor) => {
      const { q, thread, filter } = searchQuery(ask.req.query());
      const where = thread === undefined ? {} : { thread: (await seenThread(routes, actor, thread)).id };
      // A topic has no author and no files.
      const isAnywhere = thread === undefined && Object.keys(filter).length === 1;
      const [messages, threads] = await Promise.all([
        bus.search(actor, q, { ...filter, ...where }),
        isAnywhere ? bus.searchTopics(actor, q, Math.min(filter.limit, topicsFound)) : [],
      ]);
      return ok(encodeFound(q, messages, threads));
    }),
  );

  app.get(
    "/api/metrics",
    door.known(async (_ask, actor) => ok(await bus.metrics(actor))),
  );
}
