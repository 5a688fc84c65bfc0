import type { SearchWire } from "#protocol/bus";
import type { Actor } from "#domain/people";
import { whoIs } from "#domain/people";
import type { Message, Thread } from "#domain/thread";
import type { Edit, FoundMessage, FoundThread, MessageState, Reaction, ThreadDetails, ThreadSettings, ThreadTemplate } from "#domain/thread-details";
import { isHumanOnly } from "#hub/bus/human-only";
import type { AdminDecided, AgentRow, SyncContext } from "#hub/bus/bus";
import type { MessageWire } from "#protocol/wire";
import { encodeMessage, encodeThread, type Known } from "./encode.ts";
import { defined } from "#lib/defined";
import { iso } from "./iso-time.ts";

// Shapes that programs written for the bus know.

const isoOrNull = (at: number | undefined): string | null => (at === undefined || at === 0 ? null : iso(at));

export interface StatedMessage extends Message {
  readonly state?: MessageState;
}

/** As it stands after its edits and reactions. */
export function encodeLine({ state, ...message }: StatedMessage, artifact: Known["artifact"] = () => undefined): MessageWire {
  const wire = encodeMessage(message, artifact);
  if (state === undefined) return wire;
  return {
    ...wire,
    content: state.text,
    edited_at: isoOrNull(state.editedAt),
    edit_version: state.version,
    reactions: state.reactions.map((one) => encodeReaction(message.id, one)),
  };
}

export function encodeSync(sync: SyncContext): object {
  return { current_seq: sync.currentSeq, reply_token: sync.replyToken, reply_window: { expires_at: iso(sync.expiresAt), max_new_messages: 0 } };
}

export function encodeReaction(message: string, { id, reaction, by, name, at }: Reaction): object {
  return { reaction_id: id, message_id: message, agent_id: by, agent_name: name, reaction, created_at: iso(at) };
}

/** `edited_by` is the id that tells whose it is. */
export function encodeHistory(message: string, state: MessageState, edits: readonly Edit[]): object {
  return {
    message_id: message,
    current_content: state.text,
    edit_version: state.version,
    edits: edits.map(({ version, oldText, by, at }) => ({ version, old_content: oldText, edited_by: by, created_at: iso(at) })),
    ...((edits.at(-1)?.version ?? state.version) < state.version && { has_more: true }),
  };
}

export function encodeEdited(
  message: string,
  by: Actor,
  { changed, version, at }: { readonly changed: boolean; readonly version: number; readonly at: number },
  content: string,
): object {
  const same = { ok: true, id: message, msg_id: message, content, version, edit_version: version };
  return changed ? { ...same, edited_at: iso(at), edited_by: whoIs(by) } : { ...same, no_change: true };
}

/** Every line has a seq here, also one for people only: its anchor is its own place. */
export function encodeTranscript(lines: readonly StatedMessage[], artifact: Known["artifact"]): readonly object[] {
  return lines.map((line) => ({
    ...encodeLine(line, artifact),
    entry_kind: isHumanOnly(line) ? "human_only" : "message",
    transcript_index: line.seq - 1,
    anchor_seq: line.seq,
    anchor_order: 0,
  }));
}

/** The line that a thread's prompt is, for readers who ask for it: before the first. */
export function encodeSystemPrompt(thread: Thread, prompt: string): object {
  return {
    id: `sys-${thread.id}`,
    thread_id: thread.id,
    seq: 0,
    priority: "system",
    author: "system",
    author_id: "system",
    author_name: "System",
    role: "system",
    content: prompt,
    metadata: null,
    reply_to_msg_id: null,
    created_at: iso(thread.createdAt),
    edited_at: null,
    edit_version: 0,
    reactions: [],
  };
}

export function encodeDetailed(thread: Thread, details: ThreadDetails): object {
  return {
    ...encodeThread(thread),
    system_prompt: details.systemPrompt ?? null,
    template_id: details.template ?? null,
    metadata: details.metadata ?? null,
    summary: details.summary ?? null,
    closed_at: isoOrNull(details.closedAt),
  };
}

