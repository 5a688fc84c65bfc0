// The official client library before its second version, in a process of its own: its packages and ours do not fit into one.
//   node older-client.mjs FOLDER_OF_ITS_CLIENT http|sse URL, with the token in TOKEN; a call a line in, an answer a line out
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, kind, url] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(join(folder, file)).href);
const { Client } = await load("index.js");
const { StreamableHTTPClientTransport } = await load("streamableHttp.js");
const { SSEClientTransport } = await load("sse.js");
const Transport = kind === "sse" ? SSEClientTransport : StreamableHTTPClientTransport;

const client = new Client({ name: "older-client", version: "1" });
await client.connect(new Transport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${process.env.TOKEN}` } } }));
for await (const line of createInterface({ input: process.stdin })) {
  const { tool, args } = JSON.parse(line);
  try {
    const answer = tool === undefined ? await client.listTools() : await client.callTool({ name: tool, arguments: args });
    process.stdout.write(`${JSON.stringify({ answer })}\n`);
  } catch (cause) {
    process.stdout.write(`${JSON.stringify({ failed: String(cause) })}\n`);
  }
}
await client.close();
