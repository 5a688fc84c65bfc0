import { join } from "node:path";
import { z } from "zod";
import type { Conversation } from "#domain/agent";
import { sha256 } from "#lib/digest";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptContext } from "#agents/tmux/profile";
import { geminiRecordReader } from "./read-record.ts";

const header = z.looseObject({ sessionId: z.string(), projectHash: z.string(), kind: z.string().optional() });
const maxTitle = 100;

/** The user's own settings. */
export function userGemini({ userHome, env }: Pick<TranscriptContext, "userHome" | "env">): string {
  return join(env["GEMINI_CLI_HOME"] ?? userHome, ".gemini");
}

export function geminiFolder(context: TranscriptContext): string {
  return join(userGemini(context), "tmp");
}

export function isGeminiTranscript(path: string): boolean {
  return /(^|\/)chats\/session-[^/]+\.jsonl$/.test(path);
}

/** A conversation of this directory in which something was said. */
export function geminiConversation(_file: string, firstLines: readonly string[], at: number, { workDir }: TranscriptContext): Conversation | undefined {
  const begun = header.safeParse(parseJsonLine(firstLines[0] ?? "")).data;
  if (begun === undefined || begun.projectHash !== sha256(workDir) || (begun.kind ?? "main") !== "main") return undefined;
  const first = firstLines.flatMap(geminiRecordReader()).find((fact) => fact.kind === "prompt");
  return first === undefined ? undefined : { id: begun.sessionId, title: first.text.trim().slice(0, maxTitle), at };
}
