import { join } from "node:path";
import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import { defined } from "#lib/defined";
import type { HookAsk, HookMeaning, Place } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

const common = z.looseObject({ home: z.string(), sessionId: z.string() });
const begun = z.looseObject({ source: z.string() });
const submitted = z.looseObject({ prompt: z.string() });
const permission = z.looseObject({ toolName: z.string(), toolInput: z.unknown().optional(), toolArgs: z.unknown().optional(), cwd: z.string().optional() });

/** The events that Parley has Copilot report, each with the seconds that its hook may take. */
export const copilotHooks: Readonly<Record<string, number>> = { sessionStart: 10, userPromptSubmitted: 10, permissionRequest: 10, agentStop: 10 };

export function copilotPlace(payload: JsonValue): Place {
  const { data } = common.safeParse(payload);
  return data === undefined ? {} : { conversation: data.sessionId, transcript: join(data.home, "session-state", data.sessionId, "events.jsonl") };
}

export function readCopilotHook(event: string, payload: JsonValue): HookMeaning {
  switch (event) {
    // Called with the first prompt. The record of a new conversation is read from its beginning.
    case "sessionStart":
      return begun.safeParse(payload).data?.source === "new" ? { kind: "sign" } : { kind: "started" };
    case "userPromptSubmitted": {
      const { data } = submitted.safeParse(payload);
      return data === undefined ? { kind: "sign" } : { kind: "prompt", text: data.prompt };
    }
    // Called before Copilot's own rules are asked: only a menu that follows is a question.
    case "permissionRequest": {
      const { data } = permission.safeParse(payload);
      if (data === undefined) return { kind: "sign" };
      return { kind: "announces", asks: askFor(data.toolName, inputOf(data.toolInput ?? data.toolArgs), data.cwd) };
    }
    case "agentStop":
      return { kind: "stopped" };
    default:
      return { kind: "sign" };
  }
}

/** Arguments come as an object or as its JSON. */
function inputOf(input: unknown): JsonObject {
  const value: unknown = typeof input === "string" ? parsed(input) : input;
  return z.record(z.string(), z.unknown()).catch({}).parse(value) as JsonObject;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { input: text };
  }
}

/** What would happen is frozen in the subject; the menu has the options. */
function askFor(tool: string, input: JsonObject, cwd: string | undefined): HookAsk {
  const text = (key: string): string | undefined => (typeof input[key] === "string" ? input[key] : undefined);
  const command = tool === "bash" ? text("command") : undefined;
  const path = text("path") ?? text("file_path");
  const detail = command ?? text("diff")?.trim() ?? changeOf(tool, text) ?? JSON.stringify(input, null, 2);
  const prompt = command !== undefined ? "May I run this command?" : path !== undefined ? `May I change ${path}?` : `May I use ${tool}?`;
  return {
    ask: { kind: "permission", prompt, subject: { detail, ...defined({ directory: cwd }) }, options: [] },
    input: { tool },
    step: describeTool(tool, input),
    shown: command ?? path?.split("/").at(-1) ?? tool,
  };
}

function changeOf(tool: string, text: (key: string) => string | undefined): string | undefined {
  const lines = (sign: string, part: string | undefined): readonly string[] =>
    part === undefined || part === "" ? [] : part.split("\n").map((line) => `${sign}${line}`);
  const content = text("file_text");
  if (tool === "create" && content !== undefined) return [text("path") ?? "", ...lines("+", content)].join("\n");
  if (tool !== "edit") return undefined;
  return [text("path") ?? "", ...lines("-", text("old_str")), ...lines("+", text("new_str"))].join("\n");
}
