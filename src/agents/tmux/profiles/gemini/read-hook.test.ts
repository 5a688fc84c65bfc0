import { describe, expect, it } from "vitest";
import { sha256 } from "#lib/digest";
import { verifies } from "#test/verifies";
import { geminiConversation } from "./conversations.ts";
import { gemini } from "./index.ts";
import { geminiPlace, readGeminiHook } from "./read-hook.ts";
import { geminiRecordReader } from "./read-record.ts";

const common = { session_id: "75b92188", transcript_path: "/home/ann/.gemini/tmp/w/chats/session-1-75b92188.jsonl", cwd: "/w" };

describe("a hook of Gemini CLI", () => {
  it("names its conversation and its record", () => {
    expect(geminiPlace(common)).toEqual({ conversation: "75b92188", transcript: common.transcript_path });
    expect(geminiPlace("nonsense")).toEqual({});
  });

  it("tells of a start, a prompt and the end", () => {
    expect(readGeminiHook("SessionStart", { ...common, source: "startup" })).toEqual({ kind: "started" });
    expect(readGeminiHook("BeforeAgent", { ...common, prompt: "hello" })).toEqual({ kind: "prompt", text: "hello" });
    // Its text has what was streamed twice.
    expect(readGeminiHook("AfterAgent", { ...common, prompt_response: "hello lo" })).toEqual({ kind: "stopped" });
    expect(readGeminiHook("SomethingNew", common)).toEqual({ kind: "sign" });
  });

  it("announces what a menu is about, and decides nothing", () => {
    const notice = (details: object) => readGeminiHook("Notification", { ...common, notification_type: "ToolPermission", details: { ...details } });
    expect(notice({ type: "exec", title: "Confirm Shell Command", command: "rm -rf ./victim", rootCommand: "rm" })).toMatchObject({
      kind: "announces",
      asks: { ask: { kind: "permission", subject: { detail: "rm -rf ./victim", directory: "/w" } }, shown: "rm -rf ./victim" },
    });
    expect(notice({ type: "edit", title: "x", fileName: "a.txt", filePath: "/w/a.txt", fileDiff: "@@ -0,0 +1,2 @@\n+one\n+two\n" })).toMatchObject({
      asks: { ask: { prompt: "May I change /w/a.txt?", subject: { detail: "@@ -0,0 +1,2 @@\n+one\n+two" } }, shown: "a.txt" },
    });
    expect(notice({ type: "ask_user", title: "Ask User" })).toEqual({ kind: "sign" });
    const asked = { ...common, tool_name: "ask_user", tool_input: { questions: [{ question: "Which colour?", options: [] }] } };
    expect(readGeminiHook("BeforeTool", asked)).toMatchObject({ kind: "announces", asks: { ask: { kind: "choice", prompt: "Which colour?" } } });
    expect(gemini.hookOutput({ key: "k", digest: "d", how: "given", by: "Ann" }, undefined)).toBeUndefined();
  });
});

