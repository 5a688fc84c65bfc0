import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { usualBounds } from "#http/deps";
import { roomFor } from "#http/door/answer-room";
import { BadInput } from "#http/door/bad-input";
import { busyTexts } from "#http/door/busy-texts";
import { readAnyJson } from "#http/door/body";
import { createLargeTurns } from "#http/door/large-turns";
import { safeHeaders } from "#http/door/reply";
import { invalidRequest, type Answering, type ToolAnsweringParts, type RpcCaller, type Caller } from "./answering.ts";
import { runBatch } from "./batch.ts";
import { encodeAnswer, openExchange, sendJson } from "./post-response.ts";
import { rpcError } from "./rpc-error.ts";
import type { AbortSource } from "./late-abort.ts";
import { makeServer } from "./server.ts";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";

/** One POST to the Streamable HTTP endpoint. Nothing is kept between two of them. */
export type Endpoint = (caller: Caller, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

const parseError = -32700;
const mostInBatch = 100;

export interface Endpoints extends AsyncDisposable {
  readonly post: Endpoint;
}

export function createEndpoint(parts: ToolAnsweringParts, answer: Answering): Endpoints {
  const { sdk, deps, table, calls } = parts;
  const turns = createLargeTurns();
  const { batchBytes } = { ...usualBounds, ...deps.bounds };
  const callers = new WeakMap<Request, Caller & { readonly ending: AbortSource }>();

  /** Clients of 2026 and later: every request says its version, and the vendor's handler checks it. */
  const modern: McpHttpHandler = sdk.createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo === undefined ? undefined : callers.get(requestInfo);
      if (caller === undefined) throw new Error("a request arrived without its caller");
      return makeServer({ sdk, table, call: { deps, by: caller.actor, bearer: caller.bearer, ending: caller.ending, base: parts.base() } });
    },
    { legacy: "reject", onerror: (cause) => deps.log.debug({ cause }, "an MCP request was refused") },
  );

  const serveModern = async (caller: Caller, body: unknown, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { client } = openExchange(outgoing, undefined);
    await calls.run({ scope: "", id: "", bearer: caller.bearer, client }, async (ending) => {
      // A call that the hub ends still gets its answer; only a stream that never ends by itself is cut.
      const cut = isListening(body) ? ending.signal : client.signal;
      const request = new Request(`${parts.base()}/mcp`, { method: "POST", headers: headersOf(incoming), signal: cut });
      callers.set(request, { ...caller, ending });
      try {
        const id = sdk.isJSONRPCRequest(body) ? body.id : null;
        await pump(await modern.fetch(request, { parsedBody: body }), outgoing, id);
      } catch (cause) {
        if (!cut.aborted) throw cause;
        outgoing.destroy();
      }
    });
  };

  const serveOlder = async (caller: Caller, body: unknown, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const version = incoming.headers["mcp-protocol-version"];
    if (typeof version === "string" && !sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      return sendJson(
        outgoing,
        400,
        rpcError(-32000, `The protocol version ${version.slice(0, 40)} is not spoken here. These are: ${sdk.SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`),
      );
    }
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    if (messages.length === 0 || messages.length > mostInBatch)
      return sendJson(outgoing, 400, rpcError(invalidRequest, `A batch holds 1 to ${mostInBatch} messages.`));
    const exchange = openExchange(outgoing, incoming.headers.accept);
    const { actor, bearer } = caller;
    const asker: RpcCaller = { actor, bearer, scope: bearer, client: exchange.client, notify: exchange.notify };
    if (!Array.isArray(body)) {
      const answered = await answer(body, asker);
      if (answered === undefined) return void outgoing.writeHead(202, safeHeaders).end();
      return isInvalid(answered) ? sendJson(outgoing, 400, answered) : exchange.finish([encodeAnswer(answered)], false);
    }
    const { client } = exchange;
    const room = roomFor(outgoing);
    const answerOne = (message: unknown): Promise<object | undefined> => answer(message, asker);
    const answers = await runBatch(messages, { answer: answerOne, refuse: tooLarge, mostBytes: batchBytes, bearer, turns, room, client });
    if (answers.length === 0) return void outgoing.writeHead(202, safeHeaders).end();
    exchange.finish(answers, true);
  };

  const tooLarge = (message: unknown): object | undefined =>
    sdk.isJSONRPCRequest(message) ? rpcError(-32000, say(deps.language, busyTexts.batchTooLarge), message.id, { error: "BatchTooLarge" }) : undefined;

  /** What most messages are: a call of a tool that says nothing of 2026. The vendor's way of finding that out tries every shape in turn. */
  const isPlainCall = (body: unknown, { headers }: IncomingMessage): boolean => {
    const version = headers["mcp-protocol-version"];
    if (version !== undefined && (typeof version !== "string" || !sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version))) return false;
    if (!sdk.isJSONRPCRequest(body) || body.method !== "tools/call") return false;
    const meta = body.params?.["_meta"];
    return typeof meta !== "object" || meta === null || !(sdk.PROTOCOL_VERSION_META_KEY in meta);
  };

  return {
    post: async (caller, incoming, outgoing) => {
      if (!sdk.isJsonContentType(incoming.headers["content-type"])) return sendJson(outgoing, 415, rpcError(-32000, "Send the message as application/json."));
      let body: unknown;
      try {
        body = await readAnyJson(incoming);
      } catch (cause) {
        // What is too large is turned down by the door, which lets the client finish sending first.
        if (!(cause instanceof BadInput) || cause.code === "TooLarge") throw cause;
        return sendJson(outgoing, 400, rpcError(parseError, `The body cannot be read: ${cause.message}`));
      }
      const isOlder = isPlainCall(body, incoming) || sdk.classifyInboundRequest({ httpMethod: "POST", body, ...standardHeaders(incoming) }).kind === "legacy";
      return isOlder ? serveOlder(caller, body, incoming, outgoing) : serveModern(caller, body, incoming, outgoing);
    },
    [Symbol.asyncDispose]: () => modern.close(),
  };
}

function isListening(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === "subscriptions/listen";
}

function isInvalid(answer: object): boolean {
  return "error" in answer && "id" in answer && answer.id === null;
}

function standardHeaders({ headers }: IncomingMessage): { protocolVersionHeader?: string; mcpMethodHeader?: string; mcpNameHeader?: string } {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const [version, method, name] = [one("mcp-protocol-version"), one("mcp-method"), one("mcp-name")];
  return {
    ...defined({ protocolVersionHeader: version, mcpMethodHeader: method, mcpNameHeader: name }),
  };
}

/** The vendor's handler needs no secret: who calls was decided at the door. */
function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string" && name !== "authorization") kept.set(name, value);
  return kept;
}

async function pump(response: Response, outgoing: ServerResponse, id: string | number | null): Promise<void> {
  if (outgoing.destroyed) return;
  const refusal = roomFor(outgoing).refuses(0);
  if (refusal !== undefined) {
    await response.body?.cancel();
    return sendJson(outgoing, 200, rpcError(-32000, refusal.message, id, { error: refusal.code }));
  }
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...safeHeaders });
  if (response.body !== null)
    for await (const chunk of response.body) {
      // Half of it is with the client already: ending the connection is the only way to say that the rest does not come.
      if (roomFor(outgoing).refuses(outgoing.writableLength) !== undefined) return void outgoing.destroy();
      outgoing.write(chunk);
    }
  outgoing.end();
}
