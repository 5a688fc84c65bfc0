import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { runTool } from "#agents/kit/loop/agent-loop";
import type { AgentTool, ToolOutcome } from "#agents/kit/loop/agent-tool";
import type { ToolCall } from "#agents/kit/model/model";

const request = z.object({ id: z.union([z.string(), z.number()]).optional(), method: z.string(), params: z.looseObject({}).optional() });
const callParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.json()).optional() });
const mostWaiting = 100;
const fallbackVersion = "2025-06-18";

export interface ToolServerSpec {
  readonly tools: readonly AgentTool[];
  readonly signal: AbortSignal;
  readonly calling: (call: ToolCall) => Promise<void>;
  readonly returned: (call: ToolCall, outcome: ToolOutcome) => Promise<void>;
  /** What cannot be told to the client: it ends the task. */
  readonly failed: (cause: unknown) => void;
  readonly send: (line: string) => void;
}

/** Our tools as an MCP server for one client: a line in, at most one line out. Calls are carried out one after the other. */
export function createToolServer({ tools, signal, calling, returned, failed, send }: ToolServerSpec): (line: string) => void {
  let last: Promise<void> = Promise.resolve();
  let count = 0;
  let waiting = 0;
  const answer = (id: string | number, result: unknown): void => send(JSON.stringify({ jsonrpc: "2.0", id, result }));

  const refuse = (id: string | number, code: number, message: string): void => send(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));

  const call = async (id: string | number, { name, arguments: args = {} }: z.output<typeof callParams>): Promise<void> => {
    const one: ToolCall = { id: `call_${++count}`, name, input: JSON.stringify(args) };
    await calling(one);
    const outcome = await runTool(tools, one, { id: one.id, place: one.id, signal });
    await returned(one, outcome);
    answer(id, { content: [{ type: "text", text: outcome.text }], isError: outcome.isError ?? false });
  };

  return (line) => {
    const asked = request.safeParse(parsed(line)).data;
    // A notification, or nothing that can be answered.
    if (asked?.id === undefined) return;
    const { id, method, params } = asked;
    switch (method) {
      case "initialize":
        return answer(id, { protocolVersion: params?.["protocolVersion"] ?? fallbackVersion, capabilities: { tools: {} }, serverInfo });
      case "ping":
        return answer(id, {});
      case "tools/list":
        return answer(id, { tools: tools.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })) });
      case "tools/call": {
        const wanted = callParams.safeParse(params);
        if (!wanted.success) return refuse(id, -32_602, "A call needs the tool's name, and its arguments as an object.");
        if (waiting >= mostWaiting) return refuse(id, -32_000, "Too many calls wait. Wait for their answers.");
        waiting += 1;
        last = last
          .then(() => call(id, wanted.data))
          .catch(failed)
          .finally(() => (waiting -= 1));
        return;
      }
      default:
        refuse(id, -32_601, `Unknown method ${method.slice(0, 100)}`);
    }
  };
}

const serverInfo: JsonObject = { name: "parley", version: "1" };

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
