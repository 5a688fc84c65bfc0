import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import type { Message } from "#domain/thread";
import type { MessageWithState } from "#domain/thread-details";

const shown = ["visibility", "audience", "ui_type", "handoff_target", "target_admin_id", "source_message_id", "decision_type"];
export const hiddenText = "[human-only content hidden]";

export function isHumanOnly({ meta }: Pick<Message, "meta">): boolean {
  return meta?.["visibility"] === "human_only" || meta?.["audience"] === "human";
}

/** Agents see that something was said to the people here, never what, in no version of it. */
export function forEyesOf<M extends MessageWithState>(by: Actor, message: M): M {
  return by.kind === "agent" && isHumanOnly(message) ? hidden(message) : message;
}

/** The same for a page of lines: the very same array where nothing of it is hidden, so that readers who see the same share it. */
export function allForEyesOf<M extends MessageWithState>(by: Actor, messages: readonly M[]): readonly M[] {
  return by.kind === "agent" && messages.some(isHumanOnly) ? messages.map((message) => forEyesOf(by, message)) : messages;
}

export function hidden<M extends MessageWithState>(message: M): M {
  const meta: JsonObject = {
    ...Object.fromEntries(Object.entries(message.meta ?? {}).filter(([key]) => shown.includes(key))),
    content_hidden: true,
    content_hidden_reason: "human_only",
  };
  return { ...message, text: hiddenText, meta, ...(message.state === undefined ? {} : { state: { ...message.state, text: hiddenText } }) };
}
