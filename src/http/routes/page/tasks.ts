import { readJson } from "#http/door/body";
import { surfaceOf } from "#http/door/door";
import { ok } from "#http/door/reply";
import { askOf, encodeStarted, encodeTask } from "#http/encode/encode-task";
import type { Routes } from "#http/routes/route";
import { keepHead } from "#lib/text/truncate";
import { continueBody, deliveryBody } from "#protocol/tasks";
import { isThreadId } from "./threads.ts";

const lookWithinMs = 20_000;
/** The newest, with the beginning of what was asked for: a list is for finding one. */
const mostListed = 200;
const listedPromptChars = 1_000;

export function taskRoutes({ app, door, deps: { hub } }: Routes): void {
  app.get(
    "/api/tasks",
    door.known(async (_ask, actor) => {
      const [tasks, drafts] = await Promise.all([hub.tasks.list(actor), hub.feed.drafts(actor)]);
      return ok(
        tasks
          .slice(0, mostListed)
          .map((task) => encodeTask(task, drafts))
          .map((task) => ({ ...task, prompt: keepHead(task.prompt, listedPromptChars).text })),
      );
    }),
  );

  app.post(
    "/api/tasks",
    door.known(async (ask, actor) => {
      const body = await readJson(ask.env.incoming, deliveryBody);
      const place = body.thread !== undefined && isThreadId(body.thread) ? { thread: body.thread } : {};
      const started = await hub.tasks.start(actor, surfaceOf(actor), place, askOf(body));
      return { status: 202, body: JSON.stringify(encodeStarted(started)) };
    }),
  );

  app.get(
    "/api/tasks/:id",
    door.known(async (ask, actor) => {
      const [task, drafts] = await Promise.all([hub.tasks.find(actor, ask.req.param("id") ?? ""), hub.feed.drafts(actor)]);
      return ok(encodeTask(task, drafts));
    }),
  );

  app.get(
    "/api/tasks/:id/work",
    door.known(async (ask, actor) => {
      const work = await hub.tasks.work(actor, ask.req.param("id") ?? "", AbortSignal.timeout(lookWithinMs));
      return ok(work === undefined ? { running: false, files: [], unlisted: 0, changes: "" } : { running: true, ...work });
    }),
  );

  app.post(
    "/api/tasks/:id/continue",
    door.known(async (ask, actor) => {
      const { prompt } = await readJson(ask.env.incoming, continueBody);
      const started = await hub.tasks.goOn(actor, surfaceOf(actor), ask.req.param("id") ?? "", prompt);
      return { status: 202, body: JSON.stringify(encodeStarted(started)) };
    }),
  );

  app.post(
    "/api/tasks/:id/stop",
    door.known(async (ask, actor) => {
      const { session } = await hub.tasks.find(actor, ask.req.param("id") ?? "");
      return ok({ ...(await hub.stop(actor, surfaceOf(actor), session.id)) });
    }),
  );
}
