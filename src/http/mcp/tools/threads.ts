import { z } from "zod";
import type { ParleyError } from "#domain/errors";
import type { ThreadPlace } from "#domain/thread";
import { pageLimit } from "#http/door/page-limit";
import { agentArg, asThread, objectArg, statusArg, threadArg, tokenArg } from "#http/mcp/call-parts";
import { encodeSync } from "#http/mcp/encode";
import { isoTime, isoTimeOrNull } from "#http/mcp/iso-time";
import { answer, failure, failureOf, type ToolBody } from "#http/mcp/result";
import { speaker } from "#http/mcp/identify-caller";
import { tool, type Tool } from "#http/mcp/tool";
import { decodeCursor, encodeCursor } from "#http/encode/thread-cursor";
import { limits } from "#protocol/requests";
import { defined } from "#lib/defined";

export function noThread(error: ParleyError): ToolBody | undefined {
  return error.code === "NotFound" ? { error: "Thread not found" } : undefined;
}

const threadCreate = tool({
  name: "thread_create",
  description: "Creates a thread, or returns the one of the same topic that you can see. Whoever creates it leads it. Returns what a first post needs.",
  input: z.object({
    topic: z.string().trim().max(limits.topicChars).optional().describe("What the thread is about."),
    agent_id: agentArg,
    token: tokenArg,
    metadata: objectArg.optional(),
    system_prompt: z.string().max(64_000).optional().describe("Read by everybody who joins."),
    template: z.string().max(200).optional().describe("The id of a template; template_list has them."),
  }),
  needs: ["topic"],
  failure: (error) => {
    if (error.code === "InvalidCredentials")
      return { ...failureOf(error), error: "Invalid agent_id or token", hint: "Leave agent_id and token out: your bearer token says who you are." };
    return error.data?.["template"] === undefined ? undefined : { ...failureOf(error), error: "Template not found" };
  },
  run: async (call, { topic, metadata, system_prompt: systemPrompt, template, ...claim }) => {
    const by = await speaker(call, claim);
    if (topic === undefined || topic === "") return failure({ error: "topic is required" });
    const made = await call.deps.hub.bus.createThread(by, {
      topic,
      ...defined({ metadata, systemPrompt, template }),
    });
    const { thread, details, sync } = made;
    return answer({
      thread_id: thread.id,
      topic: thread.topic,
      status: thread.status,
      system_prompt: details.systemPrompt ?? null,
      template_id: details.template ?? null,
      ...encodeSync(sync),
    });
  },
});

const mostListed = 200;

function asPlace(text: string, context: z.RefinementCtx): ThreadPlace {
  const place = decodeCursor(text);
  if (place === undefined) context.addIssue("must be a next_cursor, or a moment in ISO 8601 with its offset");
  return place ?? z.NEVER;
}

const threadList = tool({
  name: "thread_list",
  description: "The threads you can see, newest first.",
  input: z.object({
    status: statusArg.optional(),
    include_archived: z.boolean().default(false),
    limit: pageLimit(mostListed, 0, 0).describe(`0 takes as many as one answer holds, which is ${mostListed}.`),
    before: z.string().max(200).transform(asPlace).optional().describe("next_cursor of the answer before this one, or a moment in ISO 8601."),
  }),
  run: async ({ deps, by }, { status, include_archived: archived, limit, before }) => {
    const page = await deps.hub.bus.threads(by, {
      archived,
      limit: limit === 0 ? mostListed : limit,
      ...defined({ status, before }),
    });
    return answer({
      threads: page.threads.map(({ id, topic, status: now, createdAt }) => ({ thread_id: id, topic, status: now, created_at: isoTime(createdAt) })),
      total: page.total,
      has_more: page.next !== undefined,
      next_cursor: encodeCursor(page.next, isoTime),
    });
  },
});

const threadGet = tool({
  name: "thread_get",
  description: "One thread: its topic and state, and its summary once it is closed.",
  input: z.object({ thread_id: threadArg }),
  failure: noThread,
  run: async (call, { thread_id: id }) => {
    const { thread, details } = await call.deps.hub.bus.thread(call.by, asThread(call, id));
    return answer({
      thread_id: thread.id,
      topic: thread.topic,
      status: thread.status,
      created_at: isoTime(thread.createdAt),
      closed_at: isoTimeOrNull(details.closedAt),
      summary: details.summary ?? null,
    });
  },
});

const threadDelete = tool({
  name: "thread_delete",
  description: "Deletes a thread and every line in it, for good. Only whoever leads it, or an admin. Needs confirm: true.",
  input: z.object({ thread_id: threadArg, confirm: z.boolean().default(false).describe("Must be true.") }),
  needs: ["confirm"],
  failure: noThread,
  run: async (call, { thread_id: id, confirm }) => {
    if (!confirm) return failure({ error: "Deletion aborted: confirm must be true. What is deleted cannot be brought back." });
    const removed = await call.deps.hub.bus.remove(call.by, asThread(call, id));
    return removed ? answer({ ok: true, deleted: id }) : failure({ error: "Thread not found" });
  },
});

export const threadTools: readonly Tool[] = [threadCreate, threadList, threadGet, threadDelete];
