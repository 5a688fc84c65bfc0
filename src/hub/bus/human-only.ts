import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import type { Message } from "#domain/thread";
import type { MessageState } from "#domain/thread-details";

const shown = ["visibility", "audience", "ui_type", "handoff_target", "target_admin_id", "source_message_id", "decision_type"];
const instead = "[human-only content hidden]";

/** What its author said to the people here alone. */
export function isHiddenFrom(by: Actor, { meta }: Message): boolean {
  return by.kind === "agent" && (meta?.["visibility"] === "human_only" || meta?.["audience"] === "human");
}

/** Agents see that something was said to the people here, never what, and not what it says after an edit either. */
export function forEyesOf<M extends Message & { readonly state?: MessageState }>(by: Actor, message: M): M {
  if (!isHiddenFrom(by, message)) return message;
  const kept: JsonObject = {
    ...Object.fromEntries(Object.entries(message.meta ?? {}).filter(([key]) => shown.includes(key))),
    content_hidden: true,
    content_hidden_reason: "human_only",
  };
  return { ...message, text: instead, meta: kept, ...(message.state === undefined ? {} : { state: { ...message.state, text: instead } }) };
}
