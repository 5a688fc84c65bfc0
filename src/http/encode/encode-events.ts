import type { ChangeBody, Message } from "#domain/thread";
import type { AgentRow } from "#hub/bus/bus";
import type { FeedEvent } from "#hub/hub";
import { encodeAgent, encodeLine } from "./encode-bus.ts";
import { encodeThread } from "./encode.ts";

/** One event as programs of the bus know it. */
export interface BusEvent {
  readonly type: string;
  readonly payload: object;
}

/** What a feed's event is to them; nothing for what they do not know. `agents` is not here: it is told by what changed. */
export function encodeBusEvents(event: FeedEvent): readonly BusEvent[] {
  switch (event.kind) {
    case "entry":
      return event.entry.kind === "message" ? ofMessage(event.entry.message) : ofChange(event.thread, event.entry.change.body);
    case "thread_gone":
      return [{ type: "thread.deleted", payload: { thread_id: event.id } }];
    case "typing":
      return [{ type: "agent.typing", payload: { thread_id: event.typist.thread, agent_id: event.typist.who, name: event.typist.name, is_typing: event.on } }];
    default:
      return [];
  }
}

/** Both names for it are in use. */
export function encodeCreated(event: Extract<FeedEvent, { kind: "thread" }>): readonly BusEvent[] {
  const payload = { thread_id: event.thread.id, ...encodeThread(event.thread) };
  return ["thread.created", "thread.new"].map((type) => ({ type, payload }));
}

export function encodePresence(type: "agent.online" | "agent.offline" | "agent.updated", row: AgentRow): BusEvent {
  // Skills are what is long in a card, and whoever wants them asks for the agent.
  const { skills: _skills, ...payload } = encodeAgent(row);
  return { type, payload };
}

function ofMessage(message: Message): readonly BusEvent[] {
  const place = { thread_id: message.thread, msg_id: message.id, seq: message.seq, author_id: message.author.id };
  const { handoff_target: target, stop_reason: reason } = message.meta ?? {};
  return [
    { type: "msg.new", payload: { msg_id: message.id, ...encodeLine(message) } },
    ...(message.replyTo === undefined ? [] : [{ type: "msg.reply", payload: { ...place, reply_to_msg_id: message.replyTo } }]),
    ...(typeof target === "string" ? [{ type: "msg.handoff", payload: { ...place, handoff_target: target } }] : []),
    ...(typeof reason === "string" ? [{ type: "msg.stop", payload: { ...place, stop_reason: reason } }] : []),
  ];
}

function ofChange(thread: string, body: ChangeBody): readonly BusEvent[] {
  switch (body.kind) {
    case "edited":
      return [{ type: "msg.edit", payload: { thread_id: thread, msg_id: body.message, content: body.text, edited_by: body.by } }];
    case "reacted": {
      const payload = { thread_id: thread, message_id: body.message, agent_id: body.by, reaction: body.reaction };
      return [{ type: body.removed ? "msg.unreact" : "msg.react", payload }];
    }
    case "renamed":
      return [{ type: "thread.updated", payload: { thread_id: thread, topic: body.topic } }];
    case "status": {
      const payload = { thread_id: thread, state: body.status, status: body.status };
      const more = body.status === "closed" || body.status === "archived" ? [{ type: `thread.${body.status}`, payload }] : [];
      return [{ type: "thread.state", payload }, ...more];
    }
    default:
      return [];
  }
}
