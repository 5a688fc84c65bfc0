import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { realProgram } from "./programs.ts";

/** What any of them can do with the bus. */
export interface BusClient extends AsyncDisposable {
  tools(): Promise<readonly string[]>;
  call(tool: string, args: JsonObject): Promise<Called>;
}

export interface Called {
  readonly isError: boolean;
  readonly texts: readonly string[];
}

export interface Where {
  readonly url: string;
  readonly token: string;
}

const listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const called = z.object({ isError: z.boolean().default(false), content: z.array(z.looseObject({ text: z.string().optional() })) });

function fromLibrary(client: Client): BusClient {
  return {
    tools: async () => listed.parse(await client.listTools()).tools.map((one) => one.name),
    call: async (tool, args) => asCalled(await client.callTool({ name: tool, arguments: { ...args } })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function asCalled(answer: unknown): Called {
  const { isError, content } = called.parse(answer);
  return { isError, texts: content.map((one) => one.text ?? "") };
}

const me = { name: "bus-client", version: "1" };
const bearer = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

export async function official({ url, token }: Where): Promise<BusClient> {
  const client = new Client(me);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), bearer(token)));
  return fromLibrary(client);
}

const answered = z.union([z.object({ answer: z.unknown() }).refine((one) => one.answer !== undefined), z.object({ failed: z.string() })]);

/** The library before its second version. */
export function older(transport: "http" | "sse"): (where: Where) => Promise<BusClient> {
  return async ({ url, token }) => {
    const argv = [join(import.meta.dirname, "older-client.ts"), realProgram("olderSdk"), transport, `${url}${transport === "sse" ? "/mcp/sse" : "/mcp"}`];
    const child = spawn(process.execPath, argv, { env: { PATH: process.env["PATH"] ?? "", TOKEN: token }, stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (call: object): Promise<unknown> => {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error("the older client ended");
      const told = answered.parse(JSON.parse(value));
      if ("failed" in told) throw new Error(told.failed);
      return told.answer;
    };
    return {
      tools: async () => listed.parse(await ask({})).tools.map((one) => one.name),
      call: async (tool, args) => asCalled(await ask({ tool, args })),
      [Symbol.asyncDispose]: async () => {
        const gone = once(child, "close");
        child.stdin.end();
        child.kill();
        await gone;
      },
    };
  };
}

/** A process for every call: it shows that nothing but the token carries an agent's identity. */
export function inspector(transport: "http" | "sse"): (where: Where) => Promise<BusClient> {
  return async ({ url, token }) => {
    const program = realProgram("inspector");
    const home = mkdtempSync(join(tmpdir(), "parley-inspector-"));
    const target = `${url}/${transport === "http" ? "mcp" : "sse"}`;
    const run = async (...args: readonly string[]): Promise<unknown> => {
      const argv = [program, "--cli", target, "--transport", transport, "--header", `Authorization: Bearer ${token}`, ...args];
      const child = spawn(process.execPath, argv, { env: { PATH: process.env["PATH"] ?? "", HOME: home }, cwd: home, stdio: ["ignore", "pipe", "pipe"] });
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), child.exitCode ?? once(child, "close")]);
      if (!out.trimStart().startsWith("{")) throw new Error(`the inspector said: ${out}${err}`);
      return JSON.parse(out);
    };
    return {
      tools: async () => listed.parse(await run("--method", "tools/list")).tools.map((one) => one.name),
      call: async (tool, args) => asCalled(await run("--method", "tools/call", "--tool-name", tool, ...pairs(args))),
      [Symbol.asyncDispose]: async () => rmSync(home, { recursive: true, force: true }),
    };
  };
}

function pairs(args: JsonObject): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) => ["--tool-arg", `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`]);
}
