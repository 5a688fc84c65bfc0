import type { IncomingMessage, ServerResponse } from "node:http";
import type { Auth } from "#http/door/auth";
import type { HttpDeps } from "#http/deps";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { Answering, Caller } from "./answering.ts";
import type { Endpoints } from "./endpoint.ts";
import type { AbortSource } from "./late-abort.ts";
import { createOlderSessions } from "./older-sessions.ts";
import { createOpenCalls } from "./open-calls.ts";
import type { ToolResult } from "./result.ts";
import type { ToolTable } from "./tool-table.ts";
import { accessTexts } from "#hub/access/texts";

const lastWordsMs = 1_000;

/** MCP for whoever the door let in. */
export interface Mcp extends AsyncDisposable {
  post(caller: Caller, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  openOlder(caller: Caller, outgoing: ServerResponse, inQuery: boolean): void;
  postOlder(caller: Caller, session: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** One tool, without the protocol around it. */
  run(caller: Caller, tool: string, args: unknown, client: AbortSource): Promise<ToolResult>;
  /** People or tokens changed: calls and streams of those who may no longer come in end. */
  recheck(): Promise<void>;
}

export function createMcp(deps: HttpDeps, auth: Auth, base: () => string): Mcp {
  const calls = createOpenCalls(auth, say(deps.language, accessTexts.badToken));
  const older = createOlderSessions(deps);
  let making: Promise<ToolTable> | undefined;
  let loading: Promise<{ answer: Answering; endpoint: Endpoints }> | undefined;

  const tools = (): NonNullable<typeof making> => (making ??= import("./tool-table.ts").then(({ createToolTable }) => createToolTable()));

  /** The tools and the vendor's code cost a tenth of a second and many megabytes: whoever uses no MCP does without. */
  const load = (): NonNullable<typeof loading> =>
    (loading ??= Promise.all([import("@modelcontextprotocol/server"), import("./answering.ts"), import("./endpoint.ts"), tools()]).then(
      ([sdk, { createAnswering }, { createEndpoint }, table]) => {
        const parts = { sdk, deps, table, calls, base };
        const answer = createAnswering(parts);
        return { answer, endpoint: createEndpoint(parts, answer) };
      },
    ));

  return {
    post: async (caller, incoming, outgoing) => (await load()).endpoint.post(caller, incoming, outgoing),
    openOlder: (caller, outgoing, inQuery) => older.open(caller, outgoing, inQuery),
    postOlder: async (caller, session, incoming, outgoing) => older.post(caller, session, incoming, outgoing, (await load()).answer),
    run: (caller, tool, args, client) =>
      calls.run({ scope: "", id: "", bearer: caller.bearer, client }, async (ending) =>
        (await tools()).run(tool, args, { deps, by: caller.actor, bearer: caller.bearer, ending, base: base() }),
      ),
    recheck: async () => {
      await calls.recheck();
      await older.recheck(auth);
    },
    [Symbol.asyncDispose]: async () => {
      calls[Symbol.dispose]();
      // Whoever waited is answered first; what takes longer is cut with the connection.
      const answered = new AbortController();
      await Promise.race([calls.idle(), pause(deps.clock, lastWordsMs, answered.signal)]);
      answered.abort();
      older[Symbol.dispose]();
      if (loading !== undefined) await (await loading).endpoint[Symbol.asyncDispose]();
    },
  };
}
