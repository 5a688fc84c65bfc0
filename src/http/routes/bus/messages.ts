import { isId, type MessageId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { tooLarge } from "#http/door/bad-input";
import { readJson } from "#http/door/body";
import { historyQuery } from "#http/door/decode-bus";
import { senderOf } from "#http/door/sender-claims";
import type { DoorRequest } from "#http/door/door";
import { encodeEdited, encodeHistory, encodeLine, encodeReaction } from "#http/encode/encode-bus";
import { gather } from "#http/encode/lookups";
import { asPostRefusal } from "#http/door/post-refusals";
import { created, ok, type HttpReply } from "#http/door/reply";
import { editBody, reactionBody } from "#protocol/bus-requests";
import { limits } from "#protocol/requests";
import type { Routes } from "#http/routes/route";

/** One message: what it says now, what it said before, and what others think of it. */
export function busMessageRoutes({ app, door, deps }: Routes): void {
  const { bus } = deps.hub;

  const ofMessage = (work: (ask: DoorRequest, actor: Actor, id: MessageId) => Promise<HttpReply>) =>
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      if (!isId("msg", id)) throw await door.notFound(actor, `message ${id.slice(0, 64)}`);
      return work(ask, actor, id);
    });

  const reactionsOf = async (actor: Actor, id: MessageId): Promise<readonly object[]> =>
    (await bus.message(actor, id)).state.reactions.map((reaction) => encodeReaction(id, reaction));

  app.get(
    "/api/messages/:id",
    ofMessage(async (_ask, actor, id) => {
      const { message, state } = await bus.message(actor, id);
      const known = await gather(deps, actor, [{ kind: "message", message }]);
      return ok(encodeLine({ ...message, state }, known.artifact));
    }),
  );

  app.put(
    "/api/messages/:id",
    ofMessage(async (ask, actor, id) => {
      const { incoming } = ask.env;
      const { content, new_content: newContent, edited_by: editor, ...sender } = await readJson(incoming, editBody);
      const by = await senderOf(deps, actor, incoming, { ...sender, named: ["edited_by", editor] });
      const text = content ?? newContent ?? "";
      if (Buffer.byteLength(text) > limits.messageBytes) throw tooLarge(limits.messageBytes);
      try {
        return ok(encodeEdited(id, by, await bus.edit(by, id, text), text));
      } catch (cause) {
        return asPostRefusal(cause);
      }
    }),
  );

  app.get(
    "/api/messages/:id/history",
    ofMessage(async (ask, actor, id) => {
      const { state } = await bus.message(actor, id);
      return ok(encodeHistory(id, state, await bus.edits(actor, id, historyQuery(ask.req.query()))));
    }),
  );

  app.get(
    "/api/messages/:id/reactions",
    ofMessage(async (_ask, actor, id) => ok({ reactions: await reactionsOf(actor, id) })),
  );

  app.post(
    "/api/messages/:id/reactions",
    ofMessage(async (ask, actor, id) => {
      const { incoming } = ask.env;
      const { reaction, ...sender } = await readJson(incoming, reactionBody);
      const by = await senderOf(deps, actor, incoming, sender);
      await bus.react(by, id, reaction);
      return created({ ok: true, reactions: await reactionsOf(by, id) });
    }),
  );

  app.delete(
    "/api/messages/:id/reactions/:reaction",
    ofMessage(async (ask, actor, id) => {
      const by = await senderOf(deps, actor, ask.env.incoming, { agent_id: ask.req.query("agent_id") });
      return ok({ removed: await bus.unreact(by, id, ask.req.param("reaction") ?? "") });
    }),
  );
}
