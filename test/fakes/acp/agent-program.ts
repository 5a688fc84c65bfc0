import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { agent, ndJsonStream, RequestError, type ContentBlock, type PermissionOption, type SessionUpdate, type ToolCallUpdate } from "@agentclientprotocol/sdk";

// An agent that speaks ACP with the official SDK and does what its prompt names. How it starts is chosen by its arguments:
//   node agent-program.ts STATE [silent|exit|login|forgetful|auto|resumes]

const [folder = "", ...traits] = process.argv.slice(2);
const has = (trait: string): boolean => traits.includes(trait);
if (has("exit")) {
  process.stderr.write("cannot find my settings\n");
  process.exit(3);
}
mkdirSync(folder, { recursive: true });

interface Told {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  readonly prompt: readonly ContentBlock[];
  readonly meta: unknown;
  readonly update: (update: SessionUpdate) => Promise<void>;
  readonly say: (text: string) => Promise<void>;
  readonly ask: (toolCall: ToolCallUpdate, options?: PermissionOption[]) => Promise<string>;
}

const onceOrNot: PermissionOption[] = [
  { optionId: "go", name: "Yes", kind: "allow_once" },
  { optionId: "stay", name: "No", kind: "reject_once" },
];
const alwaysFirst: PermissionOption[] = [
  { optionId: "forever", name: "Always", kind: "allow_always" },
  { optionId: "go", name: "Yes", kind: "allow_once" },
  { optionId: "never", name: "Never", kind: "reject_always" },
  { optionId: "stay", name: "No", kind: "reject_once" },
];
const push: ToolCallUpdate = { toolCallId: "push", title: "git push", kind: "execute", status: "pending", rawInput: { command: "git push", cwd: "/w" } };
const edit: ToolCallUpdate = {
  toolCallId: "edit",
  title: "Edit a.txt",
  kind: "edit",
  locations: [{ path: "/w/a.txt" }],
  content: [{ type: "diff", path: "/w/a.txt", oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" }],
};
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const acts: Readonly<Record<string, (told: Told) => Promise<void>>> = {
  speak: async ({ say, update }) => {
    await update({ sessionUpdate: "tool_call", toolCallId: "read", title: "Read a.txt", kind: "read", status: "in_progress" });
    await update({ sessionUpdate: "tool_call_update", toolCallId: "read", status: "completed" });
    for (const word of ["one ", "two ", "three ", "four ", "five ", "six"]) {
      await say(word);
      await moment(15);
    }
  },
  ask: async ({ say, ask }) => {
    await say("I need a permission.");
    await say(`Then: ${await ask(push)}.`);
    await moment(30);
  },
  "ask carefully": async ({ say, ask }) => say(`It was ${await ask(push, alwaysFirst)}.`),
  "ask without a no": async ({ say, ask }) => say(`It was ${await ask(push, onceOrNot.slice(0, 1))}.`),
  "change a file": async ({ say, ask }) => say(`It was ${await ask(edit)}.`),
  make: async ({ say, update }) => {
    await update({ sessionUpdate: "agent_message_chunk", content: { type: "image", data: pixel, mimeType: "image/png" } });
    await say("There it is.");
    await moment(300);
  },
  break: async () => {
    throw RequestError.internalError({ details: "the model answered 500" });
  },
  hang: async ({ say, signal }) => {
    await say("Hanging.");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
  deaf: async ({ say }) => {
    await say("I do not stop.");
    await new Promise(() => {});
  },
  report: async ({ say, update }) => {
    await update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "Where is it?\nMaybe " } });
    await update({ sessionUpdate: "plan", entries: [{ content: "look", priority: "high", status: "in_progress" }] });
    await update({ sessionUpdate: "usage_update", used: 100, size: 1_000, cost: { amount: 0.5, currency: "USD" } });
    await say("Reported.");
  },
  learn: async ({ say, sessionId }) => {
    writeFileSync(join(folder, `${sessionId}.word`), "swordfish");
    await say("Learned.");
  },
  recall: async ({ say, sessionId }) => {
    const file = join(folder, `${sessionId}.word`);
    await say(existsSync(file) ? `You told me: ${readFileSync(file, "utf8")}` : "You told me nothing.");
  },
  files: async ({ say, prompt, meta }) => {
    const links = prompt.flatMap((block) => (block.type === "resource_link" ? [block] : []));
    const read = links.map(({ uri, name }) => `${name}: ${readFileSync(fileURLToPath(uri), "utf8")}`);
    const pictures = prompt.filter((block) => block.type === "image").length;
    const words = prompt.flatMap((block) => (block.type === "text" ? [block.text] : []));
    await say([...read, `${pictures} pictures`, ...words, JSON.stringify(meta)].join("\n"));
  },
  die: async ({ say }) => {
    await say("About to die.");
    process.stderr.write("out of memory, token=abcdef123456\n");
    process.exit(7);
  },
  garbage: async ({ say }) => {
    process.stdout.write("Downloading the internet… 42%\n{not json\n[]\n");
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: 7 } })}\n`);
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method: "_of/a/later/version", params: {} })}\n`);
    await say("Still here.");
  },
  "say where": async ({ say }) => say(`${process.cwd()} ${process.env["REGION"] ?? ""} ${mode}`),
  "say nothing": async () => {},
};

