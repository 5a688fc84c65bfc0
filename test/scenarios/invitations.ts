import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Parley, type ParleyOptions } from "./parley.ts";

/** A command-line agent as people write them: told where it is by its environment, speaks over HTTP, leaves. */
export const agentScript = `
import { readFileSync, writeFileSync } from "node:fs";
const [mode, ...rest] = process.argv.slice(2);
const { PARLEY_URL, PARLEY_TOKEN, PARLEY_THREAD, PARLEY_SESSION } = process.env;
const call = (method, path, body) => fetch(PARLEY_URL + path, { method, headers: { authorization: "Bearer " + PARLEY_TOKEN }, ...(body && { body: JSON.stringify(body) }) });
const say = (content) => call("POST", "/api/threads/" + PARLEY_THREAD + "/messages", { content });
const until = async (file) => { const { existsSync } = await import("node:fs"); while (!existsSync(file)) await new Promise((r) => setTimeout(r, 20)); };
writeFileSync("seen-" + mode + ".json", JSON.stringify({ argv: process.argv.slice(2), env: process.env, pid: process.pid, mcp: rest[0] && rest[0].endsWith("mcp.json") ? JSON.parse(readFileSync(rest[0], "utf8")) : null }));
if (mode === "talk") { await say("hello from the invited one"); console.log("done, token", PARLEY_TOKEN); }
if (mode === "fail") { console.error("cannot find my model"); process.exit(3); }
if (mode === "hang") { console.log("hanging"); setInterval(() => {}, 1000); }
if (mode === "stay") { await say("here"); await until("leave"); await say("leaving"); }
if (mode === "elsewhere") { console.log((await call("POST", "/api/threads", { topic: "mine" })).status); const r = await call("GET", "/api/threads"); console.log(JSON.stringify(await r.json())); }
`;

export interface Entry {
  readonly invoke_command: string;
  readonly [key: string]: unknown;
}

export const command = (mode: string, ...args: readonly string[]): string => [`"${process.execPath}"`, "agent.mjs", mode, ...args].join(" ");

export function withAgents(entries: Readonly<Record<string, Entry>>, more: ParleyOptions = {}): Promise<Parley> {
  return Parley.start({
    ...more,
    yaml: `people: [{ name: Ola, role: owner, accounts: ["chat:ola"] }]\n${more.yaml ?? ""}`,
    files: { "agent.mjs": agentScript, "config/available-agents.json": JSON.stringify(entries), ...more.files },
  });
}

export function writeAgents(parley: Parley, content: string): Promise<void> {
  return writeFile(join(parley.home, "config", "available-agents.json"), content);
}

export async function openThread(parley: Parley, topic: string): Promise<string> {
  return z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic })).body).id;
}

const run = z.object({
  id: z.string(),
  agent_name: z.string(),
  thread_id: z.string(),
  state: z.string(),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  reason: z.string(),
  output: z.string(),
  command: z.string(),
  invited_by: z.string(),
  duration_ms: z.number().nullable(),
});

export async function runs(parley: Parley): Promise<readonly z.infer<typeof run>[]> {
  return z.array(run).parse((await parley.api("GET", "/api/agents/runs")).body);
}

/** Waits for the line that tells how it went. */
export function leaving(parley: Parley, thread: string, words: string): Promise<string> {
  return parley.until(async () => (await parley.messages(thread)).find((line) => line.content.includes(words))?.content);
}
