import { basename, join } from "node:path";
import type { Conversation } from "#domain/agent";
import type { TranscriptContext } from "#agents/tmux/profile";
import { readClaudeRecord } from "./read-transcript.ts";

const maxTitle = 100;

/** Claude Code keeps the conversations of a directory in a folder named after it. */
export function claudeProjectFolder({ userHome, workDir }: TranscriptContext): string {
  return join(userHome, ".claude", "projects", workDir.replaceAll(/[^A-Za-z0-9]/g, "-"));
}

/** Its first prompt is its title; a file without one holds no conversation. */
export function claudeConversation(file: string, firstLines: readonly string[], at: number): Conversation | undefined {
  const id = /^([0-9a-f-]{36})\.jsonl$/.exec(basename(file))?.[1];
  const prompt = firstLines.flatMap(readClaudeRecord).find((fact) => fact.kind === "prompt");
  if (id === undefined || prompt === undefined) return undefined;
  const [title = ""] = prompt.text.trim().split("\n");
  return { id, title: title.length > maxTitle ? `${title.slice(0, maxTitle)}…` : title, at };
}
