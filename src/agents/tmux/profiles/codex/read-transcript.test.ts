import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { codexConversation } from "./conversations.ts";
import { readCodexRecord } from "./read-transcript.ts";

// Lines of rollout files of Codex 0.166.0, shortened.
const line = (type: string, payload: object): string => JSON.stringify({ timestamp: "2026-11-18T00:38:34.251Z", ordinal: 9, type, payload });
const item = (kind: string, text: string): string =>
  line("event_msg", { type: "item_completed", turn_id: "t1", item: { type: kind, id: "m1", content: [{ type: "Text", text }] } });

describe("a line of Codex's record", () => {
  verifies("C-3.1-2", "is a prompt with its turn, a message, or the end of the turn", () => {
    expect(readCodexRecord(item("UserMessage", "please"))).toEqual([{ kind: "prompt", text: "please", turn: "t1" }]);
    expect(readCodexRecord(item("AgentMessage", "**Done**"))).toEqual([{ kind: "text", message: "m1", text: "**Done**" }]);
    expect(readCodexRecord(line("event_msg", { type: "task_complete", turn_id: "t1", last_agent_message: "Done" }))).toEqual([{ kind: "over" }]);
    expect(readCodexRecord(line("event_msg", { type: "turn_aborted", reason: "interrupted" }))).toEqual([{ kind: "interrupted" }, { kind: "over" }]);
    const failed = { type: "task_complete", last_agent_message: null, error: { message: "exceeded retry limit, last status: 429 Too Many Requests" } };
    expect(readCodexRecord(line("event_msg", failed))[0]).toEqual({ kind: "failed", reason: failed.error.message });
  });

  it("is a step with its result, an edit, a plan, or what was used", () => {
    const call = (name: string, args: object) =>
      readCodexRecord(line("response_item", { type: "function_call", name, arguments: JSON.stringify(args), call_id: "c1" }));
    expect(call("exec_command", { cmd: "rm -rf ./victim" })).toEqual([
      { kind: "step", step: { id: "c1", verb: "run", what: "rm -rf ./victim", state: "running" } },
    ]);
    const patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch\nEOF";
    expect(call("exec_command", { cmd: patch })).toMatchObject([{ step: { verb: "edit", what: "a.txt" } }]);
    expect(call("update_plan", { plan: [{ step: "read", status: "completed" }] })).toEqual([{ kind: "plan", plan: [{ text: "read", state: "done" }] }]);
    const result = (output: string) => readCodexRecord(line("response_item", { type: "function_call_output", call_id: "c1", output }))[0];
    expect(result("Process exited with code 0\nfine")).toMatchObject({ id: "c1", isError: false, refused: false });
    expect(result('exec_command failed: CreateProcess { message: "Rejected(\\"Ola said no\\")" }')).toMatchObject({ isError: true, refused: true });
    const used = line("token_usage_record", { response_id: "r1", usage: { input_tokens: 100, output_tokens: 20 } });
    expect(readCodexRecord(used)).toEqual([{ kind: "usage", message: "r1", usage: { model: "", inputTokens: 100, outputTokens: 20 } }]);
  });

  it("of another kind, or of no JSON, says nothing", () => {
    for (const other of ["", "{", "[]", line("world_state", {}), line("event_msg", { type: "token_count" }), item("AgentMessage", " ")])
      expect(readCodexRecord(other)).toEqual([]);
  });

  it("a conversation of another directory is not offered", () => {
    const file = "/h/sessions/2026/11/18/rollout-2026-11-18T00-38-30-01a1ec17-470e-7791-a0dc-8c5e7f2eccf2.jsonl";
    const lines = [line("session_meta", { cwd: "/repo/a" }), item("UserMessage", "first\nsecond")];
    const context = { userHome: "/h", env: {} };
    expect(codexConversation(file, lines, 7, { ...context, workDir: "/repo/a" })).toEqual({
      id: "01a1ec17-470e-7791-a0dc-8c5e7f2eccf2",
      title: "first",
      at: 7,
    });
    expect(codexConversation(file, lines, 7, { ...context, workDir: "/repo/b" })).toBeUndefined();
  });
});