describe("Gemini CLI's record", () => {
  const user = (id: string, text: string): string => JSON.stringify({ id, type: "user", content: [{ text }] });
  const said = (id: string, content: string, more: object = {}): string =>
    JSON.stringify({ id, type: "gemini", content, thoughts: [], tokens: { input: 10, output: 5, thoughts: 2 }, model: "gemini-3.8-flash", ...more });
  const call = { id: "c1", name: "run_shell_command", args: { command: "ls" }, status: "success" };
  const read = (...lines: readonly string[]) => lines.flatMap(geminiRecordReader());

  verifies("C-6.2-1", "has the prompt and the answer, each once, with what it used", () => {
    expect(read(user("1", "hello"), said("2", "Hi."), said("2", "Hi.", { toolCalls: [call] }))).toEqual([
      { kind: "prompt", text: "hello" },
      { kind: "text", message: "2", text: "Hi." },
      { kind: "usage", message: "2", usage: { model: "gemini-3.8-flash", inputTokens: 10, outputTokens: 7 } },
      { kind: "step", step: { id: "c1", verb: "run", what: "ls", state: "running" } },
      { kind: "result", id: "c1", isError: false, refused: false, text: "" },
      { kind: "usage", message: "2", usage: { model: "gemini-3.8-flash", inputTokens: 10, outputTokens: 7 } },
    ]);
  });

  it("says when it was cancelled, and when the model could not be reached", () => {
    expect(read(JSON.stringify({ id: "3", type: "info", content: "Request cancelled." }))).toEqual([{ kind: "interrupted" }, { kind: "over" }]);
    expect(read(JSON.stringify({ id: "3", type: "error", content: "[API Error: 500]" }))).toEqual([
      { kind: "failed", reason: "[API Error: 500]" },
      { kind: "over" },
    ]);
    expect(read(JSON.stringify({ id: "3", type: "info", content: "Update available" }), "{half", JSON.stringify({ $set: { lastUpdated: "x" } }))).toEqual([]);
  });

  it("takes the conversation that is written once more for what it is", () => {
    const again = [user("4", "<session_context>\nThis is the Gemini CLI."), user("5", "hello"), said("6", "Hi.")];
    expect(read(...again, JSON.stringify({ $set: { messages: [] } }), user("7", "and now"))).toEqual([{ kind: "prompt", text: "and now" }]);
  });

  it("has a plan, and a tool that was refused", () => {
    const todos = { id: "c2", name: "write_todos", args: { todos: [{ description: "read", status: "in_progress" }] }, status: "success" };
    expect(read(said("2", "", { toolCalls: [todos, { ...call, status: "cancelled" }] }))).toMatchObject([
      { kind: "plan", plan: [{ text: "read", state: "in_progress" }] },
      { kind: "step" },
      { kind: "result", isError: true, refused: true },
      { kind: "usage" },
    ]);
  });

  it("makes a conversation of its directory, titled by its first prompt", () => {
    const header = JSON.stringify({ sessionId: "s", projectHash: sha256("/w"), kind: "main" });
    const context = { userHome: "/home/ann", workDir: "/w", env: {} };
    expect(geminiConversation("f", [header, user("1", "hello there")], 7, context)).toEqual({ id: "s", title: "hello there", at: 7 });
    expect(geminiConversation("f", [header, user("1", "hello there")], 7, { ...context, workDir: "/other" })).toBeUndefined();
    expect(geminiConversation("f", [header], 7, context)).toBeUndefined();
  });
});

describe("the launch of Gemini CLI", () => {
  const user = { userHome: "/home/ann", env: {} };
  const context = {
    folder: "/s",
    workDir: "/w",
    hookCommand: (event: string) => `parley hook --event ${event}`,
    newConversation: "new-id",
    startWords: [],
    user,
  };

  it("has its hooks in an extension of a home of the session's, in which the rest is the user's", () => {
    const launch = gemini.launch(context);
    expect([launch.args, launch.env["GEMINI_CLI_HOME"]]).toEqual([["--session-id", "new-id"], "/s/gemini-home"]);
    expect(launch.mirrors?.map(({ folder, of }) => [folder, of])).toEqual([
      ["gemini-home/.gemini", "/home/ann/.gemini"],
      ["gemini-home/.gemini/extensions", "/home/ann/.gemini/extensions"],
    ]);
    expect(launch.files["gemini-home/.gemini/extensions/parley/hooks/hooks.json"]).toContain("parley hook --event AfterAgent");
    expect(gemini.launch({ ...context, resume: "old-id" }).args).toEqual(["--resume", "old-id"]);
    expect(gemini.launch({ ...context, startWords: ["gemini", "--resume=latest"] }).args).toEqual([]);
    expect(gemini.launch({ ...context, user: { ...user, env: { GEMINI_CLI_HOME: "/g" } } }).mirrors?.[0]?.of).toBe("/g/.gemini");
  });
});
