import { join } from "node:path";
import { z } from "zod";
import type { Conversation } from "#domain/agent";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptContext } from "#agents/tmux/profile";

const start = z.looseObject({
  type: z.literal("session.start"),
  data: z.looseObject({ sessionId: z.string(), context: z.looseObject({ cwd: z.string() }).optional() }),
});
const prompt = z.looseObject({ type: z.literal("user.message"), data: z.looseObject({ content: z.string() }) });
const maxTitle = 100;

export function copilotHome({ userHome, env }: Pick<TranscriptContext, "userHome" | "env">): string {
  return env["COPILOT_HOME"] ?? join(userHome, ".copilot");
}

export function copilotFolder(context: TranscriptContext): string {
  return join(copilotHome(context), "session-state");
}

export function isCopilotTranscript(path: string): boolean {
  return /(^|\/)[^/]+\/events\.jsonl$/.test(path);
}

/** A conversation of this directory in which something was said. */
export function copilotConversation(_file: string, firstLines: readonly string[], at: number, { workDir }: TranscriptContext): Conversation | undefined {
  const records = firstLines.map(parseJsonLine);
  const begun = records.map((record) => start.safeParse(record).data).find((found) => found !== undefined);
  const first = records.map((record) => prompt.safeParse(record).data).find((found) => found !== undefined);
  if (begun === undefined || first === undefined || (begun.data.context?.cwd ?? workDir) !== workDir) return undefined;
  return { id: begun.data.sessionId, title: first.data.content.trim().slice(0, maxTitle), at };
}
