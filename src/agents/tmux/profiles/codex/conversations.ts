import { basename, join } from "node:path";
import { z } from "zod";
import type { Conversation } from "#domain/agent";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { TranscriptContext } from "#agents/tmux/profile";
import { readCodexRecord } from "./read-transcript.ts";

const maxTitle = 100;
const meta = z.looseObject({ type: z.literal("session_meta"), payload: z.looseObject({ cwd: z.string().optional() }) });

/** Conversations of all directories are in one folder, below the day on which they began. */
export function codexFolder({ userHome, env }: Pick<TranscriptContext, "userHome" | "env">): string {
  return join(codexHome({ userHome, env }), "sessions");
}

export function codexHome({ userHome, env }: Pick<TranscriptContext, "userHome" | "env">): string {
  return env["CODEX_HOME"] ?? join(userHome, ".codex");
}

export function isCodexTranscript(path: string): boolean {
  return /rollout-[^/]*\.jsonl$/.test(path);
}

/** Its first prompt is its title; a file without one, or of another directory, is not offered. */
export function codexConversation(file: string, firstLines: readonly string[], at: number, { workDir }: TranscriptContext): Conversation | undefined {
  const id = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/.exec(basename(file))?.[1];
  const [first = ""] = firstLines;
  const directory = meta.safeParse(parseJsonLine(first)).data?.payload.cwd;
  const prompt = firstLines.flatMap(readCodexRecord).find((fact) => fact.kind === "prompt");
  if (id === undefined || prompt === undefined || directory !== workDir) return undefined;
  const [title = ""] = prompt.text.trim().split("\n");
  return { id, title: title.length > maxTitle ? `${title.slice(0, maxTitle)}…` : title, at };
}