/** Nobody is put in the creator's place: the fields for it stay empty. */
export function encodeSettings(thread: string, { coordinator, timeoutSeconds, switchTimeoutSeconds }: ThreadSettings): object {
  return {
    thread_id: thread,
    auto_administrator_enabled: coordinator,
    timeout_seconds: timeoutSeconds,
    switch_timeout_seconds: switchTimeoutSeconds,
    auto_assigned_admin_id: null,
    auto_assigned_admin_name: null,
  };
}

const decidedFields = { switch: "new_admin", keep: "kept_admin", takeover: "notified_admin", cancel: undefined } as const;

/** `name` is of whom the decision is about: who leads now, and after a takeover who led until then. */
export function encodeDecided(thread: string, { action, admin, before, at, alreadyDecided }: AdminDecided, name: string): object {
  const field = decidedFields[action];
  return {
    ok: true,
    thread_id: thread,
    action,
    already_decided: alreadyDecided,
    decided_at: iso(at),
    ...(field !== undefined && !alreadyDecided && { [`${field}_id`]: action === "takeover" ? before : admin, [`${field}_name`]: name }),
  };
}

export function leaderName({ createdBy }: Thread, admin: string, row: AgentRow | undefined): string {
  return row?.agent.displayName ?? row?.agent.name ?? (admin === createdBy.id ? createdBy.name : admin);
}

export function encodeAdmin(thread: Thread, admin: string, row: AgentRow | undefined): object {
  const isCreator = admin === thread.createdBy.id;
  return {
    admin_id: admin,
    admin_name: leaderName(thread, admin, row),
    admin_emoji: row?.agent.emoji ?? null,
    admin_type: isCreator ? "creator" : "auto_assigned",
    assigned_at: isCreator ? iso(thread.createdAt) : null,
  };
}

/** A token is never part of it. */
export function encodeAgent({ agent, isOnline, isInvitable, isAvailable, agentName }: AgentRow): Readonly<Record<string, unknown>> {
  return {
    id: agent.id,
    agent_id: agent.id,
    name: agent.name,
    ide: agent.ide,
    model: agent.model,
    display_name: agent.displayName ?? null,
    emoji: agent.emoji ?? null,
    alias_source: agent.aliasSource,
    description: agent.description,
    is_online: isOnline,
    is_invitable: isInvitable,
    is_available: isAvailable,
    ...defined({ agent_name: agentName }),
    capabilities: agent.capabilities,
    skills: agent.skills,
    resume_command: agent.resumeCommand ?? null,
    registered_at: isoOrNull(agent.at),
    last_heartbeat: isoOrNull(agent.lastHeartbeat),
    last_activity: agent.lastActivity,
    last_activity_time: isoOrNull(agent.lastActivityAt),
  };
}

export function encodeRegistered(row: AgentRow, token: string | undefined): object {
  const shown = row.agent.displayName ?? row.agent.name;
  return {
    ok: true,
    ...encodeAgent(row),
    display_name: shown,
    preferred_display_name: shown,
    configured_display_name: row.agent.displayName ?? null,
    token: token ?? null,
  };
}

export function encodeTemplate({ id, name, description, systemPrompt, metadata, builtin, at }: ThreadTemplate): object {
  return { id, name, description, system_prompt: systemPrompt, default_metadata: metadata, is_builtin: builtin, created_at: isoOrNull(at) };
}

export function encodeFound(query: string, found: readonly FoundMessage[], topics: readonly FoundThread[]): SearchWire {
  const results = found.map((hit) => ({
    message_id: hit.message,
    thread_id: hit.thread,
    thread_topic: hit.topic,
    author: hit.author,
    author_id: hit.authorId,
    seq: hit.seq,
    created_at: iso(hit.at),
    snippet: hit.snippet,
    files: hit.files ?? [],
  }));
  const threads = topics.map(({ thread, topic, status, at }) => ({ thread_id: thread, topic, status, updated_at: iso(at) }));
  return { results, total: results.length, threads, query };
}
