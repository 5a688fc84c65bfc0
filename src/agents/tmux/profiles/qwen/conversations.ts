import { basename, join } from "node:path";
import type { Conversation } from "#domain/agent";
import type { TranscriptContext } from "#agents/tmux/profile";
import { qwenRecordReader } from "./read-record.ts";

const maxTitle = 100;

/** The user's own settings. */
export function userQwen({ userHome, env }: Pick<TranscriptContext, "userHome" | "env">): string {
  return env["QWEN_HOME"] ?? join(userHome, ".qwen");
}

/** Qwen Code keeps the conversations of a directory in a folder named after it. */
export function qwenFolder(context: TranscriptContext): string {
  return join(userQwen(context), "projects", context.workDir.replaceAll(/[^A-Za-z0-9]/g, "-"), "chats");
}

/** Its first prompt is its title; a file without one holds no conversation. */
export function qwenConversation(file: string, firstLines: readonly string[], at: number): Conversation | undefined {
  const id = /^([0-9a-f-]{36})\.jsonl$/.exec(basename(file))?.[1];
  const first = firstLines.flatMap(qwenRecordReader()).find((fact) => fact.kind === "prompt");
  return id === undefined || first === undefined ? undefined : { id, title: first.text.trim().slice(0, maxTitle), at };
}
