import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AssistantPart, ModelMessage, ModelRequest } from "./model.ts";

/** Our messages as the AI SDK's providers take them. */
export function promptOf({ system, messages }: ModelRequest): LanguageModelV4Prompt {
  return [{ role: "system", content: system }, ...messages.map(messageOf)];
}

function messageOf(message: ModelMessage): LanguageModelV4Prompt[number] {
  switch (message.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return { role: "assistant", content: message.parts.map(partOf) };
    case "tool":
      return {
        role: "tool",
        content: message.results.map(({ id, name, text, isError }) => ({
          type: "tool-result",
          toolCallId: id,
          toolName: name,
          output: { type: isError ? "error-text" : "text", value: text },
        })),
      };
  }
}

function partOf(part: AssistantPart) {
  const meta = part.meta === undefined ? {} : { providerOptions: structuredClone(part.meta) as never };
  if (part.kind === "call") return { type: "tool-call" as const, toolCallId: part.id, toolName: part.name, input: parsed(part.input), ...meta };
  return { type: part.kind, text: part.text, ...meta };
}

/** Providers take objects only; what the model wrote instead was told to it as an error already. */
function parsed(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
