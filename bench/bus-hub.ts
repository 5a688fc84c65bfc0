import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { startBuilt, stop, type Started } from "./child.ts";
import type { Ask } from "./raw.ts";

const answered = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })], z.unknown()), isError: z.boolean().optional() }) });

/** A hub of the built program, with what the bench needs of its API. */
export class BusHub implements AsyncDisposable {
  readonly home: string;
  readonly started: Started;

  /** `home` may hold a store that was filled before; `more` goes into the config. */
  static async start(home: string, agents: object = {}, more = ""): Promise<BusHub> {
    mkdirSync(join(home, "config"), { recursive: true });
    writeFileSync(join(home, "config", "available-agents.json"), JSON.stringify(agents), { mode: 0o644 });
    writeFileSync(join(home, "parley.yaml"), `server: { port: 0 }\npeople: [{ name: Ola, role: owner }]\n${more}`);
    return new BusHub(home, await startBuilt(home));
  }

  private constructor(home: string, started: Started) {
    this.home = home;
    this.started = started;
  }

  get port(): number {
    return this.started.port;
  }

  get operator(): string {
    return z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(this.home, "hub.json"), "utf8"))).token;
  }

  async api<T>(method: string, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.operator}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return shape.parse(answer);
  }

  async thread(topic: string): Promise<string> {
    return (await this.api("POST", "/api/threads", z.object({ id: z.string() }), { topic })).id;
  }

  /** A token of a person's: agents among themselves are stopped after some lines, which a bench does not measure. */
  async person(): Promise<string> {
    return (await this.api("POST", "/api/tokens", z.object({ token: z.string() }), { person: "Ola" })).token;
  }

  /** Tokens of that many agents. */
  async agents(count: number): Promise<readonly string[]> {
    const made: string[] = [];
    for (let i = 0; i < count; i++) made.push((await this.api("POST", "/api/tokens", z.object({ token: z.string() }), { agent: `bench-${i}` })).token);
    return made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.started);
  }
}

export function freshHome(scratch: string): string {
  return mkdtempSync(join(scratch, "home-"));
}

/** A tool over MCP. */
export function mcpCall(token: string, name: string, args: object): Ask {
  return { path: "/mcp", token, body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } } };
}

/** The same tool over REST. */
export function restCall(token: string, name: string, args: object): Ask {
  return { path: `/api/mcp/tool/${name}`, token, body: args };
}

export function toolResult<T>(body: string, shape: z.ZodType<T>): T {
  const { content, isError } = answered.parse(JSON.parse(body)).result;
  const [{ text }] = content;
  if (isError === true) throw new Error(text);
  return shape.parse(JSON.parse(text));
}
