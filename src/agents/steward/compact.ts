import { textOf, type Model, type ModelMessage, type ModelUsage } from "#agents/kit/model/model";
import { keepBothEnds } from "#lib/text/truncate";
import type { ModelConversation } from "./conversation.ts";
import { summaryPrompt } from "./system-prompt.ts";

/** A conversation that fills more than this share of its room is summed up; so much of its end is kept as it is. */
const fullShare = 0.6;
const keptShare = 0.2;

/** How many of the newest messages stay: from a person's words on, so that no call is parted from its result. Undefined: there is room. */
export function keptMessages(messages: readonly ModelMessage[], maxChars: number): number | undefined {
  const sizes = messages.map((message) => JSON.stringify(message).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= maxChars * fullShare || messages.length < 4) return undefined;
  let size = 0;
  let kept = 0;
  for (let at = messages.length - 1; at > 0; at--) {
    size += sizes[at] ?? 0;
    if (size > maxChars * keptShare) break;
    if (messages[at]?.role === "user") kept = messages.length - at;
  }
  return kept;
}

/** Has the model sum up what is old. Returns what that used; undefined when there was nothing to do. */
export async function compact(model: Model, conversation: ModelConversation, maxChars: number, signal: AbortSignal): Promise<ModelUsage | undefined> {
  const messages = conversation.messages();
  const kept = keptMessages(messages, maxChars);
  if (kept === undefined) return undefined;
  const older = messages
    .slice(0, messages.length - kept)
    .map(transcriptOf)
    .join("\n\n");
  const step = await model.step(
    { system: summaryPrompt, messages: [{ role: "user", text: keepBothEnds(older, Math.floor(maxChars * fullShare)) }], tools: [] },
    {},
    signal,
  );
  const summary = textOf(step.parts).trim();
  if (summary !== "") await conversation.replaceOlder(summary, kept);
  return step.usage;
}

function transcriptOf(message: ModelMessage): string {
  if (message.role === "user") return message.text;
  if (message.role === "tool") return message.results.map(({ name, text }) => `${name} returned:\n${keepBothEnds(text, 2_000)}`).join("\n");
  return message.parts
    .map((part) => (part.kind === "call" ? `You called ${part.name} ${keepBothEnds(part.input, 1_000)}` : part.kind === "text" ? `You: ${part.text}` : ""))
    .join("\n");
}
