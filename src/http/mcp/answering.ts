import type { JSONRPCRequest, Transport } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Actor } from "#domain/people";
import { explainIssues, sayProblems } from "#http/door/explain-issues";
import { rule } from "#protocol/field-rules";
import type { HttpDeps } from "#http/deps";
import type { AbortSource } from "./late-abort.ts";
import type { OpenCalls } from "./open-calls.ts";
import { makeServer, type Sdk } from "./server.ts";
import type { ToolTable } from "./tool-table.ts";
import { defined } from "#lib/defined";
import { rpcError } from "./rpc-error.ts";

export interface Caller {
  readonly actor: Actor;
  readonly bearer: string;
}

/** Whoever sent a message, and the way back to them. */
export interface RpcCaller extends Caller {
  /** Where this client's request ids are its own. */
  readonly scope: string;
  readonly client: AbortSource;
  notify(message: object): void;
}

export interface ToolAnsweringParts {
  readonly sdk: Sdk;
  readonly deps: HttpDeps;
  readonly table: ToolTable;
  readonly calls: OpenCalls;
  readonly base: () => string;
}

/** Messages of clients before 2026, from either transport. Undefined: this one needs no answer. */
export type Answering = (message: unknown, asker: RpcCaller) => Promise<object | undefined>;

const callParams = z.object({
  name: z.string(),
  // Only that it is an object: the tool looks into it, once.
  arguments: z.custom<object>((value) => typeof value === "object" && value !== null && !Array.isArray(value), rule("object")).optional(),
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()]).optional() }).optional(),
});
const cancelParams = z.object({ requestId: z.union([z.string(), z.number()]) });

export const invalidRequest = -32600;
const invalidParams = -32602;

export function createAnswering(parts: ToolAnsweringParts): Answering {
  const { sdk, deps, table, calls } = parts;
  const about = ({ actor, bearer }: Caller) => ({ deps, by: actor, bearer, base: parts.base() });

  // Straight to the table: a server object for each of many waiting calls is what waking them would cost.
  const callTool = async ({ id, params }: JSONRPCRequest, asker: RpcCaller): Promise<object> => {
    const parsed = callParams.safeParse(params);
    if (!parsed.success) return rpcError(invalidParams, sayProblems(explainIssues(parsed.error.issues, params), deps.language), id);
    const { name, arguments: args, _meta: meta } = parsed.data;
    const progress = meta?.progressToken === undefined ? undefined : progressTo(asker, meta.progressToken);
    const { scope, bearer, client } = asker;
    const result = await calls.run({ scope, id, bearer, client }, (ending) => table.run(name, args, { ...about(asker), ending, ...defined({ progress }) }));
    return { jsonrpc: "2.0", id, result };
  };

  return async (message, asker) => {
    if (sdk.isJSONRPCRequest(message))
      return message.method === "tools/call"
        ? callTool(message, asker)
        : once(makeServer({ sdk, table, call: { ...about(asker), ending: asker.client } }), message);
    if (sdk.isJSONRPCNotification(message)) {
      const cancelled = message.method === "notifications/cancelled" ? cancelParams.safeParse(message.params).data : undefined;
      if (cancelled !== undefined) calls.cancel(asker.scope, cancelled.requestId);
      return undefined;
    }
    return sdk.isJSONRPCResponse(message) ? undefined : rpcError(invalidRequest, "This is not a JSON-RPC 2.0 message.");
  };
}

function progressTo(asker: RpcCaller, progressToken: string | number): (message?: string) => void {
  let progress = 0;
  return (message = "still waiting") => {
    progress++;
    asker.notify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress, message } });
  };
}

/** Hands the server one request and takes its one answer. */
async function once(server: ReturnType<typeof makeServer>, request: JSONRPCRequest): Promise<object> {
  const answered = Promise.withResolvers<object>();
  const transport: Transport = {
    start: async () => {},
    send: async (message) => {
      if ("id" in message && message.id === request.id) answered.resolve(message);
    },
    close: async () => transport.onclose?.(),
  };
  await server.connect(transport);
  try {
    transport.onmessage?.(request);
    return await answered.promise;
  } finally {
    await server.close();
  }
}
