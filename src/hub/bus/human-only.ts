import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import type { Message } from "#domain/thread";

const shown = ["visibility", "audience", "ui_type", "handoff_target", "target_admin_id", "source_message_id", "decision_type"];

/** Agents see that something was said to the people here, never what. */
export function forEyesOf<M extends Message>(by: Actor, message: M): M {
  const { meta } = message;
  if (by.kind !== "agent" || (meta?.["visibility"] !== "human_only" && meta?.["audience"] !== "human")) return message;
  const kept: JsonObject = {
    ...Object.fromEntries(Object.entries(meta).filter(([key]) => shown.includes(key))),
    content_hidden: true,
    content_hidden_reason: "human_only",
  };
  return { ...message, text: "[human-only content hidden]", meta: kept };
}
