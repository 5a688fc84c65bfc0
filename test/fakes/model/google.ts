import { z } from "zod";
import type { Conversation, Said } from "./script.ts";

// The protocol with `contents` and `parts`: what Gemini CLI speaks.

const part = z.looseObject({ text: z.string().optional(), functionResponse: z.looseObject({ response: z.unknown() }).optional() });

export const googleRequest = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(part).default([]) })),
  tools: z.array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).default([]) })).default([]),
  generationConfig: z.looseObject({ responseMimeType: z.string().optional() }).optional(),
});

export function conversationAmong({ contents, tools }: z.output<typeof googleRequest>): Conversation {
  const parts = contents.filter((one) => one.role !== "model").flatMap((one) => one.parts);
  return {
    asked: parts.map((one) => one.text ?? "").join("\n"),
    results: parts.flatMap((one) => (one.functionResponse === undefined ? [] : [JSON.stringify(one.functionResponse.response)])),
    tools: tools.flatMap((one) => one.functionDeclarations.map(({ name }) => name)),
  };
}

/** The whole of one answer; streamed, it is the only piece. Before a turn it is asked which model should answer, as JSON. */
export function googleAnswer(said: Said, request: z.output<typeof googleRequest>): object {
  const isChoice = request.generationConfig?.responseMimeType === "application/json";
  const parts = isChoice
    ? [{ text: JSON.stringify({ complexity_reasoning: "It is scripted.", complexity_score: 1 }) }]
    : "text" in said
      ? [{ text: said.text }]
      : [{ functionCall: { name: said.tool, args: said.args } }];
  return {
    candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts } }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: "scripted",
  };
}
