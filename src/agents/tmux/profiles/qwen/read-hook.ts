import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Option } from "#domain/question";
import { defined } from "#lib/defined";
import type { HookAsk, HookMeaning, Place } from "#agents/tmux/profile";
import { describeTool } from "#agents/tmux/profiles/gemini/describe-tool";

const common = z.looseObject({ session_id: z.string().optional(), transcript_path: z.string().optional(), model: z.string().optional() });
const submitted = z.looseObject({ prompt: z.string() });
const permission = z.looseObject({ tool_name: z.string(), tool_input: z.record(z.string(), z.unknown()).catch({}), cwd: z.string().optional() });
const stopped = z.looseObject({ last_assistant_message: z.string().nullish() });
const failed = z.looseObject({ error: z.string().default(""), error_details: z.string().optional(), last_assistant_message: z.string().nullish() });
const questions = z.looseObject({ questions: z.array(z.looseObject({ question: z.string() })).min(1) });

/** The events that Parley has Qwen Code report, each with the time that its hook may take: seconds, from 1000 on milliseconds. */
export const qwenHooks: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  // Waits for a person; `parley hook` has a deadline of its own before this one.
  PermissionRequest: 4_000_000,
  Stop: 10,
  StopFailure: 10,
};

export function qwenPlace(payload: JsonValue): Place {
  const { data } = common.safeParse(payload);
  return data === undefined ? {} : defined({ conversation: data.session_id, transcript: data.transcript_path });
}

export function readQwenHook(event: string, payload: JsonValue): HookMeaning {
  switch (event) {
    case "SessionStart":
      return { kind: "started", ...defined({ model: common.safeParse(payload).data?.model }) };
    case "UserPromptSubmit": {
      const { data } = submitted.safeParse(payload);
      return data === undefined ? { kind: "sign" } : { kind: "prompt", text: data.prompt };
    }
    case "PermissionRequest": {
      const { data } = permission.safeParse(payload);
      return data === undefined ? { kind: "sign" } : permissionMeaning(data);
    }
    case "Stop":
      return { kind: "stopped", ...defined({ text: stopped.safeParse(payload).data?.last_assistant_message ?? undefined }) };
    case "StopFailure": {
      const { data } = failed.safeParse(payload);
      return { kind: "failed", reason: data?.last_assistant_message ?? data?.error_details ?? data?.error ?? "" };
    }
    default:
      return { kind: "sign" };
  }
}

const allowOrDeny: readonly Option[] = [
  { id: "allow", label: "Allow once", grants: "allow" },
  { id: "deny", label: "Deny", grants: "deny" },
];

function permissionMeaning({ tool_name: tool, tool_input: given, cwd }: z.output<typeof permission>): HookMeaning {
  const input = given as JsonObject;
  const step = describeTool(tool, input);
  // The hook can allow or deny a question, and not answer it: its own menu does.
  const asked = tool === "ask_user_question" ? questions.safeParse(input).data?.questions[0]?.question : undefined;
  if (asked !== undefined) return { kind: "announces", asks: { ask: { kind: "choice", prompt: asked, options: [] }, input: { tool }, step, shown: asked } };
  return { kind: "asks", asks: permissionAsk(tool, input, step, cwd) };
}

/** What would run or change is frozen in the subject. */
function permissionAsk(tool: string, input: JsonObject, step: HookAsk["step"], cwd: string | undefined): HookAsk {
  const text = (key: string): string | undefined => (typeof input[key] === "string" ? input[key] : undefined);
  const command = tool === "run_shell_command" ? text("command") : undefined;
  const path = text("file_path") ?? text("absolute_path");
  const detail = command ?? changeOf(path, text) ?? JSON.stringify(input, null, 2);
  const prompt = command !== undefined ? "May I run this command?" : path !== undefined ? `May I change ${path}?` : `May I use ${tool}?`;
  return {
    ask: { kind: "permission", prompt, subject: { detail, ...defined({ directory: cwd }) }, options: allowOrDeny },
    input: { tool },
    step,
    shown: command ?? path?.split("/").at(-1) ?? tool,
  };
}

function changeOf(path: string | undefined, text: (key: string) => string | undefined): string | undefined {
  const lines = (sign: string, part: string | undefined): readonly string[] =>
    part === undefined || part === "" ? [] : part.split("\n").map((line) => `${sign}${line}`);
  const [before, after] = [text("old_string"), text("new_string") ?? text("content")];
  return path === undefined || after === undefined ? undefined : [path, ...lines("-", before), ...lines("+", after)].join("\n");
}
