import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { readClaudeRecord } from "./read-transcript.ts";

const read = (record: object) => readClaudeRecord(JSON.stringify(record));
const usage = { input_tokens: 100, cache_creation_input_tokens: 20, cache_read_input_tokens: 3, output_tokens: 7 };
const said = (content: readonly object[], more: object = {}) => ({
  type: "assistant",
  isSidechain: false,
  message: { id: "msg_1", model: "claude-opus-5-5", content, usage },
  ...more,
});
const user = (content: string | readonly object[], more: object = {}) => ({ type: "user", isSidechain: false, message: { role: "user", content }, ...more });

describe("a line of Claude Code's transcript", () => {
  verifies("C-6.1-1", "has the prompt, the assistant's text with what it used, and the end of the turn", () => {
    expect(read(user("run rm", { origin: { kind: "human" }, promptSource: "typed" }))).toEqual([{ kind: "prompt", text: "run rm" }]);
    expect(read(said([{ type: "text", text: "**Done**" }]))).toEqual([
      { kind: "text", message: "msg_1", text: "**Done**" },
      { kind: "usage", message: "msg_1", usage: { model: "claude-opus-5-5", inputTokens: 123, outputTokens: 7 } },
    ]);
    expect(read({ type: "system", subtype: "turn_duration", durationMs: 936 })).toEqual([{ kind: "over" }]);
  });

  it("has tool calls as steps, their results, and who refused", () => {
    expect(read(said([{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "rm -rf ./victim", description: "x" } }]))[0]).toEqual({
      kind: "step",
      step: { id: "toolu_1", verb: "run", what: "rm -rf ./victim", state: "running" },
    });
    const result = (more: object, top: object = {}) => read(user([{ type: "tool_result", tool_use_id: "toolu_1", content: "out", ...more }], top));
    expect(result({})).toEqual([{ kind: "result", id: "toolu_1", isError: false, refused: false, text: "out" }]);
    expect(result({ is_error: true }, { toolDenialKind: "user-rejected" })).toMatchObject([{ isError: true, refused: true }]);
    expect(result({ is_error: true, content: [{ type: "text", text: "Ann said no" }] }, { toolDenialKind: "permission-rule" })).toMatchObject([
      { isError: true, refused: false, text: "Ann said no" },
    ]);
  });

  it("has the todo list as a plan", () => {
    const todos = [
      { content: "read", status: "completed" },
      { content: "write", status: "in_progress" },
      { content: "test", status: "pending" },
    ];
    expect(read(said([{ type: "tool_use", id: "t", name: "TodoWrite", input: { todos } }]))[0]).toEqual({
      kind: "plan",
      plan: [
        { text: "read", state: "done" },
        { text: "write", state: "in_progress" },
        { text: "test", state: "pending" },
      ],
    });
  });

  it("tells an interruption, a failure and a command's output from prompts", () => {
    expect(read(user([{ type: "text", text: "[Request interrupted by user for tool use]" }]))).toEqual([{ kind: "interrupted" }]);
    expect(read(said([{ type: "text", text: "API Error: 500 scripted" }], { isApiErrorMessage: true }))).toEqual([
      { kind: "failed", reason: "API Error: 500 scripted" },
    ]);
    expect(read(user("<command-name>/context</command-name>"))).toEqual([]);
    expect(read(user("<local-command-stdout>\u001b[1mTotal\u001b[22m 5</local-command-stdout>"))).toEqual([{ kind: "said", text: "Total 5" }]);
  });

  it.each([
    ["not JSON", "{"],
    ["another kind of record", JSON.stringify({ type: "api-request-blob", message: { role: "user", content: [{ type: "text", text: "x" }] } })],
    ["a subagent's line", JSON.stringify(said([{ type: "text", text: "x" }], { isSidechain: true }))],
    ["a reminder", JSON.stringify(user("x", { isMeta: true }))],
    ["a summary", JSON.stringify(user("This session is being continued", { isCompactSummary: true }))],
    ["a prompt that no person typed", JSON.stringify(user("x", { origin: { kind: "task" } }))],
    ["a text without words", JSON.stringify(said([{ type: "text", text: " \n" }], { message: { id: "m", content: [{ type: "text", text: " " }] } }))],
  ])("says nothing for %s", (_what, line) => {
    expect(readClaudeRecord(line)).toEqual([]);
  });
});
