import { describe, expect, it } from "vitest";
import { qwenConversation, qwenFolder } from "./conversations.ts";
import { qwen } from "./index.ts";
import { qwenPlace, readQwenHook } from "./read-hook.ts";
import { qwenRecordReader } from "./read-record.ts";

const id = "a7b9c3ea-243c-411f-9cc1-ee68a98d6ac1";
const common = { session_id: id, transcript_path: `/home/ann/.qwen/projects/-w/chats/${id}.jsonl`, cwd: "/w", permission_mode: "default" };

describe("a hook of Qwen Code", () => {
  it("names its conversation and its record", () => {
    expect(qwenPlace(common)).toEqual({ conversation: id, transcript: common.transcript_path });
    expect(qwenPlace("nonsense")).toEqual({});
  });

  it("tells of a start, a prompt, the end, and of a model that cannot be reached", () => {
    expect(readQwenHook("SessionStart", { ...common, source: "startup", model: "m" })).toEqual({ kind: "started", model: "m" });
    expect(readQwenHook("UserPromptSubmit", { ...common, prompt: "hello" })).toEqual({ kind: "prompt", text: "hello" });
    expect(readQwenHook("Stop", { ...common, last_assistant_message: "Bye" })).toEqual({ kind: "stopped", text: "Bye" });
    expect(readQwenHook("StopFailure", { ...common, error: "server_error", last_assistant_message: "[API Error: 500]" })).toEqual({
      kind: "failed",
      reason: "[API Error: 500]",
    });
    expect(readQwenHook("SomethingNew", common)).toEqual({ kind: "sign" });
  });

  it("asks for a permission with what would run or change, and decides it", () => {
    const asked = (tool: string, input: object) => readQwenHook("PermissionRequest", { ...common, tool_name: tool, tool_input: { ...input } });
    expect(asked("run_shell_command", { command: "rm -rf ./victim", is_background: false })).toMatchObject({
      kind: "asks",
      asks: { ask: { kind: "permission", subject: { detail: "rm -rf ./victim", directory: "/w" } }, step: { verb: "run" }, shown: "rm -rf ./victim" },
    });
    expect(asked("write_file", { file_path: "/w/a.txt", content: "one\ntwo" })).toMatchObject({
      asks: { ask: { subject: { detail: "/w/a.txt\n+one\n+two" } } },
    });
    expect(asked("edit", { file_path: "/w/a.txt", old_string: "one", new_string: "uno" })).toMatchObject({
      asks: { ask: { prompt: "May I change /w/a.txt?", subject: { detail: "/w/a.txt\n-one\n+uno" } } },
    });
    // The hook cannot answer a question: its menu is announced.
    expect(asked("ask_user_question", { questions: [{ question: "Which colour?" }] })).toMatchObject({ kind: "announces", asks: { shown: "Which colour?" } });
    const denied = qwen.hookOutput({ key: "k", digest: "d", how: "given", by: "Ann", option: { id: "deny", label: "Deny", grants: "deny" } }, undefined);
    expect(denied).toMatchObject({ hookSpecificOutput: { decision: { behavior: "deny" } } });
  });
});

describe("Qwen Code's record", () => {
  const line = (uuid: string, type: string, more: object): string => JSON.stringify({ uuid, type, provenance: type === "user" ? "real_user" : type, ...more });
  const user = (uuid: string, text: string, more: object = {}): string => line(uuid, "user", { message: { role: "user", parts: [{ text }] }, ...more });
  const read = (...lines: readonly string[]) => lines.flatMap(qwenRecordReader());
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 2 };

  it("has prompts, answers, tools and what was used", () => {
    const parts = [{ text: "hm", thought: true }, { text: "I will." }, { functionCall: { id: "c1", name: "run_shell_command", args: { command: "ls" } } }];
    expect(read(user("1", "hello"), line("2", "assistant", { model: "m", message: { parts }, usageMetadata }))).toEqual([
      { kind: "prompt", text: "hello", turn: "1" },
      { kind: "text", message: "2", text: "I will." },
      { kind: "step", step: { id: "c1", verb: "run", what: "ls", state: "running" } },
      { kind: "usage", message: "2", usage: { model: "m", inputTokens: 10, outputTokens: 7 } },
    ]);
    expect(read("{half", line("3", "system", { subtype: "ui_telemetry" }), user("4", "x", { provenance: "hook" }))).toEqual([]);
  });

  it("joins what was typed meanwhile to the turn under way", () => {
    expect(read(user("1", "hello"), user("2", "and this", { subtype: "mid_turn_user_message" }), user("3", "next"))).toEqual([
      { kind: "prompt", text: "hello", turn: "1" },
      { kind: "prompt", text: "and this", turn: "1" },
      { kind: "prompt", text: "next", turn: "3" },
    ]);
  });

  it("tells a tool that somebody refused from one that failed", () => {
    const result = (toolCallResult: object) => read(line("5", "tool_result", { message: { parts: [{ functionResponse: { id: "c1" } }] }, toolCallResult }));
    expect(result({ status: "cancelled", executionStatus: "not_started" })).toEqual([
      { kind: "result", id: "c1", isError: true, refused: true, text: "" },
      { kind: "interrupted" },
    ]);
    expect(result({ status: "error" })).toMatchObject([{ isError: true, refused: false }]);
    expect(result({ status: "success" })).toMatchObject([{ isError: false }]);
  });

  it("has the todo list as a plan", () => {
    const call = { id: "c", name: "todo_write", args: { todos: [{ id: "1", content: "read", status: "completed" }] } };
    expect(read(line("2", "assistant", { message: { parts: [{ functionCall: call }] } }))).toEqual([{ kind: "plan", plan: [{ text: "read", state: "done" }] }]);
  });

  it("makes a conversation, titled by its first prompt, in a folder named after the directory", () => {
    expect(qwenConversation(`/x/${id}.jsonl`, [user("1", "hello there")], 7)).toEqual({ id, title: "hello there", at: 7 });
    expect(qwenConversation(`/x/${id}.jsonl`, [], 7)).toBeUndefined();
    expect(qwenFolder({ userHome: "/home/ann", workDir: "/tmp/a.b", env: {} })).toBe("/home/ann/.qwen/projects/-tmp-a-b/chats");
  });
});

describe("the launch of Qwen Code", () => {
  const user = { userHome: "/home/ann", env: {} };
  const context = {
    folder: "/s",
    workDir: "/w",
    hookCommand: (event: string) => `parley hook --event ${event}`,
    newConversation: "new-id",
    startWords: [],
    user,
  };

  it("asks for permissions, and brings its hooks below the user's own settings", () => {
    const launch = qwen.launch(context);
    expect(launch.args).toEqual(["--approval-mode", "default", "--session-id", "new-id"]);
    expect(launch.env).toEqual({ QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/s/qwen-defaults.json" });
    expect(launch.files["qwen-defaults.json"]).toContain("parley hook --event PermissionRequest");
    expect(qwen.launch({ ...context, resume: "old-id" }).args).toEqual(["--approval-mode", "default", "--resume", "old-id"]);
    expect(qwen.launch({ ...context, startWords: ["qwen", "--approval-mode=plan", "-c"] }).args).toEqual([]);
  });
});
