import { z } from "zod";
import type { AgentCard } from "#domain/agent-card";
import type { ThreadSettings } from "#domain/thread-details";
import { priorities, type registerBody, type settingsBody, type updateAgentBody } from "#protocol/bus-requests";
import { BadInput, issuesOf } from "./body.ts";
import { isGiven } from "./given.ts";
import type { LinesPage } from "./stated-lines.ts";

const place = z.coerce.number().int().min(0).optional();

function read<Schema extends z.ZodType>(schema: Schema, query: Record<string, string>): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new BadInput("BadRequest", issuesOf(parsed.error));
}

export function linesQuery(
  query: Record<string, string>,
  { most, usual }: { readonly most: number; readonly usual: number },
): LinesPage & { readonly withPrompt: boolean } {
  const lines = z.object({
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    after_seq: place,
    before_seq: place,
    priority: z.enum(priorities).optional(),
    include_system_prompt: z.stringbool().default(false),
  });
  const { limit, after_seq: afterSeq, before_seq: beforeSeq, priority, include_system_prompt: withPrompt } = read(lines, query);
  return {
    limit,
    withPrompt,
    ...(afterSeq !== undefined && { afterSeq }),
    ...(beforeSeq !== undefined && { beforeSeq }),
    ...(priority !== undefined && { priority }),
  };
}

/** Longer than this, clients and what stands between give up by themselves. */
const longestWaitMs = 50_000;
const wait = z.object({
  after_seq: z.coerce.number().int().min(0).default(0),
  timeout_ms: z.coerce.number().int().min(0).default(longestWaitMs),
  for_agent: z.string().max(200).optional(),
});

export function waitQuery(query: Record<string, string>): { readonly afterSeq: number; readonly timeoutMs: number; readonly forAgent?: string } {
  const { after_seq: afterSeq, timeout_ms: timeoutMs, for_agent: forAgent } = read(wait, query);
  return { afterSeq, timeoutMs: Math.min(timeoutMs, longestWaitMs), ...(forAgent !== undefined && { forAgent }) };
}

const search = z.object({
  q: z.string().trim().min(1).max(1_000),
  thread_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export function searchQuery(query: Record<string, string>): z.output<typeof search> {
  return read(search, query);
}

export function decodeSettings(body: z.output<typeof settingsBody>): Partial<ThreadSettings> {
  const coordinator = body.auto_administrator_enabled ?? body.auto_coordinator_enabled;
  return {
    ...(coordinator !== undefined && { coordinator }),
    ...(body.timeout_seconds !== undefined && { timeoutSeconds: body.timeout_seconds }),
    ...(body.switch_timeout_seconds !== undefined && { switchTimeoutSeconds: body.switch_timeout_seconds }),
  };
}

export function decodeCard(body: z.output<typeof updateAgentBody>): Partial<AgentCard> {
  return {
    ...(body.description !== undefined && { description: body.description }),
    ...(isGiven(body.display_name) && { displayName: body.display_name }),
    ...(isGiven(body.emoji) && { emoji: body.emoji }),
    ...(body.capabilities !== undefined && { capabilities: body.capabilities }),
    ...(body.skills !== undefined && { skills: body.skills }),
  };
}

export function decodeRegistering({ ide, model, resume_command: resumeCommand, ...card }: z.output<typeof registerBody>): AgentCard {
  return { ide, model, description: "", capabilities: [], skills: [], ...decodeCard(card), ...(isGiven(resumeCommand) && { resumeCommand }) };
}
