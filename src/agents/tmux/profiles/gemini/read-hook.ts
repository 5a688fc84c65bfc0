import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import { defined } from "#lib/defined";
import type { HookAsk, HookMeaning, Place } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

const common = z.looseObject({ session_id: z.string().optional(), transcript_path: z.string().optional() });
const submitted = z.looseObject({ prompt: z.string() });
const details = z.looseObject({
  type: z.string(),
  title: z.string().default(""),
  command: z.string().optional(),
  fileName: z.string().optional(),
  filePath: z.string().optional(),
  fileDiff: z.string().optional(),
  toolName: z.string().optional(),
});
const notice = z.looseObject({ notification_type: z.string(), details, cwd: z.string().optional() });
const questions = z.looseObject({
  tool_name: z.literal("ask_user"),
  tool_input: z.looseObject({ questions: z.array(z.looseObject({ question: z.string() })).min(1) }),
});

/** The events that Parley has Gemini CLI report, each with the tools that it is about; all of them where that is empty. */
export const geminiHooks: Readonly<Record<string, string>> = { SessionStart: "", BeforeAgent: "", BeforeTool: "ask_user", Notification: "", AfterAgent: "" };

export function geminiPlace(payload: JsonValue): Place {
  const { data } = common.safeParse(payload);
  return data === undefined ? {} : defined({ conversation: data.session_id, transcript: data.transcript_path });
}

export function readGeminiHook(event: string, payload: JsonValue): HookMeaning {
  switch (event) {
    case "SessionStart":
      return { kind: "started" };
    case "BeforeAgent": {
      const { data } = submitted.safeParse(payload);
      return data === undefined ? { kind: "sign" } : { kind: "prompt", text: data.prompt };
    }
    // Its own notice about a question has no words of it.
    case "BeforeTool": {
      const { data } = questions.safeParse(payload);
      const [first] = data?.tool_input.questions ?? [];
      return first === undefined ? { kind: "sign" } : { kind: "announces", asks: questionAsk(first.question) };
    }
    case "Notification": {
      const { data } = notice.safeParse(payload);
      if (data?.notification_type !== "ToolPermission" || data.details.type === "ask_user") return { kind: "sign" };
      return { kind: "announces", asks: permissionAsk(data.details, data.cwd) };
    }
    // The text that comes with it has streamed pieces twice: the record has it right.
    case "AfterAgent":
      return { kind: "stopped" };
    default:
      return { kind: "sign" };
  }
}

function questionAsk(question: string): HookAsk {
  return { ask: { kind: "choice", prompt: question, options: [] }, input: { tool: "ask_user" }, step: { verb: "use", what: "ask_user" }, shown: question };
}

/** What would happen is frozen in the subject; the menu has the options. */
function permissionAsk(found: z.output<typeof details>, cwd: string | undefined): HookAsk {
  const { command, fileDiff, fileName, filePath, toolName, title } = found;
  const detail = command ?? fileDiff?.trim() ?? JSON.stringify(found, null, 2);
  const prompt =
    command !== undefined ? "May I run this command?" : fileName !== undefined ? `May I change ${filePath ?? fileName}?` : `May I use ${toolName ?? title}?`;
  const input: JsonObject = command !== undefined ? { command } : { file_path: filePath ?? fileName ?? "" };
  const tool = command !== undefined ? "run_shell_command" : fileName !== undefined ? "write_file" : (toolName ?? title);
  return {
    ask: { kind: "permission", prompt, subject: { detail, ...defined({ directory: cwd }) }, options: [] },
    input: { tool },
    step: describeTool(tool, input),
    ...defined({ shown: command ?? fileName ?? toolName }),
  };
}
