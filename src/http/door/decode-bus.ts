import { z } from "zod";
import type { AgentCard } from "#domain/agent-card";
import type { SearchFilter, ThreadSettings } from "#domain/thread-details";
import { priorities, type registerBody, type settingsBody, type updateAgentBody } from "#protocol/bus-requests";
import { checked } from "./bad-input.ts";
import { moment } from "./moment.ts";
import { isGiven } from "./is-given.ts";
import { pageLimit } from "./page-limit.ts";
import type { LinesPage } from "#http/encode/message-page";
import { defined } from "#lib/defined";

const place = z.coerce.number().int().min(0).optional();

export function linesQuery(
  query: Record<string, string>,
  { most, usual }: { readonly most: number; readonly usual: number },
): LinesPage & { readonly withPrompt: boolean } {
  const lines = z.object({
    limit: pageLimit(most, usual),
    after_seq: place,
    before_seq: place,
    priority: z.enum(priorities).optional(),
    include_system_prompt: z.stringbool().default(false),
  });
  const { after_seq: afterSeq, before_seq: beforeSeq, priority, include_system_prompt: withPrompt, ...page } = checked(lines, query);
  return {
    ...page,
    withPrompt,
    ...defined({ afterSeq, beforeSeq, priority }),
  };
}

/** Longer than this, clients and what stands between give up by themselves. */
const longestWaitMs = 50_000;
const wait = z.object({
  after_seq: z.coerce.number().int().min(0).default(0),
  timeout_ms: z.coerce.number().min(0).default(longestWaitMs),
  for_agent: z.string().max(200).optional(),
});

export function waitQuery(query: Record<string, string>): { readonly afterSeq: number; readonly timeoutMs: number; readonly forAgent?: string } {
  const { after_seq: afterSeq, timeout_ms: timeoutMs, for_agent: forAgent } = checked(wait, query);
  return { afterSeq, timeoutMs: Math.min(timeoutMs, longestWaitMs), ...defined({ forAgent }) };
}

const history = z.object({ after_version: place });

/** The version after which the edits are wanted. */
export function historyQuery(query: Record<string, string>): number | undefined {
  return checked(history, query).after_version;
}

const search = z.object({
  q: z.string().trim().min(1).max(1_000),
  thread_id: z.string().optional(),
  limit: pageLimit(200, 50),
  author: z.string().min(1).max(200).optional(),
  has_file: z.stringbool().optional(),
  since: moment,
  until: moment,
});

interface SearchParts {
  readonly q: string;
  readonly thread: string | undefined;
  readonly filter: Omit<SearchFilter, "thread"> & { readonly limit: number };
}

export function searchQuery(query: Record<string, string>): SearchParts {
  const { q, thread_id: thread, limit, author, has_file: hasFile, since, until } = checked(search, query);
  return { q, thread, filter: { limit, ...defined({ author, hasFile, since, until }) } };
}

export function decodeSettings(body: z.output<typeof settingsBody>): Partial<ThreadSettings> {
  const coordinator = body.auto_administrator_enabled ?? body.auto_coordinator_enabled;
  return {
    ...defined({ coordinator, timeoutSeconds: body.timeout_seconds, switchTimeoutSeconds: body.switch_timeout_seconds }),
  };
}

export function decodeCard(body: z.output<typeof updateAgentBody>): Partial<AgentCard> {
  return {
    ...defined({ description: body.description }),
    ...(isGiven(body.display_name) && { displayName: body.display_name }),
    ...(isGiven(body.emoji) && { emoji: body.emoji }),
    ...defined({ capabilities: body.capabilities, skills: body.skills }),
  };
}

export function decodeRegistering({ ide, model, resume_command: resumeCommand, ...card }: z.output<typeof registerBody>): AgentCard {
  return { ide, model, description: "", capabilities: [], skills: [], ...decodeCard(card), ...(isGiven(resumeCommand) && { resumeCommand }) };
}
