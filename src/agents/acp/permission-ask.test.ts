import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";
import { permissionAsk } from "./permission-ask.ts";
import { outcomeFor } from "./permission-options.ts";
import { readPromptResult, readUpdate } from "./read-update.ts";
import { mergeToolCall, stepOf, toolCallSchema } from "./tool-call.ts";

const options = [
  { optionId: "proceed_always", name: "Allow for this session", kind: "allow_always" as const },
  { optionId: "proceed_once", name: "Allow", kind: "allow_once" as const },
  { optionId: "cancel", name: "Reject", kind: "reject_once" as const },
];
const context = { language: "en" as const, workDir: "/w" };

function callOf(...parts: readonly object[]) {
  return parts
    .map((part) => toolCallSchema.parse({ toolCallId: "one", ...part }))
    .reduce<ReturnType<typeof mergeToolCall> | undefined>(mergeToolCall, undefined);
}

function subjectOf(...parts: readonly object[]) {
  const call = callOf(...parts);
  if (call === undefined) throw new Error("no call");
  return permissionAsk(call, options, context).subject;
}

describe("what a permission is about", () => {
  // As the CLIs report it, at the versions that the tests pin.
  it.each([
    [
      "OpenCode",
      [
        { title: "bash", kind: "execute", rawInput: { cwd: "/w/sub" } },
        { title: "rm -rf ./victim", rawInput: { command: "rm -rf ./victim" } },
      ],
      "rm -rf ./victim",
    ],
    ["Copilot", [{ title: "probe", kind: "execute", rawInput: { command: "rm -rf ./victim", commands: ["rm -rf ./victim"] } }], "rm -rf ./victim"],
    [
      "Gemini CLI",
      [{ title: "rm -rf ./victim", kind: "execute", content: [{ type: "content", content: { type: "text", text: "[current working directory /w]" } }] }],
      "rm -rf ./victim\n\n[current working directory /w]",
    ],
    ["Copilot's edit", [{ title: "Create file", kind: "edit", rawInput: { fileName: "/w/a", diff: "+one\n" } }], "Create file\n\n+one\n"],
    [
      "a diff",
      [{ title: "write", kind: "edit", rawInput: { filePath: "/w/a" }, content: [{ type: "diff", path: "/w/a", oldText: null, newText: "one\ntwo" }] }],
      "/w/a\n+one\n+two",
    ],
    [
      "a tool whose input only looks like a command",
      [{ title: "view", kind: "read", rawInput: { command: "view", path: "/etc" } }],
      'view\n\n{\n  "command": "view",\n  "path": "/etc"\n}',
    ],
  ])("is told whole by %s", (_cli, parts, detail) => {
    expect(subjectOf(...parts)).toEqual({ detail, directory: "/w" });
  });

  it("keeps a list of words as a list", () => {
    expect(subjectOf({ kind: "execute", rawInput: { command: ["bash", "-lc", "rm x"], cwd: "/else" } })).toEqual({
      argv: ["bash", "-lc", "rm x"],
      directory: "/else",
    });
  });

  it("is answered by nothing but an option that was offered", () => {
    const common = { key: "k", digest: "d" };
    expect(outcomeFor(options, { ...common, how: "given", by: "Ann", option: { id: "yes", label: "Allow", grants: "allow" } })).toEqual({
      outcome: "selected",
      optionId: "cancel",
    });
    expect(outcomeFor(options.slice(0, 2), { ...common, how: "expired", reason: "late" })).toEqual({ outcome: "cancelled" });
  });
});

describe("the lines of a change", () => {
  it("leave out what stays, but for three lines", () => {
    const before = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].join("\n");
    expect(diffLines(before, before.replace("5", "five"))).toBe("@@ line 2 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8");
    expect(diffLines("", "new")).toBe("+new");
    expect(diffLines("old", "")).toBe("-old");
    expect(diffLines("a\na", "a")).toBe(" a\n-a");
  });
});

describe("what an agent reports", () => {
  it("is read from either place where agents count tokens", () => {
    expect(readPromptResult({ stopReason: "end_turn", usage: { inputTokens: 1, outputTokens: 2, cachedReadTokens: 3 } })).toEqual({
      stopReason: "end_turn",
      inputTokens: 4,
      outputTokens: 2,
    });
    const quota = { token_count: { input_tokens: 5, output_tokens: 6 }, model_usage: [{ model: "m" }] };
    expect(readPromptResult({ stopReason: "end_turn", _meta: { quota } })).toEqual({ stopReason: "end_turn", inputTokens: 5, outputTokens: 6, model: "m" });
    expect(readPromptResult({ stopReason: "cancelled", usage: null })).toEqual({ stopReason: "cancelled", inputTokens: 0, outputTokens: 0 });
  });

  it("of a later version is left alone", () => {
    expect(readUpdate({ sessionUpdate: "subagent_update", x: 1 })).toBeUndefined();
    expect(readUpdate({ sessionUpdate: "agent_message_chunk", content: 7 })).toBeUndefined();
    expect(readUpdate({ sessionUpdate: "tool_call", toolCallId: "a", content: "?" })).toMatchObject({ kind: "tool" });
  });

  it("is a step under the words that people know", () => {
    const call = callOf({ title: "Terminal", kind: "execute", status: "pending", rawInput: {} }, { rawInput: { command: "ls" } }, { status: "completed" });
    expect(call && stepOf(call)).toEqual({ id: "one", verb: "run", what: "ls", state: "done" });
  });
});
