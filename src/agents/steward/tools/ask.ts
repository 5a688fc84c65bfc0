import { z } from "zod";
import type { TurnId } from "#domain/ids";
import type { Ask } from "#domain/question";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import { markData } from "#agents/steward/mark-data";
import { callKey } from "./call-key.ts";

/** Asks a person and waits: resolves with what they said, or why nobody did. */
export type AskPeople = (ask: Ask, signal: AbortSignal) => Promise<string>;

export function askTool(turn: TurnId, askPeople: AskPeople): AgentTool {
  return agentTool({
    name: "ask",
    description: "Asks the person who asked you, and waits for the answer. With options they choose one; without, they answer in their own words.",
    input: z.object({
      question: z.string().min(1).max(4_000),
      options: z.array(z.string().min(1).max(100)).min(2).max(8).optional(),
    }),
    run: async ({ question, options = [] }, run) => {
      const answer = await askPeople(
        {
          key: callKey(turn, run, "ask", [question, options]),
          kind: options.length === 0 ? "text" : "choice",
          prompt: question,
          options: options.map((label, n) => ({ id: `o${n + 1}`, label })),
        },
        run.signal,
      );
      return { text: markData("answer to your question", answer) };
    },
  });
}
