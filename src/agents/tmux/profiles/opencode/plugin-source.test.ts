import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { verifies } from "#test/verifies";
import { pluginSource } from "./plugin-source.ts";
import { openCodeHookOutput, openCodePlace, readOpenCodeHook } from "./read-hook.ts";
import { readOpenCodeRecord } from "./read-record.ts";

interface Plugin {
  readonly event: (input: { event: { type: string; properties: object } }) => Promise<void>;
  readonly "chat.message": (input: object, output: object) => Promise<void>;
}

/** The plugin as OpenCode loads it, with hooks that note their payload and print `prints`. */
async function loaded(prints = "") {
  const dir = mkdtempSync(join(tmpdir(), "parley-plugin-"));
  const hooks = Object.fromEntries(
    ["start", "prompt", "idle", "permission", "question"].map((event) => [event, `cat > ${dir}/${event}.json; printf '%s' '${prints}'`]),
  );
  const file = join(dir, "plugin.mjs");
  writeFileSync(file, pluginSource({ record: join(dir, "record-"), hooks }));
  const posted: { url: string; body: unknown }[] = [];
  const post = async (request: { url: string; body: unknown }) => void posted.push({ url: request.url, body: request.body });
  const { Parley } = (await import(pathToFileURL(file).href)) as { Parley: (context: object) => Promise<Plugin> };
  const plugin = await Parley({ client: { _client: { post } } });
  const happened = (type: string, properties: object) => plugin.event({ event: { type, properties } });
  const lines = (session: string) =>
    readFileSync(join(dir, `record-${session}.jsonl`), "utf8")
      .trim()
      .split("\n");
  const payload = (event: string): unknown =>
    existsSync(join(dir, `${event}.json`)) ? JSON.parse(readFileSync(join(dir, `${event}.json`), "utf8") || "null") : undefined;
  return { dir, plugin, posted, happened, lines, payload };
}

// As OpenCode 1.18.33 tells them.
const info = { id: "msg_2", role: "assistant", sessionID: "ses_1", modelID: "m", time: { created: 1 } };
const permission = { id: "per_1", sessionID: "ses_1", permission: "bash", patterns: ["rm -rf ./victim"], metadata: { command: "rm -rf ./victim" } };

