import type { Message } from "#domain/thread";
import type { MessageWithState, Reaction, ThreadTemplate } from "#domain/thread-details";
import type { AgentRow, SyncContext } from "#hub/bus/bus";
import { isoTime, isoTimeOrNull } from "./iso-time.ts";
import type { ToolBody } from "./result.ts";
import { defined } from "#lib/defined";

export function encodeSync(sync: SyncContext): { current_seq: number; reply_token: string; reply_window: { expires_at: string; max_new_messages: 0 } } {
  return { current_seq: sync.currentSeq, reply_token: sync.replyToken, reply_window: { expires_at: isoTime(sync.expiresAt), max_new_messages: 0 } };
}

/** What stands there now. */
export function textOf(line: MessageWithState): string {
  return line.state?.text ?? line.text;
}

const priorityOf = ({ priority }: Message): ToolBody => (priority === undefined ? {} : { priority });

/** Of msg_wait: its metadata is a string of JSON, or null. */
export function encodeWaited(line: MessageWithState): ToolBody {
  return {
    msg_id: line.id,
    author: line.author.name,
    author_id: line.author.id,
    author_name: line.author.name,
    role: line.role,
    content: textOf(line),
    seq: line.seq,
    created_at: isoTime(line.at),
    metadata: line.meta === undefined ? null : JSON.stringify(line.meta),
    ...priorityOf(line),
  };
}

/** Of msg_list. */
export function encodeListed(line: MessageWithState): ToolBody {
  return {
    msg_id: line.id,
    thread_id: line.thread,
    seq: line.seq,
    author: line.author.name,
    author_id: line.author.id,
    author_name: line.author.name,
    role: line.role,
    content: textOf(line),
    created_at: isoTime(line.at),
    metadata: line.meta ?? {},
    reply_to_msg_id: line.replyTo ?? null,
    reactions: (line.state?.reactions ?? []).map(encodeReaction),
    ...priorityOf(line),
  };
}

/** Of msg_get. */
export function encodeGot(line: MessageWithState): ToolBody {
  return {
    msg_id: line.id,
    thread_id: line.thread,
    author: line.author.name,
    content: textOf(line),
    seq: line.seq,
    role: line.role,
    reply_to_msg_id: line.replyTo ?? null,
    metadata: line.meta ?? {},
    created_at: isoTime(line.at),
    edited_at: isoTimeOrNull(line.state?.editedAt),
    edit_version: line.state?.version ?? 0,
    reactions: (line.state?.reactions ?? []).map(encodeReaction),
    ...priorityOf(line),
  };
}

/** Of bus_connect. */
export function encodeRead(line: MessageWithState): ToolBody {
  return { seq: line.seq, author: line.author.name, role: line.role, content: textOf(line), created_at: isoTime(line.at) };
}

/** The whole record, as a refused post shows what was missed. */
export function encodeRecord(line: MessageWithState): ToolBody {
  return {
    id: line.id,
    thread_id: line.thread,
    seq: line.seq,
    priority: line.priority ?? "normal",
    author: line.author.name,
    author_id: line.author.id,
    author_name: line.author.name,
    author_emoji: null,
    role: line.role,
    content: textOf(line),
    metadata: line.meta ?? null,
    reply_to_msg_id: line.replyTo ?? null,
    created_at: isoTime(line.at),
    edited_at: isoTimeOrNull(line.state?.editedAt),
    edit_version: line.state?.version ?? 0,
    reactions: (line.state?.reactions ?? []).map(encodeReaction),
  };
}

function encodeReaction({ reaction, by, name, at }: Reaction): ToolBody {
  return { reaction, agent_id: by, agent_name: name, created_at: isoTime(at) };
}

export function encodeAgent({ agent, isOnline, isInvitable, isAvailable, agentName }: AgentRow): ToolBody {
  return {
    agent_id: agent.id,
    name: agent.name,
    ide: agent.ide,
    model: agent.model,
    display_name: agent.displayName ?? agent.name,
    emoji: agent.emoji ?? null,
    alias_source: agent.aliasSource,
    description: agent.description,
    is_online: isOnline,
    capabilities: agent.capabilities,
    skills: agent.skills,
    last_heartbeat: agent.lastHeartbeat === 0 ? null : isoTime(agent.lastHeartbeat),
    last_activity: agent.lastActivity,
    last_activity_time: agent.lastActivityAt === 0 ? null : isoTime(agent.lastActivityAt),
    is_invitable: isInvitable,
    is_available: isAvailable,
    ...defined({ agent_name: agentName }),
  };
}

export function encodeTemplate({ id, name, description, systemPrompt, metadata, builtin, at }: ThreadTemplate): ToolBody {
  return { id, name, description, system_prompt: systemPrompt, default_metadata: metadata, is_builtin: builtin, created_at: isoTime(at) };
}
