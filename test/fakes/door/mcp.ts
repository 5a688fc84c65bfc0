import { Client, StreamableHTTPClientTransport, type CallToolResult, type ProgressCallback } from "@modelcontextprotocol/client";

export interface Told {
  /** The first block, read as JSON. */
  readonly body: Record<string, unknown>;
  readonly list: readonly Record<string, unknown>[];
  readonly isError: boolean;
  readonly content: CallToolResult["content"];
}

export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  tool(
    name: string,
    args?: Record<string, unknown>,
    options?: { readonly onprogress?: ProgressCallback; readonly signal?: AbortSignal; readonly timeout?: number },
  ): Promise<Told>;
}

/** The official client over real HTTP, with nothing but a bearer. */
export async function connectMcp(port: number, token: string): Promise<McpClient> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  );
  return ofClient(client);
}

export function ofClient(client: Client): McpClient {
  return {
    client,
    tool: async (name, args = {}, options = {}) => told(await client.callTool({ name, arguments: args }, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function told({ content, isError }: CallToolResult): Told {
  const [first] = content;
  const value: unknown = first?.type === "text" ? parse(first.text) : undefined;
  return {
    content,
    isError: isError === true,
    list: Array.isArray(value) ? (value as Record<string, unknown>[]) : [],
    body: typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {},
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