describe("the plugin for OpenCode", () => {
  verifies("C-6.3-1", "writes the conversation down as facts, and nothing of the user's own words as an answer", async () => {
    const { plugin, happened, lines } = await loaded();
    await happened("session.created", { info: { id: "ses_1" } });
    await plugin["chat.message"](
      { sessionID: "ses_1" },
      {
        message: {},
        parts: [
          { type: "text", text: "hello" },
          { type: "text", text: "hidden", synthetic: true },
        ],
      },
    );
    await happened("message.updated", { info: { id: "msg_1", role: "user", sessionID: "ses_1" } });
    await happened("message.part.updated", { part: { id: "prt_1", type: "text", text: "hello", messageID: "msg_1", sessionID: "ses_1", time: { end: 1 } } });
    await happened("message.updated", { info });
    await happened("message.part.delta", { sessionID: "ses_1", messageID: "msg_2", partID: "prt_2", field: "text", delta: "Hel" });
    const text = { id: "prt_2", type: "text", text: "Hello.", messageID: "msg_2", sessionID: "ses_1", time: { start: 1, end: 2 } };
    await happened("message.part.updated", { part: text });
    await happened("message.part.updated", { part: text });
    const tool = { id: "prt_3", type: "tool", callID: "call_1", tool: "bash", messageID: "msg_2", sessionID: "ses_1" };
    await happened("message.part.updated", { part: { ...tool, state: { status: "running", input: { command: "ls" } } } });
    await happened("message.part.updated", { part: { ...tool, state: { status: "completed", input: { command: "ls" }, output: "a" } } });
    await happened("message.updated", {
      info: { ...info, time: { created: 1, completed: 2 }, cost: 0, tokens: { input: 10, output: 5, cache: { read: 1, write: 2 } } },
    });
    await happened("session.idle", { sessionID: "ses_1" });
    expect(lines("ses_1").flatMap(readOpenCodeRecord)).toEqual([
      { kind: "prompt", text: "hello" },
      { kind: "piece", message: "prt_2", index: 0, text: "Hel" },
      { kind: "text", message: "msg_2", text: "Hello." },
      { kind: "step", step: { id: "call_1", verb: "run", what: "ls", state: "running" } },
      { kind: "result", id: "call_1", isError: false, refused: false, text: "a" },
      { kind: "usage", message: "msg_2", usage: { model: "m", inputTokens: 13, outputTokens: 5 } },
      { kind: "over" },
    ]);
  });

  it("leaves out what OpenCode does in conversations of its own, and survives shapes that it does not know", async () => {
    const { dir, happened, lines } = await loaded();
    await happened("session.created", { info: { id: "ses_2", parentID: "ses_1" } });
    await happened("session.idle", { sessionID: "ses_2" });
    await happened("message.updated", {});
    await happened("session.error", { sessionID: "ses_1", error: { name: "MessageAbortedError", data: { message: "Aborted" } } });
    await happened("session.error", { sessionID: "ses_1", error: { name: "APIError", data: { message: "500" } } });
    expect(existsSync(join(dir, "record-ses_2.jsonl"))).toBe(false);
    expect(lines("ses_1").flatMap(readOpenCodeRecord)).toEqual([{ kind: "interrupted" }, { kind: "failed", reason: "500" }]);
  });

  it("asks about a permission with the exact command, and hands the answer to OpenCode", async () => {
    const { posted, happened, payload, dir } = await loaded(JSON.stringify({ reply: "reject", message: "Ann did not allow this." }));
    await happened("permission.asked", permission);
    await vi.waitFor(() => expect(posted).toEqual([{ url: "/permission/per_1/reply", body: { reply: "reject", message: "Ann did not allow this." } }]));
    const asked = payload("permission") as never;
    expect(openCodePlace(asked)).toEqual({ conversation: "ses_1", transcript: join(dir, "record-ses_1.jsonl") });
    expect(readOpenCodeHook("permission", asked)).toMatchObject({
      kind: "asks",
      asks: { ask: { kind: "permission", subject: { detail: "rm -rf ./victim" } } },
    });
  });

  it("answers nothing when the hook prints nothing, and nothing more once it was answered at the terminal", async () => {
    const silent = await loaded();
    await silent.happened("permission.asked", permission);
    await vi.waitFor(() => expect(silent.payload("permission")).toBeDefined());
    const late = await loaded(JSON.stringify({ reply: "once" }));
    await late.happened("permission.asked", permission);
    await late.happened("permission.replied", { requestID: "per_1", sessionID: "ses_1", reply: "reject" });
    await late.happened("permission.asked", { ...permission, id: "per_2" });
    await vi.waitFor(() => expect(late.posted).toHaveLength(1));
    expect([silent.posted, late.posted.map(({ url }) => url)]).toEqual([[], ["/permission/per_2/reply"]]);
  });
});

describe("an answer for OpenCode", () => {
  const common = { key: "k", digest: "d" };

  it("allows once and nothing but a clear yes", () => {
    const allow = { id: "allow", label: "Allow once", grants: "allow" } as const;
    expect(openCodeHookOutput({ ...common, how: "given", by: "Ann", option: allow }, { kind: "bash" })).toEqual({ reply: "once" });
    expect(openCodeHookOutput({ ...common, how: "given", by: "Ann", text: "yes" }, { kind: "bash" })).toMatchObject({ reply: "reject" });
    expect(openCodeHookOutput({ ...common, how: "expired", reason: "late" }, undefined)).toEqual({ reply: "reject", message: "late" });
  });

  it("chooses the option of a question", () => {
    const questions = [{ question: "Which?", options: [{ label: "Red", description: "the red one" }, { label: "Blue" }] }];
    const meaning = readOpenCodeHook("question", { session: "ses_1", questions });
    expect(meaning).toMatchObject({
      kind: "asks",
      asks: { ask: { kind: "choice", prompt: "Which?", options: [{ label: "Red (the red one)" }, { label: "Blue" }] } },
    });
    const input = meaning.kind === "asks" ? meaning.asks.input : undefined;
    expect(openCodeHookOutput({ ...common, how: "given", by: "Ann", option: { id: "o2", label: "Blue" } }, input)).toEqual({ answers: [["Blue"]] });
    expect(openCodeHookOutput({ ...common, how: "expired", reason: "late" }, input)).toEqual({ rejected: true });
  });
});
