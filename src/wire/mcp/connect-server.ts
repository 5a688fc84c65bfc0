import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import type { Clock } from "#lib/time/clock";
import { boundedFetch } from "./bounded-fetch.ts";
import { ProcessTransport, type ServerProgram } from "./process-transport.ts";

export type ServerPlace =
  | { readonly kind: "program"; readonly program: ServerProgram }
  | { readonly kind: "address"; readonly url: string; readonly token?: string };

export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export interface ServerToolResult {
  readonly isError: boolean;
  /** What it returned as text; other content is named by its kind. */
  readonly text: string;
}

/** A connection to an MCP server, over the official client. */
export interface McpConnection extends AsyncDisposable {
  tools(signal: AbortSignal): Promise<readonly ServerTool[]>;
  call(tool: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ServerToolResult>;
}

const callMs = 300_000;
const listMs = 30_000;
const mostPages = 20;

export async function connectServer(place: ServerPlace, version: string, clock: Clock, signal: AbortSignal): Promise<McpConnection> {
  const transport = transportOf(place, clock);
  const client = new Client({ name: "parley", version });
  const fault = (cause: unknown): Error => {
    const said = transport instanceof ProcessTransport ? transport.complaint().trim().split("\n").slice(-3).join(" / ") : "";
    const why = cause instanceof Error ? cause.message : String(cause);
    return new Error(said === "" ? why : `${why} (${said})`, { cause });
  };
  try {
    await client.connect(transport, { signal, timeout: listMs });
  } catch (cause) {
    await transport.close();
    throw fault(cause);
  }
  return {
    tools: async (ending) => {
      const found: ServerTool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const { tools, nextCursor } = await client
          .listTools(cursor === undefined ? {} : { cursor }, { signal: ending, timeout: listMs })
          .catch((cause: unknown) => {
            throw fault(cause);
          });
        found.push(...tools.map(({ name, description = "", inputSchema }) => ({ name, description, schema: inputSchema })));
        cursor = nextCursor;
        if (cursor === undefined) break;
      }
      return found;
    },
    call: async (name, args, ending) => {
      const result = await client.callTool({ name, arguments: { ...args } }, { signal: ending, timeout: callMs }).catch((cause: unknown) => {
        throw fault(cause);
      });
      const parts = result.content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`));
      const structured = parts.length === 0 && result.structuredContent !== undefined ? [JSON.stringify(result.structuredContent)] : [];
      return { isError: result.isError === true, text: [...parts, ...structured].join("\n") };
    },
    [Symbol.asyncDispose]: async () => {
      await client.close().catch(() => {});
      await transport.close();
    },
  };
}

function transportOf(place: ServerPlace, clock: Clock): Transport {
  if (place.kind === "program") return new ProcessTransport(place.program, clock);
  const headers = place.token === undefined ? {} : { Authorization: `Bearer ${place.token}` };
  return new StreamableHTTPClientTransport(new URL(place.url), { requestInit: { headers }, fetch: boundedFetch });
}
