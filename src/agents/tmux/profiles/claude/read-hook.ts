import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import { defined } from "#lib/defined";
import { hookDecision, permissionDecision } from "#agents/tmux/hook-decision";
import { parseJsonLine } from "#agents/tmux/parse-json-line";
import type { HookMeaning, Place, TranscriptFact } from "#agents/tmux/profile";
import { answeredInput, askFor } from "./permission-ask.ts";

const common = z.looseObject({ session_id: z.string().optional(), transcript_path: z.string().optional(), prompt_id: z.string().optional() });
const started = z.looseObject({ model: z.string().optional() });
const submitted = z.looseObject({ prompt: z.string() });
const permission = z.looseObject({ tool_name: z.string(), tool_input: z.record(z.string(), z.unknown()).default({}), cwd: z.string().optional() });
const stopped = z.looseObject({ last_assistant_message: z.string().optional() });
const failed = z.looseObject({ error: z.string().optional(), last_assistant_message: z.string().optional() });
const left = z.looseObject({ reason: z.string().default("other") });

/** The events that Parley has Claude Code report, each with the seconds that its hook may take. */
export const claudeHooks: Readonly<Record<string, number>> = {
  SessionStart: 10,
  SessionEnd: 10,
  UserPromptSubmit: 10,
  // Waits for a person; `parley hook` has a deadline of its own before this one.
  PermissionRequest: 4_000,
  Stop: 10,
  StopFailure: 10,
};

export function claudePlace(payload: JsonValue): Place {
  const parsed = common.safeParse(payload);
  return parsed.success ? defined({ conversation: parsed.data.session_id, transcript: parsed.data.transcript_path, prompt: parsed.data.prompt_id }) : {};
}

export function readClaudeHook(event: string, payload: JsonValue): HookMeaning {
  switch (event) {
    case "SessionStart": {
      const parsed = started.safeParse(payload);
      return { kind: "started", ...defined({ model: parsed.data?.model }) };
    }
    case "UserPromptSubmit": {
      const parsed = submitted.safeParse(payload);
      return parsed.success ? { kind: "prompt", text: parsed.data.prompt } : { kind: "sign" };
    }
    case "PermissionRequest": {
      const parsed = permission.safeParse(payload);
      if (!parsed.success) return { kind: "sign" };
      const { tool_name: tool, tool_input: input, cwd } = parsed.data;
      return { kind: "asks", asks: askFor(tool, input as JsonObject, cwd) };
    }
    case "Stop": {
      const parsed = stopped.safeParse(payload);
      return { kind: "stopped", ...defined({ text: parsed.data?.last_assistant_message }) };
    }
    case "StopFailure": {
      const parsed = failed.safeParse(payload);
      return { kind: "failed", reason: parsed.data?.last_assistant_message ?? parsed.data?.error ?? "the model could not be reached" };
    }
    case "SessionEnd": {
      const parsed = left.safeParse(payload);
      return { kind: "leaving", reason: parsed.data?.reason ?? "other" };
    }
    default:
      return { kind: "sign" };
  }
}

/** The decision that a PermissionRequest hook prints; an answered choice goes back to the tool that asked. */
export function claudeHookOutput(answer: Answer, input: JsonValue | undefined): JsonObject {
  const answered = answer.how === "given" ? answeredInput(answer, input) : undefined;
  return answered === undefined ? permissionDecision(answer) : hookDecision(answered);
}

const displayed = z.looseObject({ message_id: z.string(), index: z.int(), delta: z.string() });

/** A payload of the hook that reports each batch of lines while a message is written. */
export function readClaudePiece(line: string): TranscriptFact | undefined {
  const parsed = displayed.safeParse(parseJsonLine(line));
  return parsed.success ? { kind: "piece", message: parsed.data.message_id, index: parsed.data.index, text: parsed.data.delta } : undefined;
}
