import { serve } from "@hono/node-server";
import { McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { z } from "zod";

// The least that a tool over MCP can cost with the vendor's own server and transport, stateless and in JSON: one tool that answers what it
// was given. No auth, no record. Run as a process of its own: node bench/echo-floor.ts

async function answer(request: Request): Promise<Response> {
  const server = new McpServer({ name: "echo", version: "1" });
  server.registerTool("echo", { description: "says it again", inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request);
}

serve({ fetch: answer, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`floor ready http://127.0.0.1:${port}\n`);
});
