import { describe, expect, it } from "vitest";
import { copilotConversation } from "./conversations.ts";
import { copilot } from "./index.ts";
import { copilotPlace, readCopilotHook } from "./read-hook.ts";
import { readCopilotRecord } from "./read-record.ts";

const common = { home: "/home/ann/.copilot", sessionId: "71546720-2b30-44ef-b06c-0affb55cae08", cwd: "/w" };
const record = (type: string, data: object): string => JSON.stringify({ type, data, id: "1", timestamp: "2026-11-18T00:43:55.069Z", parentId: null });

describe("a hook of Copilot", () => {
  it("names the conversation, and with Copilot's folder the transcript", () => {
    const transcript = "/home/ann/.copilot/session-state/71546720-2b30-44ef-b06c-0affb55cae08/events.jsonl";
    expect(copilotPlace(common)).toEqual({ conversation: common.sessionId, transcript });
    expect(copilotPlace({})).toEqual({});
  });

  it("tells of a prompt, of a start that goes on, and of the end", () => {
    expect(readCopilotHook("userPromptSubmitted", { ...common, prompt: "hello" })).toEqual({ kind: "prompt", text: "hello" });
    expect(readCopilotHook("sessionStart", { ...common, source: "new" })).toEqual({ kind: "sign" });
    expect(readCopilotHook("sessionStart", { ...common, source: "resume" })).toEqual({ kind: "started" });
    expect(readCopilotHook("agentStop", common)).toEqual({ kind: "stopped" });
    expect(readCopilotHook("somethingNew", common)).toEqual({ kind: "sign" });
  });

  it("announces what a menu is about, and decides nothing", () => {
    const bash = { ...common, toolName: "bash", toolInput: { command: "rm -rf ./victim" } };
    expect(readCopilotHook("permissionRequest", bash)).toMatchObject({
      kind: "announces",
      asks: { ask: { kind: "permission", subject: { detail: "rm -rf ./victim", directory: "/w" } }, shown: "rm -rf ./victim" },
    });
    const create = { ...common, toolName: "create", toolInput: JSON.stringify({ path: "/w/a.txt", file_text: "one\ntwo" }) };
    expect(readCopilotHook("permissionRequest", create)).toMatchObject({ asks: { ask: { subject: { detail: "/w/a.txt\n+one\n+two" } }, shown: "a.txt" } });
    const edit = { ...common, toolName: "edit", toolInput: { file_path: "/w/b.txt", diff: "\n--- a/w/b.txt\n+++ b/w/b.txt\n+one\n" } };
    expect(readCopilotHook("permissionRequest", edit)).toMatchObject({
      asks: { ask: { prompt: "May I change /w/b.txt?", subject: { detail: "--- a/w/b.txt\n+++ b/w/b.txt\n+one" } }, shown: "b.txt" },
    });
    expect(copilot.hookOutput({ key: "k", digest: "d", how: "given", by: "Ann" }, undefined)).toBeUndefined();
  });
});

describe("a line of Copilot's record", () => {
  it("is a prompt, a message, a step, a result, or the end", () => {
    expect(readCopilotRecord(record("user.message", { content: "hello" }))).toEqual([{ kind: "prompt", text: "hello" }]);
    expect(readCopilotRecord(record("assistant.message", { messageId: "m", content: "I will.", toolRequests: [{}] }))).toEqual([
      { kind: "text", message: "m", text: "I will." },
    ]);
    expect(readCopilotRecord(record("assistant.message", { messageId: "m", content: "Done.", toolRequests: [] }))).toEqual([
      { kind: "text", message: "m", text: "Done." },
      { kind: "over" },
    ]);
    expect(readCopilotRecord(record("tool.execution_start", { toolCallId: "c", toolName: "bash", arguments: { command: "ls" } }))).toEqual([
      { kind: "step", step: { id: "c", verb: "run", what: "ls", state: "running" } },
    ]);
    const refusal = { toolCallId: "c", success: false, error: { message: "The user rejected this tool call.", code: "rejected" } };
    expect(readCopilotRecord(record("tool.execution_complete", refusal))).toMatchObject([{ kind: "result", id: "c", isError: true, refused: true }]);
    expect(readCopilotRecord(record("abort", { reason: "user_initiated" }))).toEqual([{ kind: "interrupted" }, { kind: "over" }]);
    const usage = { model: "m", inputTokens: 100, outputTokens: 20, apiCallId: "a" };
    expect(readCopilotRecord(record("session.usage_record", { usage }))).toEqual([
      { kind: "usage", message: "a", usage: { model: "m", inputTokens: 100, outputTokens: 20 } },
    ]);
    expect(readCopilotRecord("{half a line")).toEqual([]);
    expect(readCopilotRecord(record("session.of_a_later_version", {}))).toEqual([]);
  });

  it("makes a conversation of its directory, titled by its first prompt", () => {
    const lines = [record("session.start", { sessionId: "s", context: { cwd: "/w" } }), record("user.message", { content: "hello there" })];
    const context = { userHome: "/home/ann", workDir: "/w", env: {} };
    expect(copilotConversation("events.jsonl", lines, 7, context)).toEqual({ id: "s", title: "hello there", at: 7 });
    expect(copilotConversation("events.jsonl", lines, 7, { ...context, workDir: "/other" })).toBeUndefined();
    expect(copilotConversation("events.jsonl", lines.slice(0, 1), 7, context)).toBeUndefined();
  });
});

describe("the launch of Copilot", () => {
  const user = { userHome: "/home/ann", env: {} };
  const context = {
    folder: "/s",
    workDir: "/w",
    hookCommand: (event: string) => `parley hook --event ${event}`,
    newConversation: "new-id",
    startWords: [],
    user,
  };

  it("brings its hooks in a plugin of the session's own, and chooses the conversation", () => {
    const launch = copilot.launch(context);
    expect(launch.args).toEqual(["--plugin-dir", "/s/copilot-plugin", "--session-id", "new-id"]);
    expect(copilot.launch({ ...context, resume: "old-id" }).args).toEqual(["--plugin-dir", "/s/copilot-plugin", "--resume", "old-id"]);
    expect(copilot.launch({ ...context, startWords: ["copilot", "--continue"] }).args).toEqual(["--plugin-dir", "/s/copilot-plugin"]);
    expect(launch.files["copilot-plugin/hooks.json"]).toContain("parley hook --event permissionRequest");
  });
});
