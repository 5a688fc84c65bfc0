import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { pageLimit } from "#http/door/page-limit";
import { agentArg, asMessage, asThread, attachmentsArg, formatArg, messageArg, seqArg, threadArg, tokenArg } from "#http/mcp/call-parts";
import { blocksOf } from "#http/mcp/blocks";
import { encodeGot, encodeListed, encodeSync, encodeWaited } from "#http/mcp/encode";
import type { MessageWithState } from "#domain/thread-details";
import { isoTime } from "#http/mcp/iso-time";
import { answer, failure, text, type ToolBody, type ToolContent } from "#http/mcp/result";
import { rulesText } from "#http/mcp/rules-text";
import { speaker } from "#http/mcp/identify-caller";
import { tool, type Tool, type CalledTool } from "#http/mcp/tool";
import { createUploads } from "#hub/files/picture-files";
import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { ReadResult } from "#hub/bus/bus";
import { say } from "#lib/words/words";
import { httpTexts } from "#http/texts";
import { defined } from "#lib/defined";

/** Below the minute after which stock clients give up. */
const usualWaitMs = 50_000;
const longestWaitMs = 3_600_000;

const noThread = (error: ParleyError): ToolBody | undefined => (error.code === "NotFound" ? { error: "THREAD_NOT_FOUND", detail: error.message } : undefined);

/** The lines of a page that many readers were woken with, encoded once for all of them. */
function createPageEncoder(): (lines: readonly MessageWithState[]) => string {
  const encoded = new WeakMap<readonly MessageWithState[], string>();
  return (lines) => {
    const known = encoded.get(lines);
    if (known !== undefined) return known;
    const made = JSON.stringify(lines.map(encodeWaited));
    encoded.set(lines, made);
    return made;
  };
}

const msgWait = (encodePage: (lines: readonly MessageWithState[]) => string): Tool =>
  tool({
    name: "msg_wait",
    description:
      "Returns the messages after after_seq: at once if there are any, else as soon as one comes, else empty when the time is over. Call it again with the last seq you have read. Every answer holds the reply_token and current_seq for your next post. It answers within 50 seconds; it waits longer only when timeout_ms asks for it and the request carries a progress token.",
    input: z.object({
      thread_id: threadArg,
      after_seq: seqArg.describe("The last seq you have read; 0 if none."),
      timeout_ms: z.coerce.number().min(0).optional().describe("How long to wait."),
      return_format: formatArg,
      agent_id: agentArg,
      token: tokenArg,
      for_agent: z.string().max(200).optional().describe("Only messages whose metadata.handoff_target is this."),
      include_attachments: attachmentsArg,
    }),
    failure: noThread,
    run: async (
      call,
      { thread_id: id, after_seq: afterSeq, timeout_ms: asked, return_format: format, for_agent: forAgent, include_attachments: pictures, ...claim },
    ) => {
      const by = await speaker(call, claim);
      const { signal } = call.ending;
      const { messages, sync } = await call.deps.hub.bus.wait(
        by,
        {
          thread: asThread(call, id),
          afterSeq: Math.max(0, afterSeq),
          timeoutMs: Math.min(asked ?? usualWaitMs, call.progress === undefined ? usualWaitMs : longestWaitMs),
          ...defined({ forAgent, onProgress: call.progress }),
        },
        signal,
      );
      if (signal.reason instanceof ParleyError) throw signal.reason;
      // Without a word about it, whoever waits here would ask again at once, for ever.
      if (messages.length === 0 && (await isOver(call, by, asThread(call, id))))
        return failure({ error: "THREAD_CLOSED", detail: say(call.deps.language, httpTexts.nothingToWaitFor) });
      const context = encodeSync(sync);
      if (format === "json") return { content: [text(`{"messages":${encodePage(messages)},${JSON.stringify(context).slice(1)}`)] };
      return { content: [text(JSON.stringify({ type: "sync_context", ...context })), ...(await blocksOf(messages, pictures, uploadsOf(call)))] };
    },
  });

const uploadsOf = ({ deps }: CalledTool) => createUploads(deps.artifactsDir).read;

