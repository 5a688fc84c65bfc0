import type { z } from "zod";
import { isId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { SaidOutcome } from "#hub/hub";
import { BadInput, kilobytes, readJson } from "#http/body";
import { agree, agreeOnSender } from "#http/claims";
import { decodeMessage, decodeMeta, decodePost } from "#http/decode";
import { linesQuery } from "#http/decode-bus";
import { surfaceOf } from "#http/door";
import { encodePosted, encodeQuestion, encodeRun } from "#http/encode";
import { encodeLine, encodeSync, encodeSystemPrompt } from "#http/encode-bus";
import { gather, gatherSessions } from "#http/gather";
import { isGiven } from "#http/given";
import { idempotencyKey } from "#http/idempotency-key";
import { asPosted } from "#http/post-refusals";
import { created, ok, type Answer } from "#http/reply";
import { statedLines } from "#http/stated-lines";
import { limits, newMessageBody } from "#protocol/requests";
import type { Routes } from "./route.ts";
import { seenThread } from "./threads.ts";

export function messageRoutes(routes: Routes): void {
  const { app, door, deps } = routes;
  const { hub } = deps;

  // The road that is measured: one bearer, one body, one say, one answer.
  app.post(
    "/api/threads/:id/messages",
    door.known(async (ask, by) => {
      const { incoming } = ask.env;
      const thread = ask.req.param("id") ?? "";
      if (!isId("thr", thread)) throw await door.notFound(by, `thread ${thread.slice(0, 64)}`);
      const key = idempotencyKey(incoming);
      const body = await readJson(incoming, newMessageBody);
      const said = decodeMessage(body);
      if (Buffer.byteLength(said.text) > limits.messageBytes) throw new BadInput("TooLarge", kilobytes(limits.messageBytes));
      await agree(deps, by, "author", body.author);
      await agreeOnSender(deps, by, incoming, body);
      const keyed = key === undefined ? {} : { key };
      if (isForBus(by, body)) return postOverBus(by, body, { thread, surface: surfaceOf(by, incoming), ...keyed });
      const meta = decodeMeta(body);
      const outcome = await hub.say({ ...said, by, surface: surfaceOf(by, incoming), thread, ...keyed, ...(meta !== undefined && { meta }) });
      switch (outcome.kind) {
        case "message":
          return created(encodePosted(outcome.message, posted(outcome)));
        case "command":
          return ok({ run: encodeRun(outcome.run) });
        case "answered":
          return ok({ answered: encodeQuestion(outcome.question, await gatherSessions(deps, by, [outcome.question])) });
      }
    }),
  );

  const postOverBus = async (by: Actor, body: Body, where: Where): Promise<Answer> => {
    const { session: _none, ...said } = decodeMessage(body);
    const unsynced = !isGiven(body.expected_last_seq) && !isGiven(body.reply_token);
    return asPosted(async () => {
      const posted = await hub.bus.post(by, { ...said, ...decodePost(body), ...where, unsynced });
      const sync = encodeSync(posted.sync);
      switch (posted.kind) {
        case "message":
          return created({ ...encodePosted(posted.message, {}), ...sync });
        case "command":
          return ok({ run: encodeRun(posted.run), ...sync });
        case "answered":
          return ok({ answered: encodeQuestion(posted.question, await gatherSessions(deps, by, [posted.question])), ...sync });
      }
    });
  };

  app.get(
    "/api/threads/:id/messages",
    door.known(async (ask, actor) => {
      const { withPrompt, ...page } = linesQuery(ask.req.query(), { most: 1000, usual: 200 });
      const thread = await seenThread(routes, actor, ask.req.param("id") ?? "");
      const lines = await statedLines(deps, actor, thread.id, page);
      const known = await gather(
        deps,
        actor,
        lines.map((message) => ({ kind: "message", message })),
      );
      const wires = lines.map((line) => encodeLine(line, known.artifact));
      const prompt = withPrompt && (page.afterSeq ?? 0) === 0 ? (await hub.bus.thread(actor, thread.id)).details.systemPrompt : undefined;
      return ok(prompt === undefined ? wires : [encodeSystemPrompt(thread, prompt), ...wires]);
    }),
  );
}

type Body = z.output<typeof newMessageBody>;

interface Where {
  readonly thread: ThreadId;
  readonly surface: ReturnType<typeof surfaceOf>;
  readonly key?: string;
}

/** An agent's line, unless it gives a session work; a person's only when it wants to be held to its place. */
function isForBus(by: Actor, { session, expected_last_seq: place, reply_token: token }: Body): boolean {
  return session === undefined && (by.kind === "agent" || isGiven(place) || isGiven(token));
}

function posted({ turn, ahead }: Extract<SaidOutcome, { kind: "message" }>): { turn?: string; ahead?: number } {
  return { ...(turn !== undefined && { turn }), ...(ahead !== undefined && { ahead }) };
}
