import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { isId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { tooLarge } from "#http/door/bad-input";
import { readMessage } from "#http/door/read-message";
import { senderOf } from "#http/door/sender-claims";
import { decodeMessage, decodeMeta, decodePost } from "#http/door/decode";
import { linesQuery } from "#http/door/decode-bus";
import { surfaceOf } from "#http/door/door";
import { encodePosted, encodeQuestion, encodeRun } from "#http/encode/encode";
import { encodeLine, encodeSync, encodeSystemPrompt } from "#http/encode/encode-bus";
import { gather, gatherSessions } from "#http/encode/lookups";
import { isGiven } from "#http/door/is-given";
import { idempotencyKey } from "#http/door/idempotency-key";
import { threadByTopic } from "#http/door/thread-by-topic";
import { asPostRefusal } from "#http/door/post-refusals";
import { created, ok, type HttpReply } from "#http/door/reply";
import { linkToNext, statedLines } from "#http/encode/message-page";
import { limits, type newMessageBody } from "#protocol/requests";
import type { Routes } from "#http/routes/route";
import { seenThread } from "./threads.ts";
import { defined } from "#lib/defined";

export function messageRoutes(routes: Routes): void {
  const { app, door, direct, auth, deps } = routes;
  const { hub } = deps;

  // The path that is measured: one bearer, one body, one say, one answer.
  const post = async (incoming: IncomingMessage, bearer: Actor, named: string): Promise<HttpReply> => {
    const surface = surfaceOf(bearer);
    const thread = isId("thr", named) ? named : await threadByTopic(routes, bearer, surface, named);
    const key = idempotencyKey(incoming);
    const body = await readMessage(incoming);
    const said = decodeMessage(body);
    if (Buffer.byteLength(said.text) > limits.messageBytes) throw tooLarge(limits.messageBytes);
    const by = await senderOf(deps, bearer, incoming, { named: ["author", body.author], agent_id: body.agent_id, token: body.token });
    const keyed = key === undefined ? undefined : { key };
    if (isForBus(by, body)) return postOverBus(by, body, { thread, surface, ...keyed, ...(by === bearer ? undefined : { under: bearer }) });
    const meta = decodeMeta(body);
    try {
      const outcome = await hub.say({
        ...said,
        by,
        surface,
        thread,
        ...keyed,
        ...defined({ meta }),
        ...(isGiven(body.files) && { uploads: body.files }),
      });
      switch (outcome.kind) {
        case "message":
          return created(encodePosted(outcome.message, outcome, outcome.message.artifacts && (await deps.store.artifacts(outcome.message.artifacts))));
        case "command":
          return ok({ run: encodeRun(outcome.run) });
        case "answered":
          return ok({ answered: encodeQuestion(outcome.question, await gatherSessions(deps, by, [outcome.question])) });
      }
    } catch (cause) {
      return asPostRefusal(cause);
    }
  };
  const postBy = async (incoming: IncomingMessage, id: string): Promise<HttpReply> => post(incoming, await auth.actor(incoming), id);
  app.post(
    "/api/threads/:id/messages",
    door.known((ask, by) => post(ask.env.incoming, by, ask.req.param("id") ?? "")),
  );
  direct.add("POST", "/api/threads/:id/messages", (incoming, outgoing, id) => door.serve(incoming, outgoing, () => postBy(incoming, id)));

  const postOverBus = async (by: Actor, body: Body, where: Where): Promise<HttpReply> => {
    const said = decodeMessage(body);
    const unsynced = !isGiven(body.expected_last_seq) && !isGiven(body.reply_token);
    try {
      const posted = await hub.bus.post(by, { ...said, ...decodePost(body), ...where, unsynced });
      const sync = encodeSync(posted.sync);
      switch (posted.kind) {
        case "message":
          return created({ ...encodePosted(posted.message, posted), ...sync });
        case "command":
          return ok({ run: encodeRun(posted.run), ...sync });
        case "answered":
          return ok({ answered: encodeQuestion(posted.question, await gatherSessions(deps, by, [posted.question])), ...sync });
      }
    } catch (cause) {
      return asPostRefusal(cause);
    }
  };

  app.get(
    "/api/threads/:id/messages",
    door.known(async (ask, actor) => {
      const { withPrompt, ...page } = linesQuery(ask.req.query(), { most: 1000, usual: 200 });
      const thread = await seenThread(routes, actor, ask.req.param("id") ?? "");
      const found = await statedLines(deps, actor, thread, page);
      const { lines } = found;
      const known = await gather(
        deps,
        actor,
        lines.map((message) => ({ kind: "message", message })),
      );
      const wires = lines.map((line) => encodeLine(line, known.artifact));
      const prompt = withPrompt && (page.afterSeq ?? 0) === 0 ? (await hub.bus.thread(actor, thread.id)).details.systemPrompt : undefined;
      const headers = linkToNext(ask.req.path, ask.req.query(), found);
      return ok(prompt === undefined ? wires : [encodeSystemPrompt(thread, prompt), ...wires], headers);
    }),
  );
}

type Body = z.output<typeof newMessageBody>;

interface Where {
  readonly thread: ThreadId;
  readonly surface: ReturnType<typeof surfaceOf>;
  readonly key?: string;
  /** The person whose bearer it came under, where an agent of theirs speaks. */
  readonly under?: Actor;
}

/** An agent's line; a person's only when it wants to be held to its place. */
function isForBus(by: Actor, { expected_last_seq: place, reply_token: token }: Body): boolean {
  return by.kind === "agent" || isGiven(place) || isGiven(token);
}
