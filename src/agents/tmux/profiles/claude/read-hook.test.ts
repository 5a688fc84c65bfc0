import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import { claudeHookOutput, claudePlace, readClaudeHook, readClaudePiece } from "./read-hook.ts";

const common = { session_id: "66cac359", transcript_path: "/home/ann/.claude/projects/-w/66cac359.jsonl", cwd: "/w", permission_mode: "default" };
const asked = (tool: string, input: JsonObject) => {
  const meaning = readClaudeHook("PermissionRequest", { ...common, tool_name: tool, tool_input: input });
  if (meaning.kind !== "asks") throw new Error("it does not ask");
  return meaning.asks;
};
const given: Answer = { key: "k", digest: "d", how: "given", by: "Ann" };
const decision = (answer: Answer, input?: JsonValue): unknown => (claudeHookOutput(answer, input)["hookSpecificOutput"] as JsonObject)["decision"];

describe("a hook of Claude Code", () => {
  it("names its conversation and transcript", () => {
    expect(claudePlace(common)).toEqual({ conversation: "66cac359", transcript: common.transcript_path });
    expect(claudePlace({ ...common, prompt_id: "5d354d2b" })).toMatchObject({ prompt: "5d354d2b" });
    expect(claudePlace("nonsense")).toEqual({});
  });

  it("says that a prompt was taken, a turn ended or failed, and that a session began or ended", () => {
    expect(readClaudeHook("UserPromptSubmit", { ...common, prompt: "hi" })).toEqual({ kind: "prompt", text: "hi" });
    expect(readClaudeHook("Stop", { ...common, last_assistant_message: "Bye" })).toEqual({ kind: "stopped", text: "Bye" });
    expect(readClaudeHook("StopFailure", { ...common, error: "server_error", last_assistant_message: "API Error: 500" })).toEqual({
      kind: "failed",
      reason: "API Error: 500",
    });
    expect(readClaudeHook("SessionStart", { ...common, source: "startup", model: "claude-opus-5-5" })).toEqual({ kind: "started", model: "claude-opus-5-5" });
    expect(readClaudeHook("SessionEnd", { ...common, reason: "other" })).toEqual({ kind: "leaving", reason: "other" });
    for (const event of ["Notification", "UserPromptSubmit"]) expect(readClaudeHook(event, common)).toEqual({ kind: "sign" });
  });

  it("asks with what would run or change", () => {
    const bash = asked("Bash", { command: "rm -rf ./victim", description: "Delete" });
    expect(bash).toMatchObject({
      ask: { kind: "permission", subject: { detail: "rm -rf ./victim", directory: "/w" } },
      step: { verb: "run", what: "rm -rf ./victim" },
    });
    expect(bash.ask.options.map(({ grants }) => grants)).toEqual(["allow", "deny"]);
    expect(asked("Write", { file_path: "/w/a", content: "1\n2" }).ask.subject?.detail).toBe("+1\n+2");
    expect(asked("Edit", { file_path: "/w/a", old_string: "old\nline", new_string: "new" }).ask.subject?.detail).toBe("-old\n-line\n+new");
    expect(
      asked("MultiEdit", {
        file_path: "/w/a",
        edits: [
          { old_string: "a", new_string: "b" },
          { old_string: "", new_string: "c" },
        ],
      }).ask.subject?.detail,
    ).toBe("-a\n+b\n\n+c");
    expect(asked("ExitPlanMode", { plan: "# Plan" }).ask.subject?.detail).toBe("# Plan");
    expect(asked("mcp__x__y", { z: 1 }).ask.subject?.detail).toContain('"z": 1');
  });

  it("prints what was decided; an expiry and anything that does not allow is a denial with its reason", () => {
    expect(decision({ ...given, option: { id: "allow", label: "Allow once", grants: "allow" } })).toEqual({ behavior: "allow" });
    expect(decision({ ...given, option: { id: "deny", label: "Deny", grants: "deny" } })).toEqual({ behavior: "deny", message: "Ann did not allow this." });
    expect(decision({ ...given, text: "use git rm" })).toMatchObject({ behavior: "deny", message: expect.stringContaining("use git rm") as unknown });
    expect(decision({ key: "k", digest: "d", how: "expired", reason: "Nobody answered." })).toEqual({ behavior: "deny", message: "Nobody answered." });
  });

  it("answers the tool that asks people, by its option or in words", () => {
    const one = { question: "Which colour?", header: "Colour", multiSelect: false, options: [{ label: "Red", description: "r" }, { label: "Blue" }] };
    const single = asked("AskUserQuestion", { questions: [one] });
    expect(single.ask).toMatchObject({
      kind: "choice",
      prompt: "Which colour?",
      options: [
        { id: "o1", label: "Red (r)" },
        { id: "o2", label: "Blue" },
      ],
    });
    const answered = (answer: Answer): unknown => decision(answer, single.input);
    expect(answered({ ...given, option: { id: "o2", label: "Blue" } })).toMatchObject({
      behavior: "allow",
      updatedInput: { answers: { "Which colour?": "Blue" } },
    });
    expect(answered({ ...given, text: "Green" })).toMatchObject({ behavior: "allow", updatedInput: { answers: { "Which colour?": "Green" } } });
    const several = asked("AskUserQuestion", { questions: [one, { ...one, question: "And which size?" }] });
    expect(several.ask).toMatchObject({ kind: "text", options: [] });
    expect(decision({ ...given, text: "red, large" }, several.input)).toEqual({ behavior: "deny", message: "Ann answered: red, large" });
  });

  it("reports the lines that are being written", () => {
    expect(readClaudePiece(JSON.stringify({ ...common, message_id: "m", index: 2, final: false, delta: "a\n" }))).toEqual({
      kind: "piece",
      message: "m",
      index: 2,
      text: "a\n",
    });
    expect(readClaudePiece("{")).toBeUndefined();
  });
});
