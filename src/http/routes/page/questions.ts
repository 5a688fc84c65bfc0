import { ParleyError } from "#domain/errors";
import { isId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { Question } from "#domain/question";
import { readJson } from "#http/door/body";
import { questionsQuery } from "#http/door/decode";
import { surfaceOf } from "#http/door/door";
import { encodeAnswered, encodeCopy, encodeError, encodeQuestion } from "#http/encode/encode";
import { gatherSessions } from "#http/encode/lookups";
import { ok, refusal } from "#http/door/reply";
import { answerBody } from "#protocol/requests";
import type { Routes } from "#http/routes/route";

export function questionRoutes({ app, door, deps }: Routes): void {
  const { hub, store, policy } = deps;

  /** By id, or by the code that people type. */
  const find = (actor: Actor, name: string): Promise<Question | undefined> => {
    const reader = policy.reader(actor);
    return isId("que", name) ? store.question(reader, name) : store.questionByCode(reader, name);
  };

  app.get(
    "/api/questions",
    door.known(async (ask, actor) => {
      const { state, limit } = questionsQuery(ask.req.query());
      const found = await store.questions(policy.reader(actor), { limit, ...(state === "open" && { state }) });
      const wanted = state === undefined ? found : found.filter((question) => question.state === state);
      const known = await gatherSessions(deps, actor, wanted);
      return ok(wanted.map((question) => encodeQuestion(question, known)));
    }),
  );

  app.get(
    "/api/questions/:id",
    door.known(async (ask, actor) => {
      const question = await find(actor, ask.req.param("id") ?? "");
      if (question === undefined) throw await door.notFound(actor, "question");
      const [known, copies] = await Promise.all([gatherSessions(deps, actor, [question]), store.copies(question.id)]);
      return ok({ ...encodeQuestion(question, known), copies: copies.filter(({ body }) => body.kind === "question").map(encodeCopy) });
    }),
  );

  app.post(
    "/api/questions/:id/answer",
    door.known(async (ask, actor) => {
      const { incoming } = ask.env;
      const name = ask.req.param("id") ?? "";
      const { choice, reason } = await readJson(incoming, answerBody);
      try {
        const question = await hub.answer(actor, surfaceOf(actor), name, choice, reason);
        return ok(encodeQuestion(question, await gatherSessions(deps, actor, [question])));
      } catch (cause) {
        if (!(cause instanceof ParleyError) || cause.code !== "AlreadyAnswered") throw cause;
        const question = await find(actor, name);
        const who = question === undefined ? {} : encodeAnswered(question);
        return { ...refusal(cause), body: JSON.stringify({ ...encodeError(cause), ...who }) };
      }
    }),
  );
}
