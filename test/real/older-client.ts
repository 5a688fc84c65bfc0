import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { z } from "zod";

// The official client library before its second version, in a process of its own: its packages and ours do not fit into one.
//   node older-client.ts FOLDER_OF_ITS_CLIENT http|sse URL, with the token in TOKEN; a call a line in, an answer a line out

type Made<T> = new (...args: readonly unknown[]) => T;

interface OlderClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<unknown>;
  callTool(params: object): Promise<unknown>;
  close(): Promise<void>;
}

const [folder = "", kind = "", url = ""] = process.argv.slice(2);
const call = z.object({ tool: z.string().optional(), args: z.unknown().optional() });

async function load(file: string): Promise<unknown> {
  return import(pathToFileURL(join(folder, file)).href);
}

const { Client } = (await load("index.js")) as { readonly Client: Made<OlderClient> };
const transports = { ...((await load("streamableHttp.js")) as object), ...((await load("sse.js")) as object) } as Record<string, Made<object>>;
const Transport = transports[kind === "sse" ? "SSEClientTransport" : "StreamableHTTPClientTransport"];
if (Transport === undefined) throw new Error("the library has no such transport");

const client = new Client({ name: "older-client", version: "1" });
await client.connect(new Transport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${process.env["TOKEN"]}` } } }));
for await (const line of createInterface({ input: process.stdin })) {
  const { tool, args } = call.parse(JSON.parse(line));
  try {
    const answer = tool === undefined ? await client.listTools() : await client.callTool({ name: tool, arguments: args });
    process.stdout.write(`${JSON.stringify({ answer })}\n`);
  } catch (cause) {
    process.stdout.write(`${JSON.stringify({ failed: String(cause) })}\n`);
  }
}
await client.close();