async function isOver({ deps }: CalledTool, by: Actor, id: ThreadId): Promise<boolean> {
  const { thread } = await deps.hub.bus.thread(by, id);
  return thread.status === "closed" || thread.status === "archived";
}

const msgList = tool({
  name: "msg_list",
  description:
    "Messages of a thread after after_seq, oldest first. With after_seq 0 and more than limit of them it returns the newest; after_seq -1 begins at the very first. When they are more than one answer holds, a last block says where to go on. Does not wait.",
  input: z.object({
    thread_id: threadArg,
    after_seq: seqArg.default(0),
    limit: pageLimit(1000, 100),
    priority: z.enum(["normal", "urgent", "system"]).optional(),
    return_format: formatArg,
    include_system_prompt: z.boolean().default(true).describe("Whether the rules of the thread come first, as seq 0."),
    include_attachments: attachmentsArg,
  }),
  failure: noThread,
  run: async (
    call,
    { thread_id: id, after_seq: afterSeq, limit, priority, return_format: format, include_system_prompt: withRules, include_attachments: pictures },
  ) => {
    const thread = asThread(call, id);
    const page = await call.deps.hub.bus.read(call.by, thread, { afterSeq, limit, ...defined({ priority }) });
    const lines = withRules && afterSeq <= 0 ? [await rulesLine(call, thread), ...page.messages] : page.messages;
    const { content } = format === "json" ? answer(lines.map(encodeListed)) : { content: await blocksOf(lines, pictures, uploadsOf(call)) };
    return { content: page.isCut ? [...content, whereToGoOn(call, page)] : content };
  },
});

/** Its own block, so that the messages stay the array that clients parse. */
function whereToGoOn({ deps }: CalledTool, { older, delivered, messages }: ReadResult): ToolContent {
  const place = older ? { has_older: true, first_seq: messages[0]?.seq ?? delivered } : { has_more: true, next_after_seq: delivered };
  return text(JSON.stringify({ ...place, detail: say(deps.language, older ? httpTexts.listCutOlder : httpTexts.listCut, { seq: delivered }) }));
}

/** A line that nobody wrote: how to work here, and what the thread's creator wants. */
export async function rulesLine({ deps, by }: CalledTool, id: ThreadId): Promise<MessageWithState> {
  const { thread, details } = await deps.hub.bus.thread(by, id);
  return {
    id: `msg_rules_${id.slice(4)}`,
    thread: id,
    seq: 0,
    rev: 0,
    at: thread.createdAt,
    author: { kind: "hub", id: "system", name: "system" },
    role: "system",
    text: rulesText(details.systemPrompt),
    surface: "hub",
  };
}

const msgGet = tool({
  name: "msg_get",
  description: "One message, as it stands after its edits, with its reactions.",
  input: z.object({ message_id: messageArg }),
  failure: (error) => (error.code === "NotFound" ? { found: false, message: null } : undefined),
  run: async (call, { message_id: id }) => {
    const { message, state } = await call.deps.hub.bus.message(call.by, asMessage(call, id));
    return answer({ found: true, message: encodeGot({ ...message, state }) });
  },
});

const msgSearch = tool({
  name: "msg_search",
  description: "Searches the text of every message you can see, in any script. Hits are marked in the snippets.",
  input: z.object({
    query: z.string().max(500).optional().describe("Words to look for."),
    thread_id: threadArg.optional(),
    limit: pageLimit(200, 50),
  }),
  needs: ["query"],
  failure: noThread,
  run: async (call, { query, thread_id: id, limit }) => {
    if (query === undefined || query.trim() === "") return failure({ error: "query must not be empty" });
    const found = await call.deps.hub.bus.search(call.by, query, { limit, ...(id === undefined ? {} : { thread: asThread(call, id) }) });
    const results = found.map(({ message, thread, topic, author, seq, at, snippet }) => ({
      message_id: message,
      thread_id: thread,
      thread_topic: topic,
      author,
      seq,
      created_at: isoTime(at),
      snippet,
    }));
    return answer({ results, total: results.length, query });
  },
});

export function createReadingTools(): readonly Tool[] {
  return [msgWait(createPageEncoder()), msgList, msgGet, msgSearch];
}
