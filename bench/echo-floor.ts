import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

// The least that a tool over MCP can cost: the vendor's own server and handler, one tool that answers what it was given. No auth, no
// record. Run as a process of its own: node bench/echo-floor.ts

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "echo", version: "1" });
  server.registerTool("echo", { description: "says it again", inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({ content: [{ type: "text", text }] }));
  return server;
});

serve({ fetch: (request) => handler.fetch(request), port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`floor ready http://127.0.0.1:${port}\n`);
});
