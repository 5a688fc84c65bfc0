import { z } from "zod";
import type { ParleyError } from "#domain/errors";
import { nameOf, whoIs } from "#domain/people";
import { agentArg, asMessage, messageArg, tokenArg } from "#http/mcp/call-parts";
import { textOf } from "#http/mcp/encode";
import { isoTime } from "#http/mcp/iso-time";
import { postFailure } from "#http/mcp/post-failures";
import { answer, failure, failureOf, type ToolBody } from "#http/mcp/result";
import { speaker } from "#http/mcp/identify-caller";
import { tool, type Tool } from "#http/mcp/tool";
import { limits } from "#protocol/requests";

const msgEdit = tool({
  name: "msg_edit",
  description: "Changes the text of a message that you wrote. What stood there is kept in its history.",
  input: z.object({ message_id: messageArg, new_content: z.string().min(1), agent_id: agentArg, token: tokenArg }),
  failure: (error) => {
    if (error.code === "ContentBlocked" || error.code === "RateLimited") return postFailure(error);
    return error.code === "InvalidCredentials" ? { ...failureOf(error), error: "AUTHENTICATION_REQUIRED" } : undefined;
  },
  run: async (call, { message_id: id, new_content: content, ...claim }) => {
    const by = await speaker(call, claim);
    if (Buffer.byteLength(content) > limits.messageBytes)
      return failure({ error: "INVALID_ARGUMENT", detail: `new_content must not be longer than ${limits.messageBytes} bytes` });
    try {
      const { changed, version, at } = await call.deps.hub.bus.edit(by, asMessage(call, id), content);
      return answer(changed ? { msg_id: id, version, edited_at: isoTime(at), edited_by: whoIs(by) } : { no_change: true, version });
    } catch (cause) {
      if (isNotFound(cause)) return failure({ error: `Message '${id}' not found` });
      throw cause;
    }
  },
});

const msgEditHistory = tool({
  name: "msg_edit_history",
  description: "What a message said before each of its edits, oldest first. With has_more, go on after the last version that you got.",
  input: z.object({ message_id: messageArg, after_version: z.coerce.number().int().min(0).optional() }),
  run: async (call, { message_id: id, after_version: afterVersion }) => {
    try {
      const { bus } = call.deps.hub;
      const { message, state } = await bus.message(call.by, asMessage(call, id));
      const edits = await bus.edits(call.by, message.id, afterVersion);
      return answer({
        message_id: id,
        current_content: textOf({ ...message, state }),
        edit_version: state.version,
        edits: edits.map(({ version, oldText, by, at }) => ({ version, old_content: oldText, edited_by: by, created_at: isoTime(at) })),
        ...((edits.at(-1)?.version ?? state.version) < state.version && { has_more: true }),
      });
    } catch (cause) {
      if (isNotFound(cause)) return failure({ found: false, message_id: id });
      throw cause;
    }
  },
});

const reactionInput = z.object({
  message_id: messageArg,
  agent_id: agentArg,
  token: tokenArg,
  reaction: z.string().trim().min(1).max(64).describe("A word or an emoji."),
});

const msgReact = tool({
  name: "msg_react",
  description: "Puts your reaction on a message. The same one twice is one.",
  input: reactionInput,
  run: async (call, { message_id: id, reaction, ...claim }) =>
    reacting(id, async () => {
      // A message that is not there is told first, whoever is named.
      await call.deps.hub.bus.message(call.by, asMessage(call, id));
      const by = await speaker(call, claim);
      const kept = await call.deps.hub.bus.react(by, asMessage(call, id), reaction);
      return {
        reaction_id: kept.id,
        message_id: id,
        agent_id: kept.by,
        agent_name: kept.name || nameOf(by),
        reaction: kept.reaction,
        created_at: isoTime(kept.at),
      };
    }),
});

const msgUnreact = tool({
  name: "msg_unreact",
  description: "Takes your reaction off a message.",
  input: reactionInput,
  run: async (call, { message_id: id, reaction, ...claim }) => {
    const removed = (isRemoved: boolean) => answer({ removed: isRemoved, message_id: id, reaction });
    try {
      await call.deps.hub.bus.message(call.by, asMessage(call, id));
      const by = await speaker(call, claim);
      return removed(await call.deps.hub.bus.unreact(by, asMessage(call, id), reaction));
    } catch (cause) {
      // Where there is no message there is no reaction to take off.
      if (isNotFound(cause)) return removed(false);
      throw cause;
    }
  },
});

async function reacting(id: string, work: () => Promise<ToolBody>): ReturnType<Tool["run"]> {
  try {
    return answer(await work());
  } catch (cause) {
    if (isNotFound(cause)) return failure({ error: "MESSAGE_NOT_FOUND", message_id: id });
    throw cause;
  }
}

function isNotFound(cause: unknown): cause is ParleyError {
  return cause instanceof Error && "code" in cause && cause.code === "NotFound";
}

export const markingTools: readonly Tool[] = [msgEdit, msgEditHistory, msgReact, msgUnreact];
