import type { IncomingMessage } from "node:http";
import { isId } from "#domain/ids";
import type { SaidOutcome } from "#hub/hub";
import { BadInput, kilobytes, readJson } from "#http/body";
import { decodeMessage, messagesQuery } from "#http/decode";
import { surfaceOf } from "#http/door";
import { encodeMessage, encodePosted, encodeQuestion, encodeRun } from "#http/encode";
import { gather, gatherSessions } from "#http/gather";
import { created, ok } from "#http/reply";
import { limits, newMessageBody } from "#protocol/requests";
import type { Routes } from "./route.ts";
import { seenThread } from "./threads.ts";

const keyChars = 200;

export function messageRoutes(routes: Routes): void {
  const { app, door, deps } = routes;
  const { hub, store, policy } = deps;

  // The road that is measured: one bearer, one body, one say, one answer.
  app.post(
    "/api/threads/:id/messages",
    door.known(async (ask, by) => {
      const { incoming } = ask.env;
      const thread = ask.req.param("id") ?? "";
      if (!isId("thr", thread)) throw await door.notFound(by, `thread ${thread.slice(0, 64)}`);
      const key = idempotencyKey(incoming);
      const said = decodeMessage(await readJson(incoming, newMessageBody));
      if (Buffer.byteLength(said.text) > limits.messageBytes) throw new BadInput("TooLarge", kilobytes(limits.messageBytes));
      const outcome = await hub.say({ ...said, by, surface: surfaceOf(by, incoming), thread, ...(key !== undefined && { key }) });
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

  app.get(
    "/api/threads/:id/messages",
    door.known(async (ask, actor) => {
      const page = messagesQuery(ask.req.query());
      const { id } = await seenThread(routes, actor, ask.req.param("id") ?? "");
      const messages = await store.messages(policy.reader(actor), id, page);
      const known = await gather(
        deps,
        actor,
        messages.map((message) => ({ kind: "message", message })),
      );
      return ok(messages.map((message) => encodeMessage(message, known.artifact)));
    }),
  );
}

function posted({ turn, ahead }: Extract<SaidOutcome, { kind: "message" }>): { turn?: string; ahead?: number } {
  return { ...(turn !== undefined && { turn }), ...(ahead !== undefined && { ahead }) };
}

function idempotencyKey(incoming: IncomingMessage): string | undefined {
  const key = incoming.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && key.length > 0 && key.length <= keyChars) return key;
  throw new BadInput("BadRequest", `Idempotency-Key: must hold 1 to ${keyChars} characters, once`);
}
