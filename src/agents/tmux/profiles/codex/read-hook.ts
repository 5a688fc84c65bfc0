import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import { defined } from "#lib/defined";
import type { HookAsk, HookMeaning, Place } from "#agents/tmux/profile";
import { describeCall, patchedFiles, patchIn } from "./describe-call.ts";

const common = z.looseObject({
  session_id: z.string().optional(),
  transcript_path: z.string().nullish(),
  turn_id: z.string().optional(),
  model: z.string().optional(),
});
const submitted = z.looseObject({ prompt: z.string() });
const permission = z.looseObject({ tool_name: z.string(), tool_input: z.record(z.string(), z.unknown()).default({}), cwd: z.string().optional() });
const stopped = z.looseObject({ last_assistant_message: z.string().nullish() });

/** The events that Parley has Codex report, each with the seconds that its hook may take. */
export const codexHooks: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  // Waits for a person; `parley hook` has a deadline of its own before this one.
  PermissionRequest: 4_000,
  Stop: 10,
};

export function codexPlace(payload: JsonValue): Place {
  const parsed = common.safeParse(payload);
  if (!parsed.success) return {};
  const { session_id: conversation, transcript_path: transcript, turn_id: prompt } = parsed.data;
  return defined({ conversation, transcript: transcript ?? undefined, prompt });
}

export function readCodexHook(event: string, payload: JsonValue): HookMeaning {
  switch (event) {
    case "SessionStart":
      return { kind: "started", ...defined({ model: common.safeParse(payload).data?.model }) };
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
    case "Stop":
      return { kind: "stopped", ...defined({ text: stopped.safeParse(payload).data?.last_assistant_message ?? undefined }) };
    default:
      return { kind: "sign" };
  }
}

/** What would run is frozen in the subject; a patch is shown as it is. */
function askFor(tool: string, input: JsonObject, cwd: string | undefined): HookAsk {
  const command = typeof input["command"] === "string" ? input["command"] : JSON.stringify(input, null, 2);
  const patch = patchIn(command);
  const files = patch === undefined ? [] : patchedFiles(patch);
  const prompt = patch === undefined ? (tool === "Bash" ? "May I run this command?" : `May I use ${tool}?`) : `May I change ${files.join(", ")}?`;
  const options = [
    { id: "allow", label: "Allow once", grants: "allow" },
    { id: "deny", label: "Deny", grants: "deny" },
  ] as const;
  return {
    ask: { kind: "permission", prompt, subject: { detail: patch ?? command, ...defined({ directory: cwd }) }, options },
    input: { tool },
    step: describeCall(tool, JSON.stringify({ command })),
    shown: files[0] ?? command,
  };
}
