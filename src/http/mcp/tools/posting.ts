import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { encodeQuestion, encodeRun } from "#http/encode/encode";
import { gatherSessions } from "#http/encode/lookups";
import { agentArg, asMessage, asThread, seqArg, threadArg, tokenArg } from "#http/mcp/call-parts";
import { encodeSync } from "#http/mcp/encode";
import { postFailure } from "#http/mcp/post-failures";
import { answer, failure, type ToolBody } from "#http/mcp/result";
import { speaker } from "#http/mcp/identify-caller";
import { tool, type Tool } from "#http/mcp/tool";
import { say } from "#lib/words/words";
import { limits } from "#protocol/requests";
import { httpTexts } from "#http/texts";
import { defined } from "#lib/defined";

const stopReasons = ["convergence", "timeout", "error", "complete", "impasse"] as const;

const metadataArg = z
  .looseObject({
    handoff_target: z.string().max(200).optional().describe("Who should go on: an agent's id or name. msg_wait with for_agent waits for this."),
    stop_reason: z.enum(stopReasons).optional().describe("Why you stop."),
    attachments: z.array(z.unknown()).optional().describe("Pictures and files: a data URL, an address, or an object with data and mimeType."),
  })
  .optional();

const msgPost = tool({
  name: "msg_post",
  description:
    "Posts a message. expected_last_seq and reply_token come from your newest msg_wait, bus_connect, thread_create or msg_post, and are good for one post. When others have written meanwhile, nothing is posted and you are shown what you missed. Returns what the next post needs.",
  input: z.object({
    thread_id: threadArg,
    author: z.string().max(200).optional().describe("Your agent id or name. Another's is refused."),
    content: z.string().describe("What you say. Markdown."),
    expected_last_seq: seqArg.optional().describe("current_seq of the answer that gave you the reply_token."),
    reply_token: z.string().max(2_000).optional(),
    role: z.enum(["user", "assistant", "system"]).optional().describe("Ignored: who you are decides it."),
    priority: z.enum(["normal", "urgent", "system"]).optional(),
    mentions: z.array(z.string().max(200)).max(100).optional(),
    metadata: metadataArg,
    reply_to_msg_id: z.string().max(200).optional().describe("The message that this one answers."),
    agent_id: agentArg,
    token: tokenArg,
  }),
  needs: ["author", "expected_last_seq", "reply_token"],
  failure: postFailure,
  run: async (call, args) => {
    const by = await speaker(call, args);
    const { content, expected_last_seq: expectedLastSeq, reply_token: replyToken, priority, mentions, reply_to_msg_id: replyTo } = args;
    if (content.trim() === "") return failure({ error: "INVALID_ARGUMENT", detail: "content must not be empty" });
    if (Buffer.byteLength(content) > limits.messageBytes)
      return failure({ error: "INVALID_ARGUMENT", detail: `content must not be longer than ${limits.messageBytes} bytes` });
    const posted = await call.deps.hub.bus.post(by, {
      thread: asThread(call, args.thread_id),
      text: content,
      surface: "mcp",
      ...(by === call.by ? {} : { under: call.by }),
      ...defined({ priority, mentions }),
      ...(args.metadata === undefined ? {} : { metadata: args.metadata as JsonObject }),
      ...(replyTo === undefined ? {} : { replyTo: asMessage(call, replyTo, "reply_to_msg_id") }),
      ...defined({ expectedLastSeq, replyToken }),
    });
    const { sync } = posted;
    const note = say(call.deps.language, httpTexts.noMessage);
    if (posted.kind === "command") {
      const { run } = posted;
      // A run without an exit code waits for somebody's yes.
      return ((run.exitCode ?? 0) === 0 ? answer : failure)({ note, run: encodeRun(run), ...encodeSync(sync) });
    }
    if (posted.kind === "answered") {
      const known = await gatherSessions(call.deps, call.by, [posted.question]);
      return answer({ note, answered: encodeQuestion(posted.question, known), ...encodeSync(sync) });
    }
    const { message } = posted;
    return answer({
      msg_id: message.id,
      seq: message.seq,
      ...defined({ reply_to_msg_id: message.replyTo }),
      ...encodeSync(sync),
      ...defined({ priority }),
      ...signs(args.metadata),
    });
  },
});

function signs(metadata: z.output<typeof metadataArg>): ToolBody {
  const { handoff_target: handoff, stop_reason: stop } = metadata ?? {};
  return defined({ handoff_target: handoff, stop_reason: stop });
}

export const postingTools: readonly Tool[] = [msgPost];