function moment(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let mode = has("auto") ? "yolo" : "default";
const modes = () => ({ currentModeId: mode, availableModes: ["yolo", "default"].map((id) => ({ id, name: id })) });
const stops = new Map<string, AbortController>();

const app = agent({ name: "fake-agent" })
  .onRequest("initialize", async () => {
    if (has("silent")) await new Promise(() => {});
    return {
      protocolVersion: 1,
      agentInfo: { name: "fake", title: "Fake Agent", version: "1.0.0" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true },
        sessionCapabilities: { list: {}, ...(has("resumes") && { resume: {} }) },
      },
      authMethods: [{ id: "browser", name: "Log in with a browser" }],
    };
  })
  .onRequest("session/new", () => {
    if (has("login")) throw RequestError.authRequired();
    const sessionId = randomUUID();
    writeFileSync(join(folder, `${sessionId}.session`), "");
    return { sessionId, modes: modes(), configOptions: [] };
  })
  .onRequest("session/load", async ({ params, client }) => {
    if (has("forgetful") || !existsSync(join(folder, `${params.sessionId}.session`))) throw RequestError.resourceNotFound(params.sessionId);
    const content = { type: "text" as const, text: "something that was said long ago" };
    await client.notify("session/update", { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } });
    return { modes: modes() };
  })
  .onRequest("session/resume", ({ params }) => {
    if (!existsSync(join(folder, `${params.sessionId}.session`))) throw RequestError.resourceNotFound(params.sessionId);
    return { modes: modes() };
  })
  .onRequest("session/list", ({ params }) => {
    const known = readdirSync(folder).filter((name) => name.endsWith(".session"));
    return { sessions: known.map((name) => ({ sessionId: name.slice(0, -".session".length), cwd: params.cwd ?? "/", title: "An older one" })) };
  })
  .onRequest("session/set_mode", ({ params }) => {
    mode = params.modeId;
    return {};
  })
  .onRequest("session/prompt", async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const stop = new AbortController();
    stops.set(sessionId, stop);
    const update = (one: SessionUpdate): Promise<void> =>
      stop.signal.aborted ? Promise.resolve() : client.notify("session/update", { sessionId, update: one });
    const said = prompt.flatMap((block) => (block.type === "text" ? block.text.split("\n") : []));
    const act = said.map((line) => acts[line.trim()]).find((one) => one !== undefined);
    await act?.({
      sessionId,
      signal: stop.signal,
      prompt,
      meta: params._meta,
      update,
      say: (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }),
      ask: async (toolCall, options = onceOrNot) => {
        await update({ sessionUpdate: "tool_call", toolCallId: toolCall.toolCallId, title: toolCall.title ?? "", kind: toolCall.kind ?? "other" });
        const { outcome } = await client.request("session/request_permission", { sessionId, toolCall, options });
        return outcome.outcome === "selected" ? outcome.optionId : "cancelled";
      },
    });
    const usage = { inputTokens: 90, outputTokens: 10, totalTokens: 100 };
    return { stopReason: stop.signal.aborted ? ("cancelled" as const) : ("end_turn" as const), usage };
  })
  .onNotification("session/cancel", ({ params }) => stops.get(params.sessionId)?.abort());

const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
const input = Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>;
await app.connect(ndJsonStream(output, input)).closed;
process.exit(0);
